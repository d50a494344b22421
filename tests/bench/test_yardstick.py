"""The yardstick plays real games, so that ratios mean something."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import measure
import yardstick

import smallworld

pytestmark = pytest.mark.bench


def test_the_yardstick_plays_whole_games() -> None:
    rnd = random.Random(1).random
    assert 100 < sum(yardstick.playout(rnd) for _ in range(50)) / 50 < 400


def test_our_games_are_counted_by_decisions() -> None:
    variant = smallworld.load_variant("base")
    decisions = measure.playout(variant, 3, random.Random(1).random, 0)
    mean = measure.listed(variant, 3, 1)
    game = smallworld.new_game(variant, measure.PLAYERS[:3], seed=0)
    rnd, counted = random.Random(1).random, 0
    while not game.over:
        legal = game.legal_actions()
        counted += len(legal)
        game.apply(legal[int(rnd() * len(legal))])
    assert decisions == sum("do" in event for event in game.log)
    assert mean == counted / decisions
