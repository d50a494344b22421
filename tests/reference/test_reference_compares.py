"""The comparison of engine and reference model finds what differs, and tells what led to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reference_games import Mismatch, agree, begin, differences, step
from reference_settings import PLAYERS, Setting
from reference_table import Race, Table

PLAIN = Setting(7, "mini", PLAYERS[:2], {}, rounds=10)


def tampered_coins(table: Table) -> None:
    table.coins["ann"] += 1


def tampered_tray(table: Table) -> None:
    table.tray["ratmen"] += 1


def tampered_column(table: Table) -> None:
    table.column.reverse()


def tampered_tokens(table: Table) -> None:
    next(region for region in table.regions.values() if region.natives).natives += 1


def tampered_pieces(table: Table) -> None:
    next(iter(table.regions.values())).pieces["fortress"] += 1


def tampered_turn(table: Table) -> None:
    table.phase = "finish"
    table.active[table.turn.player] = Race(table.turn.player, "humans", "stout")


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (tampered_coins, "coins: "),
        (tampered_tray, "tray ratmen: "),
        (tampered_column, "column: "),
        (tampered_tokens, " natives: 1, 2"),
        (tampered_pieces, " pieces: {}, {'fortress': 1}"),
        (tampered_turn, "legal: only the engine ['pick 1'"),
    ],
)
def test_a_difference_is_told_with_all_that_led_to_it(tamper: Callable[[Table], None], told: str) -> None:
    pair = begin(PLAIN)
    assert not list(differences(pair))
    for action in ("pick 1", "done", "done"):  # a first turn without conquests
        step(pair, action)
    tamper(pair.table)
    with pytest.raises(Mismatch) as caught:
        agree(pair, "\n".join(differences(pair)))
    message = str(caught.value)
    assert told in message
    assert f"seed={pair.setting.seed}" in message
    assert "\n".join(f"  {action}" for action in pair.actions) in message


def test_chance_that_the_rules_do_not_ask_for_is_a_difference() -> None:
    pair = begin(PLAIN)
    pair.table.chance.append(("die", 3))
    with pytest.raises(Mismatch, match="the rules need no chance"):
        step(pair, "pick 1")
