"""``help WORD``: words of the game, names as the log prints them, actions of abilities, and ids of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from smallworld import Ability, Game
from smallworld.errors import NotationError, nearest_name
from smallworld.languages import ABILITY, ENGLISH, HELP_WORD, _, and_list, current_language, pgettext
from smallworld.model.names import word_of
from smallworld_cli.console import wrap_text
from smallworld_output.text_width import fold_letters
from smallworld_play.explanations import Entry, content_entries, entry_text
from smallworld_play.shorthand import find_region
from smallworld_terminal.game_lines import neighbour_lines


@cache
def glossary() -> Mapping[str, Mapping[str, Any]]:
    """Return word → its text and rules."""
    import tomllib  # not for a game without help

    return tomllib.loads(Path(__file__).with_name("glossary.toml").read_text("utf-8"))


def word_name(word: str) -> str:
    """Return a word of the glossary in the language of the reader."""
    return _forms(word)[0]


def find_word(name: str) -> str:
    """Return the word of the glossary that a plain name means, in English or the reader's language; empty without one.

    :param name: as :func:`plain` writes it.
    """
    translated = (word for word in glossary() if name in map(plain, _forms(word)))
    word = singular(name)
    return next(translated, word if word in glossary() else "")


def _forms(word: str) -> list[str]:
    return [form.strip() for form in pgettext(HELP_WORD, word).split("|")]


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a name in lower case, without accents and apostrophes, with spaces between its words.

    >>> plain("Pán \'větrů\'")
    'pan vetru'
    """
    return " ".join(re.findall(r"\w+", re.sub("['’]", "", fold_letters(text)).replace("_", " ")))


