"""Rules that are the same in every edition: the next player, the next retreat, the winners.

They belong to the reference models and are made, as these are, from the text of the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from shared_table import AnyTable

TableT = TypeVar("TableT", bound=AnyTable)


def next_player(table: AnyTable, rounds: int) -> str | None:
    """The next player clockwise; None after the last turn of the last round, when the game ends (R-TURN-8)."""
    seat = (table.players.index(table.turn.player) + 1) % len(table.players)
    if seat == table.first:
        if table.round == rounds:
            table.phase, table.mover = "over", None
            return None
        table.round += 1
    return table.players[seat]


def next_to_retreat(table: TableT, legal: Callable[[TableT], set[str]]) -> bool:
    """Let the next player decide who has something to place (R-LOSS-6); False when nobody has."""
    table.phase = "retreat"
    while table.retreating:
        table.mover = table.retreating[0]
        if legal(table):
            return True
        del table.retreating[0]
    return False


def winners_by_coins(table: AnyTable, on_map: Callable[[str], int]) -> list[str]:
    """Most coins (R-END-1), then most tokens on the map (R-END-2); who is still level shares (R-END-3)."""
    richest = players_with_most(table.players, table.coins.__getitem__)
    return richest if table.rulings["tie_break"] == "shared" else players_with_most(richest, on_map)


def players_with_most(players: Iterable[str], number: Callable[[str], int]) -> list[str]:
    """One player, or all that are level."""
    counted = {player: number(player) for player in players}
    return [player for player in counted if counted[player] == max(counted.values())]
