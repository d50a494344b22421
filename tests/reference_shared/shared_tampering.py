"""Deliberate faults in the table of a model, which the comparison must notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from shared_games import Mismatch, Pair, agree, differences, step
from shared_table import AnyTable

TableT = TypeVar("TableT", bound=AnyTable)


def faults(race: str, piece: str) -> list[tuple[Callable[[AnyTable], None], str]]:
    """Faults that every edition can have, each with the message that the comparison must give.

    They are a coin, a native, a token in the tray and a piece too many, and a column in another order.
    """

    def coins(table: AnyTable) -> None:
        table.coins[table.players[0]] += 1

    def tray(table: AnyTable) -> None:
        table.tray[race] += 1

    def column(table: AnyTable) -> None:
        table.column.reverse()

    def natives(table: AnyTable) -> None:
        next(region for region in table.regions.values() if region.natives).natives += 1

    def pieces(table: AnyTable) -> None:
        next(iter(table.regions.values())).pieces[piece] += 1

    return [
        (coins, "coins: "),
        (tray, f"tray {race}: "),
        (column, "column: "),
        (natives, " natives: 1, 2"),
        (pieces, f" pieces: {{}}, {{'{piece}': 1}}"),
    ]


def message_after(pair: Pair[TableT], tamper: Callable[[TableT], None]) -> str:
    """Return the message of the comparison after the tampering; it always has the setting and all actions."""
    assert not list(differences(pair))
    tamper(pair.table)
    with pytest.raises(Mismatch) as caught:
        agree(pair, "\n".join(differences(pair)))
    message = str(caught.value)
    assert f"seed={pair.setting.seed}" in message
    assert "\n".join(f"  {action}" for action in pair.actions) in message
    return message


def message_after_needless_chance(pair: Pair[TableT], action: str) -> str:
    """Return the message of the comparison for a die that no rule asks for when the action is taken."""
    pair.table.chance.append(("die", 3))
    with pytest.raises(Mismatch) as caught:
        step(pair, action)
    return str(caught.value)
