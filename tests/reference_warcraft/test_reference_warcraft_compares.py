"""The comparison of engine and Warcraft model finds what differs, and tells what led to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from wc_comparison import differences
from wc_games import PLAYERS, Mismatch, Setting, agree, begin, step
from wc_table import Race, Table

PLAIN = Setting(7, PLAYERS[:2], {})


def tampered_coins(table: Table) -> None:
    table.coins["ann"] += 1


def tampered_tray(table: Table) -> None:
    table.tray["tauren"] += 1


def tampered_column(table: Table) -> None:
    table.column.reverse()


def tampered_murlocs(table: Table) -> None:
    next(region for region in table.regions.values() if region.natives).natives += 1


def tampered_pieces(table: Table) -> None:
    next(iter(table.regions.values())).pieces["fort"] += 1


def tampered_relics(table: Table) -> None:
    next(region for region in table.regions.values() if region.face_down).face_down = None


def tampered_races(table: Table) -> None:
    player = table.turn.player
    table.declined[player] = Race(player, "humans", "", declined=True)


def tampered_turn(table: Table) -> None:
    table.phase = "redeploy"


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (tampered_coins, "coins: "),
        (tampered_tray, "tray tauren: "),
        (tampered_column, "column: "),
        (tampered_murlocs, " natives: 1, 2"),
        (tampered_pieces, " pieces: {}, {'fort': 1}"),
        (tampered_relics, " relics: Counter({None: 1}), Counter()"),
        (tampered_races, "races of "),
        (tampered_turn, "legal: only the engine ["),
    ],
)
def test_a_difference_is_told_with_all_that_led_to_it(tamper: Callable[[Table], None], told: str) -> None:
    pair = begin(PLAIN)
    step(pair, "pick 1")
    assert not list(differences(pair.game, pair.table))
    tamper(pair.table)
    with pytest.raises(Mismatch) as caught:
        agree(pair, "\n".join(differences(pair.game, pair.table)))
    message = str(caught.value)
    assert told in message
    assert f"seed={pair.setting.seed}" in message
    assert "\n".join(f"  {action}" for action in pair.actions) in message


def test_chance_that_the_rules_do_not_ask_for_is_a_difference() -> None:
    pair = begin(PLAIN)
    pair.table.chance.append(("die", 3))
    with pytest.raises(Mismatch, match="the rules need no chance"):
        step(pair, "pick 1")
