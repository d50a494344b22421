"""Train the value network of the bot ``planner``: play games, learn the coins that players still got.

docs/studies/bots.md has the command that trained the network of the package. It needs the extra ``sim``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from smallworld.errors import SmallWorldError
from smallworld.game import new_game
from smallworld_bots import make
from smallworld_bots.position_value import future
from smallworld_bots.value_network import combo_names, player_features, position_facts
from smallworld_editions.editions import load_variant
from smallworld_lab.executors import backend
from smallworld_output.whole_files import write_whole

if TYPE_CHECKING:
    import numpy as np

BOTS = ("greedy", "greedy", "greedy", "normal:haste=0.15")
"""Each seat of a game draws one of these, if no others are given: haste shows positions that better bots avoid."""
TABLES = tuple((variant, players) for players in (2, 3, 4) for variant in ("base", "warcraft"))
"""Edition and number of players."""
HIDDEN = 16
"""Numbers in each hidden layer."""
BATCH = 1024
"""Samples of one step."""
RATE = 2e-3
"""Largest step of a weight (Adam)."""
SCALE = 10.0
"""Coins of one unit of the last layer."""
CHUNK = 25
"""Games that a worker plays at a time."""


class Sample(NamedTuple):
    """A player at the beginning of a turn."""

    features: tuple[float, ...]
    names: tuple[str, ...]
    """Their races and powers."""
    correction: float
    """Coins that they still got, less those that :func:`smallworld_bots.position_value.future` expected."""


def play_samples(variant: str, players: int, first: int, last: int, kinds: Sequence[str] = BOTS) -> list[Sample]:
    """Play the games ``first`` to ``last - 1`` of a table and return every player at the beginning of every turn.

    :param kinds: each seat draws one of these bots.
    """
    samples: list[Sample] = []
    for number in range(first, last):
        rng = Random(f"{variant} {players} {number}")
        seats = [f"p{seat}" for seat in range(1, players + 1)]
        game = new_game(load_variant(variant), seats, seed=rng.getrandbits(63))
        bots = {seat: make(rng.choice(kinds)) for seat in seats}
        state, turn, begun = game.state, (0, -1), []
        while state.phase != "over":
            if turn != (state.round, state.turn):
                turn = (state.round, state.turn)
                facts = position_facts(state)
                for player in range(players):
                    expected = future(state, player, state.turn == player)
                    features = player_features(state, player, expected, facts)
                    begun.append((player, state.coins[player] + expected, features, combo_names(state, player)))
            seat = seats[state.to_move]
            game.apply(bots[seat].choose(game.view(seat), game.legal_actions(), rng))
        samples += [
            Sample(features, names, state.coins[player] - expected) for player, expected, features, names in begun
        ]
    return samples


def collect(games: int, jobs: int, kinds: Sequence[str] = BOTS) -> Iterator[list[Sample]]:
    """Yield the samples of so many games of each table, in the same order for every number of workers."""
    with backend(jobs).open() as executor:
        chunks = [
            executor.submit(play_samples, *table, first, min(first + CHUNK, games), kinds)
            for first in range(0, games, CHUNK)
            for table in TABLES
        ]
        for chunk in chunks:
            yield chunk.result()


class Training:
    """Samples as arrays, and the weights that are fitted to them.

    :param samples: a tenth of them is kept apart and measures the error.
    """

    def __init__(self, samples: Sequence[Sample]) -> None:
        import numpy as np

        self._np = np
        self.names = sorted({name for sample in samples for name in sample.names})
        rows = {name: row for row, name in enumerate(self.names)}
        features = np.array([sample.features for sample in samples], np.float32)
        self._mean, self._deviation = features.mean(0), features.std(0) + 1e-3
        self._inputs = (features - self._mean) / self._deviation
        most = max(len(sample.names) for sample in samples)
        nothing = len(rows)  # a row of zeros for players with fewer races
        self._combos = np.array(
            [[rows[name] for name in sample.names] + [nothing] * (most - len(sample.names)) for sample in samples]
        )
        self._targets = np.array([sample.correction for sample in samples], np.float32)
        rng = np.random.default_rng(0)
        self._rng = rng
        count = self._inputs.shape[1]
        shapes = {"weights1": (count, HIDDEN), "weights2": (HIDDEN, HIDDEN), "weights3": (HIDDEN, 1)}
        self.weights: dict[str, Any] = {
            name: rng.normal(0, shape[0] ** -0.5, shape).astype(np.float32) for name, shape in shapes.items()
        }
        self.weights |= {f"offsets{layer}": np.zeros(shapes[f"weights{layer}"][1], np.float32) for layer in (1, 2, 3)}
        self.weights["rows"] = rng.normal(0, 0.05, (len(rows) + 1, HIDDEN)).astype(np.float32)
        self.weights["rows"][nothing] = 0
        self._moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in self.weights.items()}
        self._steps = 0

    def fit(self, epochs: int) -> Iterator[float]:
        """Go through the samples so many times; yield the mean squared error on those kept apart, in coins²."""
        np = self._np
        places = np.arange(len(self._targets))
        kept, rest = places[places // 100 % 10 == 0], places[places // 100 % 10 != 0]
        batches = max(1, len(rest) // BATCH)
        for _ in range(epochs):
            self._rng.shuffle(rest)
            for batch in np.array_split(rest, batches):
                rate = RATE * (0.5 + 0.5 * np.cos(np.pi * self._steps / (epochs * batches))) + 1e-5
                self._step(self._slopes(batch), rate)
            yield float(np.mean((self.predict(kept) - self._targets[kept]) ** 2))

    def predict(self, places: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the correction that is expected of each of these samples, in coins."""
        corrections: np.ndarray[Any, Any] = self._layers(places)[2]
        return corrections

    def _layers(self, batch: np.ndarray[Any, Any]) -> tuple[Any, Any, Any]:
        """Return both hidden layers and the prediction, in coins."""
        np, weights = self._np, self.weights
        first = self._inputs[batch] @ weights["weights1"] + weights["offsets1"]
        first = np.maximum(first + weights["rows"][self._combos[batch]].sum(1), 0)
        second = np.maximum(first @ weights["weights2"] + weights["offsets2"], 0)
        return first, second, (second @ weights["weights3"] + weights["offsets3"])[:, 0] * SCALE

    def _slopes(self, batch: np.ndarray[Any, Any]) -> dict[str, Any]:
        """Return the gradient of the squared error."""
        np, weights = self._np, self.weights
        first, second, predicted = self._layers(batch)
        error = ((predicted - self._targets[batch]) * (SCALE / 50 / len(batch)))[:, None].astype(np.float32)
        slopes = {"weights3": second.T @ error, "offsets3": error.sum(0)}
        error = error @ weights["weights3"].T * (second > 0)
        slopes |= {"weights2": first.T @ error, "offsets2": error.sum(0)}
        error = error @ weights["weights2"].T * (first > 0)
        slopes |= {"weights1": self._inputs[batch].T @ error, "offsets1": error.sum(0)}
        rows = np.zeros_like(weights["rows"])
        for column in self._combos[batch].T:
            np.add.at(rows, column, error)
        rows[-1] = 0
        return slopes | {"rows": rows}

    def _step(self, slopes: dict[str, Any], rate: float) -> None:
        """Change the weights (Adam)."""
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            change = (mean / (1 - 0.9**self._steps)) / (self._np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            self.weights[name] -= rate * change

    def save(self, path: Path) -> None:
        """Write the weights for features and coins as they are, without the scales of the training.

        A feature that was the same in all samples has no weight: nothing is known about other values of it.
        """
        np, weights = self._np, dict(self.weights)
        first = weights["weights1"] / self._deviation[:, None] * (np.ptp(self._inputs, 0) > 0)[:, None]
        weights |= {
            "weights1": first, "offsets1": weights["offsets1"] - self._mean @ first,
            "weights3": weights["weights3"] * SCALE, "offsets3": weights["offsets3"] * SCALE,
            "rows": weights["rows"][:-1],
        }  # fmt: skip
        rows = dict(zip(self.names, weights.pop("rows"), strict=True))
        stored = {**weights, "rows": rows}
        write_whole(path, json.dumps(stored, default=lambda values: values.astype(float).round(5).tolist()) + "\n")


POSITIVE = click.IntRange(min=1)


@click.command()
@click.option(
    "--games",
    type=POSITIVE,
    default=1200,
    show_default=True,
    help="Number of games of each edition and number of players.",
)
@click.option("--epochs", type=POSITIVE, default=8, show_default=True, help="How often each sample is used.")
@click.option("--jobs", type=POSITIVE, default=1, show_default=True, help="Processes that play.")
@click.option("--bot", "kinds", multiple=True, default=BOTS, help="Each seat draws one; one may be given twice.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file of the weights.")
def main(games: int, epochs: int, jobs: int, kinds: tuple[str, ...], out: Path) -> None:
    """Play games and train the value network with them."""
    try:
        list(map(make, kinds))
    except SmallWorldError as error:
        raise click.BadParameter(str(error), param_hint="--bot") from None
    samples: list[Sample] = []
    for chunk in collect(games, jobs, kinds):
        samples += chunk
        click.echo(json.dumps({"samples": len(samples)}), err=True)
    training = Training(samples)
    for epoch, error in enumerate(training.fit(epochs), 1):
        click.echo(json.dumps({"epoch": epoch, "mean_squared_error": round(error, 2)}))
    training.save(out)


if __name__ == "__main__":
    main()
