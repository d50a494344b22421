"""The engine against a second writing of the base rules: both must agree in random games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reference_games import begin
from reference_rulings import ANSWERS, NOT_MODELLED
from reference_settings import base, brief, official, small
from shared_games import play

from smallworld.model.rulings import rulings_of
from tiers import quick_first

BATCHES, GAMES = 75, 10
"""The deep test: 75 times ten games of each sort."""


@pytest.mark.parametrize("seed", quick_first(range(16), 3))
def test_official_boards(seed: int) -> None:
    play(begin(official(seed)))


@pytest.mark.parametrize("seed", quick_first(range(36), 8))
def test_small_boards(seed: int) -> None:
    play(begin(small(seed)))


@pytest.mark.parametrize("tens", quick_first(range(4)))
def test_brief_games(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        play(begin(brief(seed)))


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_many_games(batch: int) -> None:
    for seed in range(1_000 + batch * GAMES, 1_000 + (batch + 1) * GAMES):
        for setting in (official, small, brief):
            play(begin(setting(seed)))


def test_the_models_know_nothing_of_the_engine() -> None:
    """None does: each reads what is printed on a board; only what plays the games knows the game under test."""
    playing = {"shared_games.py", "reference_games.py", "reference_settings.py", "wc_games.py"}
    modules = [path for path in Path(__file__).parents[1].glob("reference*/*.py") if not path.name.startswith("test_")]
    assert playing < {path.name for path in modules}
    for path in modules:
        imported = re.findall(r"^(?:from|import) (smallworld[\w.]*)", path.read_text("utf-8"), re.MULTILINE)
        more = {"smallworld", "smallworld_editions.load"} if path.name in playing else set()
        assert {*imported} <= {"smallworld.model.board"} | more, path.name


def test_the_model_has_every_ruling() -> None:
    """A new ruling of the base rules belongs into the model, or on the list of those that change nothing there."""
    rulings = rulings_of(base())
    assert set(rulings) == set(ANSWERS) | NOT_MODELLED
    assert {key: rulings[key].default for key in ANSWERS} == {key: default for key, (default, _) in ANSWERS.items()}
