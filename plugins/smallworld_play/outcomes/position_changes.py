"""Differences between two positions of a game: the turn that ended, and results of chance."""

from __future__ import annotations

from smallworld.game import Game
from smallworld.model.values import Turn


def turn_ended(before: Game, after: Game) -> Turn | None:
    """Return the turn that an action has ended; None if it goes on."""
    ended = after.state.ended
    return ended if ended != before.state.ended else None


def chance_in_outcomes(game: Game) -> set[str]:
    """Return the kinds of chance that are part of the outcome of an action."""
    return {"die", *game.state.table.rulebook.piece_indexes}


def chance_results(before: Game, after: Game) -> list[tuple[str, object]]:
    """Return everything that chance decided between two positions of a game: kind and result, in order."""
    results: list[tuple[str, object]] = []
    link = after.state.log
    while link is not before.state.log:  # copies of a game share the events before
        link, kind, result = link
        results += [(kind, result)] if isinstance(kind, str) else []
    return results[::-1]