def singular(word: str) -> str:
    """Return the form of an English word in the glossary: ``natives`` is native, ``conquers`` is conquer."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ed"), word.removesuffix("ing"),
             f"{word.removesuffix('ed')}e", f"{word.removesuffix('ies')}y", f"{word.removesuffix('ing')}e",
             word.replace(" ", "-"), word.removesuffix("ment"))  # fmt: skip
    return next((form for form in forms if form in glossary()), word)


# --- help about a word


RULE = re.compile(r"[A-Z](?:-[A-Z0-9]+)+\Z")
"""An id of a rule: ``R-DIE-1``."""


def help_lines(game: Game, text: str) -> Iterator[str]:
    """Yield the explanations of a word or a name.

    :raises NotationError: nothing has this name; the sentence proposes one.
    """
    if RULE.match(text.upper()):
        yield from _rule_lines(game, text.upper())
        return
    heads = dict(_explanations(game, text)) or _explanations_of_phrase(game, text)
    if not heads:
        region = find_region(game, text.lower()) if not text.isdecimal() else text
        if region in game.state.board.index:
            yield from neighbour_lines(game, region)
            return
        raise NotationError(_("nothing is called {text!r}; {remedy}", text=text, remedy=_remedy(game, text)))
    for head, explanation in heads.items():
        first, *later = explanation.split("\n")
        yield from wrap_text(head, first)
        for line in later:
            yield from wrap_text("  ", line)


def help_names(game: Game) -> list[str]:
    """List everything that ``help`` explains."""
    entries = content_entries(game)
    names = {*entries, *glossary(), *game.state.table.rulebook.verbs, *_factions(game)}
    if current_language() != ENGLISH:
        names |= {entry.name for entry in entries.values()} | {word_name(word) for word in glossary()}
    return sorted(names)


def _explanations(game: Game, text: str) -> Iterator[tuple[str, str]]:
    """Yield head and text of everything that a name means."""
    name = plain(text)
    texts = content_entries(game)
    on_map = [texts[key] for key, kind in game.variant.pieces.items() if kind.glyph == text and key in texts]
    for entry in on_map or _entries_called(game, name):
        yield entry_text(entry)
    word = find_word(name)
    if word:
        yield f"{word_name(word)}: ", f"{_word_text(game, word)}{_citation(glossary()[word].get('rules', ()))}"
    verb = text.lower()
    for ability in _abilities(game) if verb in game.state.table.rulebook.verbs else ():
        if verb in ability.verbs:
            pattern = f"{verb} {ability.verbs[verb]}".strip()
            yield f"{pattern}: ", f"{pgettext(ABILITY, ability.summary())}{_citation([ability.rule])}"
    for faction in sorted(_factions(game)):
        if name in (plain(faction), plain(word_of(game.variant, faction)), f"{plain(faction)}s"):
            races = [race.name for race in game.variant.races.values() if race.faction == faction]
            text = _("a faction with the races {races}", races=", ".join(races))
            yield f"{word_of(game.variant, faction)}: ", text
    for terrain in game.variant.terrains.values():
        if plain(terrain.name) == name or terrain.id == name:
            yield f"{terrain.name}: ", _terrain_text(game, terrain.id)
    natives = game.variant.natives
    if natives is not None and name in (plain(natives.name), plain(natives.id)):
        yield f"{natives.name}: ", _word_text(game, "native")
    for symbol in sorted({symbol for region in game.state.board.regions for symbol in region.symbols}):
        if name in (plain(symbol), plain(word_of(game.variant, symbol))):
            regions = ", ".join(region.id for region in game.state.board.regions if symbol in region.symbols)
            text = _("a symbol, printed on {regions}; abilities refer to it", regions=regions)
            yield f"{word_of(game.variant, symbol)}: ", text


def _explanations_of_phrase(game: Game, text: str) -> dict[str, str]:
    """Return head → text of the words of a phrase such as ``entry region``, if its last word has an explanation."""
    *first_words, last_word = text.split() or [""]
    main = dict(_explanations(game, last_word)) if first_words else {}
    return {**main, **{head: line for word in first_words for head, line in _explanations(game, word)}} if main else {}


def _word_text(game: Game, word: str) -> str:
    """Return the text of a word of the glossary, with the numbers of the edition."""
    text = str(glossary()[word]["text"])
    return _(text, faces=and_list(game.state.table.die)) if "{faces}" in text else _(text)


def _entries_called(game: Game, name: str) -> list[Entry]:
    """Return the races, powers, relics and pieces of a name: whole, else part of it, else the parts of a combo."""
    entries = content_entries(game)
    names = {key: {plain(key), plain(entry.name)} for key, entry in entries.items()}
    whole = [entries[key] for key, forms in names.items() if name in forms or singular(name) in forms]
    if whole:
        return whole
    name_parts = name.split()
    parts = [
        entries[key] for key, forms in names.items() if any(set(name_parts) <= set(form.split()) for form in forms)
    ]
    if len(parts) == 1 or (parts and len(name_parts) == 1):
        return parts
    return [entries[key] for key, forms in names.items() if any(f" {form} " in f" {name} " for form in forms)]


def _terrain_text(game: Game, terrain: str) -> str:
    regions = [region.id for region in game.state.board.regions if region.terrain == terrain]
    kind = game.variant.terrains[terrain]
    parts = [pgettext("kind of a word", "a terrain")]
    parts += [_("costs an attacker {count} more", count=kind.defence)] if kind.defence else []
    parts += [_("closed to most races")] if kind.water else []
    parts += [_("here {regions}", regions=", ".join(regions)) if regions else _("here no region")]
    return "; ".join(parts)


def _rule_lines(game: Game, rule: str) -> Iterator[str]:
    """Yield everything of this edition that cites a rule."""
    cited = [word for word, entry in glossary().items() if rule in entry.get("rules", ())]
    lines = [f"{word_name(word)}: {_word_text(game, word)}" for word in cited]
    for entry in content_entries(game).values():
        if rule in (getattr(entry, "source", ""), *re.findall(r"[A-Z]-[A-Z]+-\d+", entry.text)):
            lines.append("".join(entry_text(entry)))
    for ability in _abilities(game):
        if ability.rule == rule:
            lines.append(f"{ability.name}: {pgettext(ABILITY, ability.summary())}")
    if not lines:
        raise NotationError(
            _("nothing of this edition cites the rule {rule!r}; docs/rulings.md explains the numbers", rule=rule)
        )
    yield _("{rule} is the number of a rule, which these follow:", rule=rule)
    for line in lines:
        yield from wrap_text("  ", line)


def _abilities(game: Game) -> list[type[Ability]]:
    """List the classes of all abilities of the edition, each once."""
    return list(dict.fromkeys(type(ability) for ability in game.state.table.rulebook.abilities()))


def _citation(rules: Iterable[str]) -> str:
    text = ", ".join(filter(None, rules))
    return f" ({text})" if text else ""


def _factions(game: Game) -> set[str]:
    return {race.faction for race in game.variant.races.values() if race.faction}


def _remedy(game: Game, text: str) -> str:
    example = next(iter(game.variant.races))
    names = help_names(game)
    folded = {name if name.isascii() and name.islower() else fold_letters(name): name for name in names}
    nearest = nearest_name(fold_letters(text).replace(" ", "_"), folded)
    return (_("did you mean {name!r}?", name=folded[nearest]) if nearest else "") or _(
        "help names a race, power, relic or piece, or a word of the game, e.g. help {example}", example=example
    )
