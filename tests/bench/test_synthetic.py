"""Editions of the sizes that the study of growth measures are correct, and playable to the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import synthetic

import smallworld
from smallworld_validate.file_checker import FileChecker


@pytest.mark.full
@pytest.mark.parametrize(
    "sizes",
    [{"regions": 480}, {"regions": 120, "players": 12, "more_races": 26}, {"more_races": 486}],
    ids=["480 regions", "12 players", "500 races"],
)
def test_a_large_edition_is_correct_and_ends(sizes: dict[str, int], tmp_path: Path) -> None:
    path = synthetic.edition(tmp_path / "large", **sizes, rounds=3)
    assert FileChecker().check_file(path) == []
    players = [f"p{number}" for number in range(sizes.get("players", 3))]
    game, rnd = smallworld.new_game(smallworld.load_variant(path), players, seed=1), random.Random(1)
    while legal := game.legal_actions():
        game.apply(rnd.choice(legal))
    assert game.over and game.round == 3
    assert all(coins > 0 for coins in game.scores().values())
