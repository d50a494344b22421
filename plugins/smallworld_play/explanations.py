"""Explanations as lines of text: entries of the edition, and actions with their costs."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.names import title_of
from smallworld.model.variant import PieceSpec, PowerSpec, RaceSpec, RelicSpec
from smallworld.tools import choices_of
from smallworld_play.priced_actions import combo_of, die_odds

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


def refusal_lines(game: Game, action: str) -> Iterator[str]:
    """Yield the reasons why an action is not legal now, the most useful first.

    :raises NotationError: the text is not an action.
    """
    for reason in game.refusal(action):
        yield _("  not legal [{code}]: {reason}", code=reason.code, reason=reason.reason)


def refusal_texts(game: Game, action: str) -> list[str]:
    """List the reasons why an action is not legal now, without their codes.

    :raises NotationError: the text is not an action.
    """
    return [reason.reason for reason in game.refusal(action)]


def why_lines(game: Game, action: str) -> Iterator[str]:
    """Yield the reasons of a refusal and the ledger of a cost or a score.

    :raises NotationError: the text is not an action.
    """
    reasons = game.refusal(action)
    yield from refusal_lines(game, action)
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
    yield _(
        "  you have {coins}, pay {price}, get {bonus}, so {rest} remain",
        coins=format_count(coins, "coin"),
        price=price,
        bonus=bonus,
        rest=coins - price + bonus,
    )
    for entry in (race, power):
        yield f"  {''.join(entry_text(entry))}"
