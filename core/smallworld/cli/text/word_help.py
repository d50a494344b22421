"""``help WORD``: words of the game, names as the log prints them, actions of abilities, and ids of rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from smallworld.abilities.base import Ability
from smallworld.cli.text.output import wrap_text
from smallworld.cli.text.tables import neighbour_lines
from smallworld.errors import NotationError, did_you_mean
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.folding import fold_letters
from smallworld.sessions.explanations import Entry, content_entries, entry_text
from smallworld.sessions.shorthand import find_region

RULE = re.compile(r"[A-Z](?:-[A-Z0-9]+)+\Z")
"""An id of a rule: ``R-DIE-1``."""


def help_lines(game: Game, text: str) -> Iterator[str]:
    """Yield the explanations of a word or a name.

    :raises NotationError: nothing has this name; the sentence proposes one.
    """
    if RULE.match(text.upper()):
        yield from _rule_lines(game, text.upper())
        return
    heads = dict(_explanations(game, text))
    if not heads:
        region = find_region(game, text.lower()) if not text.isdecimal() else text
        if region in game.state.board.index:
            yield from neighbour_lines(game, region)
            return
        raise NotationError(_("nothing is called {text!r}; {remedy}", text=text, remedy=_remedy(game, text)))
    for head, explanation in heads.items():
        yield from wrap_text(head, explanation)


def help_names(game: Game) -> list[str]:
    """List everything that ``help`` explains."""
    return sorted({*content_entries(game), *glossary(), *game.state.table.rulebook.verbs, *_factions(game)})


@cache
def glossary() -> Mapping[str, Mapping[str, Any]]:
    """Return word → its text and rules."""
    return tomllib.loads(files(__package__).joinpath("glossary.toml").read_text("utf-8"))


def _explanations(game: Game, text: str) -> Iterator[tuple[str, str]]:
    """Yield head and text of everything that a name means."""
    name = _plain(text)
    entries = _entries_called(game, name)
    for entry in entries:
        yield entry_text(entry)
    word = _singular(name)
    if word in glossary():
        yield f"{word}: ", f"{_word_text(game, word)}{_citation(glossary()[word].get('rules', ()))}"
    for verb, ability in _verb_abilities(game):
        if verb == text.lower():
            pattern = f"{verb} {ability.verbs[verb]}".strip()
            yield f"{pattern}: ", f"{ability.summary()}{_citation([ability.rule])}"
    if word in _factions(game):
        races = [race.name for race in game.variant.races.values() if race.faction == word]
        yield f"{word}: ", f"a faction with the races {', '.join(races)}"
    for terrain in game.variant.terrains.values():
        if _plain(terrain.name) == name or terrain.id == name:
            yield f"{terrain.name}: ", _terrain_text(game, terrain.id)
    natives = game.variant.natives
    if natives is not None and name in (_plain(natives.name), _plain(natives.id)):
        yield f"{natives.name}: ", _word_text(game, "native")
    if name in {_plain(symbol) for region in game.state.board.regions for symbol in region.symbols}:
        regions = [region.id for region in game.state.board.regions if name in map(_plain, region.symbols)]
        yield f"{name}: ", f"a symbol, printed on {', '.join(regions)}; abilities refer to it"


def _word_text(game: Game, word: str) -> str:
    """Return the text of a word of the glossary, with the numbers of the edition."""
    *most, last = map(str, game.state.table.die)
    return str(glossary()[word]["text"]).replace("{faces}", f"{', '.join(most)} and {last}")


def _entries_called(game: Game, name: str) -> list[Entry]:
    """Return the races, powers, relics and pieces of a name: whole, else part of it, else the parts of a combo."""
    entries = content_entries(game)
    names = {key: {_plain(key), _plain(entry.name)} for key, entry in entries.items()}
    whole = [entries[key] for key, forms in names.items() if name in forms or _singular(name) in forms]
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
    more = f"; costs an attacker {kind.defence} more" if kind.defence else ""
    water = "; closed to most races" if kind.water else ""
    return _("a terrain{more}{water}; here {value}", more=more, water=water, value=", ".join(regions) or "no region")


def _rule_lines(game: Game, rule: str) -> Iterator[str]:
    """Yield everything of this edition that cites a rule.

    :raises NotationError: nothing cites it.
    """
    cited = [word for word, entry in glossary().items() if rule in entry.get("rules", ())]
    lines = [f"{word}: {_word_text(game, word)}" for word in cited]
    for entry in content_entries(game).values():
        if rule in (getattr(entry, "source", ""), *re.findall(r"[A-Z]-[A-Z]+-\d+", entry.text)):
            lines.append("".join(entry_text(entry)))
    for ability in _abilities(game):
        if ability.rule == rule:
            lines.append(f"{ability.name}: {ability.summary()}")
    if not lines:
        raise NotationError(
            _("nothing of this edition cites the rule {rule!r}; docs/rulings.md explains the numbers", rule=rule)
        )
    yield _("{rule} is the number of a rule, which these follow:", rule=rule)
    for line in lines:
        yield from wrap_text("  ", line)


def _verb_abilities(game: Game) -> Iterator[tuple[str, type[Ability]]]:
    verbs = game.state.table.rulebook.verbs
    for ability in _abilities(game):
        yield from ((verb, ability) for verb in ability.verbs if verb in verbs)


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
    return did_you_mean(text.lower().replace(" ", "_"), help_names(game)) or _(
        "help names a race, power, relic or piece, or a word of the game, e.g. help {example}", example=example
    )


def _plain(text: str) -> str:
    """Return a name in lower case, without accents and apostrophes, with spaces between its words."""
    return " ".join(re.findall(r"\w+", re.sub("['’]", "", fold_letters(text)).replace("_", " ")))


def _singular(word: str) -> str:
    """Return the form of a word in the glossary: ``natives`` is native, ``conquers`` is conquer."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ed"), word.removesuffix("ing"),
             f"{word.removesuffix('ed')}e", f"{word.removesuffix('ies')}y", f"{word.removesuffix('ing')}e",
             word.replace(" ", "-"), word.removesuffix("ment"))  # fmt: skip
    return next((form for form in forms if form in glossary()), word)
