"""The comparison of engine and Warcraft model finds a difference, and reports the actions before it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from shared_games import PLAYERS, step
from shared_tampering import faults, message_after, message_after_needless_chance
from wc_games import Setting, begin
from wc_table import Race, Table

PLAIN = Setting(7, PLAYERS[:2], {})


def tampered_relics(table: Table) -> None:
    next(region for region in table.regions.values() if region.face_down).face_down = None


def tampered_races(table: Table) -> None:
    player = table.turn.player
    table.declined[player] = Race(player, "humans", "", declined=True)


def tampered_turn(table: Table) -> None:
    table.phase = "redeploy"


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        *faults("tauren", "fort"),
        (tampered_relics, " relics: Counter({None: 1}), Counter()"),
        (tampered_races, "races of "),
        (tampered_turn, "legal: only the engine ["),
    ],
)
def test_a_difference_is_reported_with_all_actions_before_it(tamper: Callable[[Table], None], message: str) -> None:
    pair = begin(PLAIN)
    step(pair, "pick 1")
    assert message in message_after(pair, tamper)


def test_chance_that_the_rules_do_not_ask_for_is_a_difference() -> None:
    assert "the rules need no chance (die)" in message_after_needless_chance(begin(PLAIN), "pick 1")
