"""A decision in words: what is asked, why an action is refused or costs what it does, and entries of the edition.

>>> import smallworld
>>> from smallworld_play.explanations import prompt_of
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> prompt_of(game, game.to_move).sentence
'Choose a race and power'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from smallworld import Game, _
from smallworld.languages.messages import format_count
from smallworld.model.names import shown_sentence, title_of
from smallworld.model.variant import PieceSpec, PowerSpec, RaceSpec, RelicSpec, Variant
from smallworld.tools import Request, ToPlace, choices_of
from smallworld_play.priced_actions import combo_of, die_odds
from smallworld_play.standings import result_line

Entry = RaceSpec | PowerSpec | RelicSpec | PieceSpec
"""An entry of the edition that has a text for people."""


def content_entries(game: Game) -> dict[str, Entry]:
    """Return everything that ``help`` explains, by id."""
    variant = game.variant
    pieces = {piece.id: piece for piece in variant.pieces.values() if piece.text}
    return {**pieces, **variant.races, **variant.powers, **variant.relics}


def entry_text(entry: Entry) -> tuple[str, str]:
    """Return the name of an entry with a colon, and its text with the rule."""
    rule = "" if isinstance(entry, PieceSpec) or not entry.source else f" ({entry.source})"
    return f"{entry.name}: ", f"{entry.text}{rule}"


def why_lines(game: Game, action: str) -> Iterator[str]:
    """Yield the reasons of a refusal and the ledger of a cost or a score.

    :raises NotationError: the text is not an action.
    """
    reasons = game.refusal(action)
    for reason in reasons:
        yield _("  not legal [{code}]: {reason}", code=reason.code, reason=reason.reason)
    verb = game.read(action).verb
    if verb == "pick" and not reasons:
        yield from _combo_lines(game, game.read(action).number)
        return
    if verb not in ("conquer", "done"):
        if not reasons:
            yield _("  legal: nothing forbids it")
        return
    if any(reason.code == "own" for reason in reasons):  # a region that the race holds has no cost
        return
    yield from _ledger_lines(game, action, verb)
    odds = die_odds(game, action)
    if odds is not None:
        if odds.least:
            yield _("      the die shows {least} or more: {odds}", least=odds.least, odds=odds)
        else:
            yield _("      the die succeeds with {odds}", odds=odds)
    for contribution in game.why(action):
        # The ledger has costs and scores already; a contribution of nothing only explains a refusal or a loss.
        if contribution.matter in ("cost", "score"):
            continue
        if contribution.amount or reasons or contribution.matter == "loss":
            yield f"      {contribution.plain(game.variant)}"


def _ledger_lines(game: Game, action: str, verb: str) -> Iterator[str]:
    """Yield the lines of a cost or a score, and their sum."""
    lines = game.explain(action)
    for line in lines:
        source = title_of(game.variant, line.source)
        rule = f" ({source})" if source.casefold() != line.text.casefold() else ""
        yield f"  {line.amount:+d}  {line.text}{rule}"
    total = sum(line.amount for line in lines)
    if verb == "conquer":
        yield f"= {format_count(total, 'token')}"
    else:
        yield _("= {coins}, scored now", coins=format_count(total, "coin"))


def _combo_lines(game: Game, number: int) -> Iterator[str]:
    """Yield what ``pick NUMBER`` brings: tokens and coins as ledgers, then the texts of race and power."""
    state, book = game.state, game.state.table.rulebook
    place = list(choices_of(state, state.to_move))[number - 1]
    race_index, power_index, bonus = state.column[place]
    race, power = book.races[race_index], book.powers[power_index]
    combo = combo_of(game, number)
    tokens = combo.tokens
    yield f"  +{race.banner}  {race.name}"
    yield f"  +{power.badge}  {power.name}"
    rest = tokens - race.banner - power.badge
    if rest:
        yield f"  {rest:+d}  {_('their abilities') if rest > 0 else _('no more are in the tray')}"
    yield f"= {format_count(tokens, 'token')}"
    coins, price = state.coins[state.to_move], combo.price or 0
    values = {"coins": format_count(coins, "coin"), "price": price, "bonus": bonus, "rest": coins - price + bonus}
    yield _("  you have {coins}, pay {price}, get {bonus}, so {rest} remain", **values)
    for entry in (race, power):
        yield f"  {''.join(entry_text(entry))}"


# --- what is asked: a sentence and a line of help for every decision of every phase


RULE = re.compile(r"\s*\([A-Z]-[A-Z]+-\d[^)]*\)")
"""The id of a rule in brackets."""


class Prompt(NamedTuple):
    """The sentence and the line of help about a decision."""

    sentence: str
    help: str


def prompt_of(game: Game, reader: str, *, bot: str = "", latest: str = "") -> Prompt:
    """Write what is asked.

    :param game: the game as the reader sees it. :param reader: the player who reads; empty for a spectator.
    :param bot: the bot that decides; empty if a person does.
    :param latest: what was done last, in words, for everybody who waits.
    """
    if game.over:
        return Prompt(result_line(game), _("The game is over."))
    request = game.request() if game.to_move == reader else None
    if request is not None and not bot:
        return _own_prompt(game, request)
    return Prompt(_waiting(game, bot), latest or ("" if reader else _("You watch.")))


def _waiting(game: Game, bot: str) -> str:
    """Write what another player does."""
    player = str(game.to_move)
    if bot:
        return _("{player} plays", player=player)
    return {
        "pick": _("{player} chooses a race", player=player),
        "conquer": _("{player} conquers", player=player),
        "redeploy": _("{player} places tokens", player=player),
        "retreat": _("{player} places tokens after a loss", player=player),
    }.get(game.phase, _("{player} decides", player=player))


# --- the player who decides


def _own_prompt(game: Game, request: Request) -> Prompt:
    """Write what the player who decides is asked."""
    match request.kind:
        case "pick":
            again = bool(game.state.declined_of(game.players.index(request.player)))
            return Prompt(
                _("Choose your next race and power") if again else _("Choose a race and power"),
                _("The first costs nothing. Each one further down costs a coin more, which stays on those you skip."),
            )
        case "enter":
            return Prompt(_("Enter the map: choose a bright region"), _("The tag is the price in tokens."))
        case "conquer":
            return Prompt(
                _("Your turn: conquer a bright region"),
                _("The tag is the price in tokens. A die on the tag: you are short and must roll for the rest."),
            )
        case "place":
            part, *rest = request.to_place
            return Prompt(_part_sentence(game.variant, part), _part_help(game, part, rest))
        case "retreat":
            task = _part_sentence(game.variant, request.to_place[0]) if request.to_place else _("choose")
            return Prompt(_("You lost a region. {task}", task=task), _("{player} waits for you.", player=game.turn))
        case "finish":
            usual = _("End your turn, or decline now") if request.may_decline else _own_sentence(game, request)
            return Prompt(usual or _("End your turn"), _source_text(game, request))
        case "answer":
            return Prompt(_own_sentence(game, request) or _("Choose an answer"), _source_text(game, request))
    if not request.ends_with:
        return Prompt(_("Choose what your race does"), _("One of the actions has to come first."))
    if request.kind == "end":
        return Prompt(_("Everything is placed: end your turn"), _("Your coins are counted then."))
    return Prompt(
        _("You cannot conquer another region"), _("Finish, or decline.") if request.may_decline else _("Finish.")
    )


def _part_sentence(variant: Variant, part: ToPlace) -> str:
    if not part.piece:
        race = variant.races[part.race].name
        return _("Place {count} {race} on your regions", count=part.number, race=race)
    name = variant.pieces[part.piece].name if part.piece in variant.pieces else part.piece
    if part.number == 1:
        return _("Place {piece}: choose one of the bright regions", piece=name)
    return _("Place {count} × {piece}: choose bright regions", count=part.number, piece=name)


def _part_help(game: Game, part: ToPlace, rest: list[ToPlace]) -> str:
    if not part.piece:
        return _("Click a region to add one; click its number to take one back.")
    entry = content_entries(game).get(part.piece)
    texts = [without_rules(entry.text)] if entry is not None and entry.text else []
    texts += [] if part.required else [_("You may also leave it.")]
    texts += [
        _("After that: {count} {race} to place.", count=later.number, race=game.variant.races[later.race].name)
        for later in rest if not later.piece
    ]  # fmt: skip
    return " ".join(texts)


@lru_cache(maxsize=2000)
def without_rules(text: str) -> str:
    """Leave out the ids of rules in brackets, which nobody needs in the middle of a game."""
    return RULE.sub("", text)


def _own_sentence(game: Game, request: Request) -> str:
    """Write the sentence of the ability that asks, or the name of its source."""
    if request.prompt:
        return shown_sentence(game.variant, request.prompt)
    entry = content_entries(game).get(request.source)
    return _("{source}: choose", source=entry.name) if entry is not None else ""


def _source_text(game: Game, request: Request) -> str:
    entry = content_entries(game).get(request.source)
    return without_rules(entry.text) if entry is not None else ""
