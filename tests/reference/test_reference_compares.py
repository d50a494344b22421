"""The comparison of engine and reference model finds a difference, and reports the actions before it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reference_games import begin
from reference_settings import Setting
from reference_table import Race, Table
from shared_games import PLAYERS, step
from shared_tampering import faults, message_after, message_after_needless_chance

PLAIN = Setting(7, "mini", PLAYERS[:2], {}, rounds=10)


def tampered_turn(table: Table) -> None:
    table.phase = "finish"
    table.active[table.turn.player] = Race(table.turn.player, "humans", "stout")


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        *faults("ratmen", "fortress"),
        (tampered_turn, "legal: only the engine ['pick 1'"),
    ],
)
def test_a_difference_is_reported_with_all_actions_before_it(tamper: Callable[[Table], None], message: str) -> None:
    pair = begin(PLAIN)
    for action in ("pick 1", "done", "done"):  # a first turn without conquests
        step(pair, action)
    assert message in message_after(pair, tamper)


def test_chance_that_the_rules_do_not_ask_for_is_a_difference() -> None:
    assert "the rules need no chance (die)" in message_after_needless_chance(begin(PLAIN), "pick 1")
