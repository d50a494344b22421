"""The card of a region or an action: the price as a sum and what the player holds, or every reason against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from smallworld.actions import Action
from smallworld.game import Game
from smallworld.languages import _, ngettext
from smallworld.model.names import word_of
from smallworld_play.explanations import refusal_texts, why_lines
from smallworld_play.priced_actions import die_odds
from smallworld_play.prompts import without_rules

Card = Mapping[str, Any]
"""``rows`` (text and amount) with their ``sum`` and its ``label``, ``notes`` and ``refusals`` as sentences."""


def card_of(game: Game, region: str = "", action: str = "") -> Card:
    """Explain the first action on a region, or an action; or list every reason why it is not possible now.

    :param game: the game as the person sees it.
    :raises NotationError: the text is not an action, or the board has no such region.
    """
    if game.over:
        return _card(notes=[_("the game is over")])
    if region:
        index = game.read(f"conquer {region}").region
        actions = [legal for legal in game.legal_actions() if legal.region == index]
        if not actions:
            return _refused(game, f"conquer {region}") if game.phase == "conquer" else _card()
        usual = min(actions, key=lambda legal: (legal.verb != "conquer", "die" in legal.means))
        return _pieces(game, index, _explained(game, usual))
    if action in game.legal_actions():
        return _explained(game, next(legal for legal in game.legal_actions() if legal == action))
    return _refused(game, action)


def _card(
    rows: Sequence[tuple[str, int]] = (), label: str = "", notes: Sequence[str] = (), refusals: Sequence[str] = ()
) -> Card:
    return {
        "rows": [[text, amount] for text, amount in rows], "sum": sum(amount for _text, amount in rows),
        "label": label, "notes": list(notes), "refusals": list(refusals),
    }  # fmt: skip


def _refused(game: Game, action: str) -> Card:
    texts = [with_names(game, without_rules(text)) for text in refusal_texts(game, action)]
    return _card(refusals=texts, notes=[] if texts else [_("nothing to do here")])


def with_names(game: Game, text: str) -> str:
    """Write the terrains of regions in place of their ids, as the page shows regions: ``Hill is yours already``."""
    terrains = game.variant.terrains
    names = {
        region.id: terrains[region.terrain].name for region in game.state.board.regions if region.terrain in terrains
    }  # fmt: skip
    ids = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))

    def name(match: re.Match[str]) -> str:
        word = names[match[0]]
        return word if match.start() == 0 else word.lower()

    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", name, text) if ids else text


def _explained(game: Game, action: Action) -> Card:
    """Explain a legal action."""
    if action.verb == "conquer":
        return _card(_ledger(game, action), _("Price"), _conquest_notes(game, action))
    if action.verb == "done" and game.phase in ("redeploy", "conquer"):
        return _card(_ledger(game, action), _("Coins of this turn, as it is now"))
    if action.verb == "pick":
        return _card(notes=[without_rules(line.strip()) for line in why_lines(game, action)])
    return _card()


def _ledger(game: Game, action: Action) -> list[tuple[str, int]]:
    return [
        (without_rules(line.text) or word_of(game.variant, line.source), line.amount) for line in game.explain(action)
    ]


def _conquest_notes(game: Game, action: Action) -> list[str]:
    """Write what the player holds, and what that means; and abilities with an effect."""
    hand = game.state.hand[game.state.to_move]
    odds = die_odds(game, action)
    if odds is not None and odds.least:
        return [
            _("You hold {hand}: roll the die, {least} or more takes it ({good} of {faces}). It ends your conquests.",
              hand=hand, least=odds.least, good=odds.good, faces=odds.faces)
        ]  # fmt: skip
    if odds is not None:
        return [_("You hold {hand}: roll the die ({good} of {faces}).", hand=hand, good=odds.good, faces=odds.faces)]
    return [ngettext("You hold {count} token.", "You hold {count} tokens.", hand)]


def _pieces(game: Game, region: int, card: Card) -> Card:
    """Add the effects of the pieces on a region."""
    kinds = game.state.table.rulebook.pieces
    pieces = [kinds[kind] for (kind, place) in sorted(game.state.pieces) if place == region]
    texts = [f"{piece.name}: {without_rules(piece.text)}" for piece in pieces if piece.text]
    return {**card, "notes": [*card["notes"], *texts]}
