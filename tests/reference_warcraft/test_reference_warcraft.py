"""The engine against a second writing of the Warcraft rules: both must agree in random games."""

from __future__ import annotations

from itertools import product

import pytest
from shared_games import play
from wc_games import PLAYERS, Setting, begin, setting_of, warcraft
from wc_rulings import ANSWERS, NOT_MODELLED

from tiers import quick_first

BATCHES, GAMES = 60, 10
"""The deep test: 60 times ten games."""


@pytest.mark.parametrize("seed", quick_first(range(40), 6))
def test_islands(seed: int) -> None:
    play(begin(setting_of(seed)))


@pytest.mark.parametrize("players", quick_first(range(2, 6), 2))
@pytest.mark.parametrize("tie_break", ["tokens_then_shared", "shared"])
def test_level_sides(players: int, tie_break: str) -> None:
    """W-TEAM-5, W-END-1: random games hardly ever end level, so every pattern of scores is laid on the end of one."""
    pair = play(begin(Setting(7, PLAYERS[:players], {"teams": "factions", "tie_break": tie_break})))
    for scores in product((60, 70, 80), repeat=players):
        pair.game.state.coins = list(scores)
        pair.table.coins = dict(zip(pair.table.players, scores, strict=True))
        assert pair.game.winners() == pair.model.winners(pair.table), scores


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_many_games(batch: int) -> None:
    for seed in range(1_000 + batch * GAMES, 1_000 + (batch + 1) * GAMES):
        play(begin(setting_of(seed)))


def test_the_model_has_every_ruling() -> None:
    """A new ruling of the edition belongs into the model, or on the list of those that it leaves at their defaults."""
    rulings = warcraft().rulings
    assert set(rulings) <= set(ANSWERS) | NOT_MODELLED
    defaults = {key: rulings[key].default for key in ANSWERS if key in rulings}
    assert defaults == {key: default for key, (default, _) in ANSWERS.items() if key in rulings}
