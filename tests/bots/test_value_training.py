"""Training the value network: the same for every number of workers, better with every look, and fit for the bot."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from value_training import Sample, Training, main, play_samples

import smallworld
from smallworld_bots.value_network import ValueNetwork


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return play_samples("base", 2, 0, 12)


def test_samples_are_players_at_the_beginning_of_turns(samples: list[Sample]) -> None:
    assert len(samples) == 12 * 10 * 2 * 2  # games, rounds, turns, players
    assert {len(sample.features) for sample in samples} == {48}
    assert samples[: 3 * 10 * 4] == play_samples("base", 2, 0, 3)
    assert samples[: 10 * 4] == play_samples("base", 2, 0, 1)
    assert any(name.startswith("declined race ") for sample in samples for name in sample.names)


def test_training_reduces_the_error(samples: list[Sample]) -> None:
    first, *_, last = Training(samples).fit(12)
    assert last < 0.97 * first


def test_the_command_writes_weights_that_the_bot_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saved weights predict what the trained ones do, though they are for features as they are."""
    monkeypatch.setattr("value_training.TABLES", (("base", 2),))
    path = tmp_path / "weights.json"
    result = CliRunner().invoke(main, ["--games", "4", "--epochs", "2", "--out", str(path)])
    assert result.exit_code == 0, result.output
    samples = play_samples("base", 2, 0, 4)
    training = Training(samples)
    list(training.fit(2))
    game = smallworld.new_game(smallworld.load_variant("base"), ["p1", "p2"], seed=1)
    training.save(tmp_path / "again.json")
    expected = ValueNetwork(tmp_path / "again.json").coins_to_come(game.state)
    assert ValueNetwork(path).coins_to_come(game.state) == pytest.approx(expected)


def test_saved_weights_predict_as_in_training(samples: list[Sample], tmp_path: Path) -> None:
    import numpy as np

    training = Training(samples)
    list(training.fit(1))
    training.save(tmp_path / "weights.json")
    network = ValueNetwork(tmp_path / "weights.json")
    predicted = training.predict(np.arange(50))
    for sample, change in zip(samples, predicted, strict=False):
        assert network.correction(sample.features, sample.names) == pytest.approx(float(change), abs=1e-3)
