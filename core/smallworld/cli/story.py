"""The course of a game in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from smallworld.cli.aftermath import with_actions
from smallworld.cli.sides import side_coins, sides, winning_sides
from smallworld.game import Game
from smallworld.records.hidden import HIDDEN
from smallworld.rules.scoring import outnumbered


def tell(game: Game, outcomes: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    """The whole game from its log, each action with what it brought, then the result."""
    yield from events(game, outcomes)
    if game.over:
        yield result_line(game)


def events(game: Game, outcomes: Mapping[int, tuple[str, ...]], start: int = 0) -> Iterator[str]:
    """What has happened since a place in the log, in words.

    :param outcomes: place of an action in the log → what it brought, in words; without it the bare action is told.
    """
    told, known = with_actions(game), False
    for place, event in enumerate(game.log[start:], start):
        known = place in outcomes if "do" in event else known
        if known and event.get("chance") in told:  # it stands with the action
            continue
        yield from filter(None, outcomes.get(place) or (event_line(event, game.players),))


def event_line(event: Mapping[str, Any], players: Sequence[str]) -> str:
    """One event in words; empty for what nobody sees."""
    if "do" in event:
        return f"{event['by']}: {event['do']}"
    if event["chance"] in HIDDEN:
        return ""
    result = event["result"]
    if event["chance"] == "first_player":
        result = players[int(result) - 1]
    shown = ", ".join(map(str, result)) if isinstance(result, list) else result
    return f"  chance: {event['chance'].replace('_', ' ')} = {shown}"


def result_line(game: Game) -> str:
    """Who has won with how many coins, and over whom only by tokens (R-END-2); of sides the coins of each."""
    winners = game.winners()
    if sides(game):
        won = winning_sides(game)
        lost = [f"{side} ({side_coins(game, side)})" for side in sides(game) if side not in won]
        against = f" against {' and '.join(lost)}" if lost else ""
        names = " and ".join(f"{side} ({side_coins(game, side)} coins)" for side in won)
        return f"{names} {_wins(won)}{against}"
    tied = [game.players[player] for player in outnumbered(game.position)]
    by_tokens = f", for having more tokens on the map than {' and '.join(tied)}" if tied else ""
    return f"{' and '.join(winners)} {_wins(winners)} with {game.scores()[winners[0]]} coins{by_tokens}"


def _wins(winners: list[str]) -> str:
    return "wins" if len(winners) == 1 else "share the victory"
