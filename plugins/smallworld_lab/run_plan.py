"""The plan of a run. The plan and the number of a game determine the whole game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.variant import Scalar
from smallworld.tools import STEP, Source, below

LARGEST_CHUNK = 500
CHUNKS = 80
"""A run has about this many chunks, unless they would be larger than the largest."""

WORDS = {
    "variant": "edition", "content": "content of the edition", "entrants": "list of players",
    "counts": "number of players", "games": "number of games", "boards": "board", "options": "answer to a ruling",
    "plugins": "list of plugins", "observers": "list of observers", "chunk": "number of games",
    "changes": "list of changes", "until": "width of intervals",
}  # fmt: skip
"""Field of a run → how people call it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of simulated games.

    :ivar variant: id or path; :ivar content: the digest of its files, so that no worker plays another edition.
    :ivar entrants: (name, bot) of those who play; they change seats from game to game.
    :ivar counts: numbers of players, taken in turn.
    :ivar boards: ids or files; empty = the variant's own.
    :ivar observers: names of observers of a plugin.
    :ivar shard: (i, n) = of n equal shares of the chunks the i-th, counted from 1.
    :ivar changes: values of the edition that are changed, each as ``PATH=VALUE``.
    :ivar until: what ends the run before its last game, see :mod:`smallworld_lab.analysis.stopping`; empty = nothing.
    """

    variant: str
    content: str
    entrants: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    games: int
    seed: int = 0
    boards: tuple[str, ...] = ()
    options: tuple[tuple[str, Scalar], ...] = ()
    plugins: tuple[str, ...] = ()
    chunk: int = 1
    shard: tuple[int, int] = (1, 1)
    observers: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    until: str = ""

    def game_seed(self, game: int) -> int:
        """Return the seed of a game, 63 bits: number ``game`` of the generator that the seed of the run starts."""
        return below(Source(self.seed + game * STEP, {}), 1 << 64) >> 1

    def seating(self, game: int) -> list[tuple[str, str]]:
        """Return (name, bot) for each seat of a game; entrants move up one seat from game to game."""
        count = self.counts[game % len(self.counts)]
        turn = game // len(self.counts)
        return [self.entrants[(seat + turn) % len(self.entrants)] for seat in range(count)]

    def describe(self, game: int) -> str:
        """Return all that is needed to play a game again: its number, edition, boards, rulings, seed and players."""
        players = [f"p{seat}={bot}" for seat, (_, bot) in enumerate(self.seating(game), 1)]
        texts = [f"variant {self.variant}", f"seed {self.game_seed(game)}", f"players {' '.join(players)}"]
        texts += [f"boards {' '.join(self.boards)}"] if self.boards else []
        texts += [f"changes {' '.join(self.changes)}"] if self.changes else []
        texts += [f"options {' '.join(f'{key}={value}' for key, value in self.options)}"] if self.options else []
        return f"game {game} ({', '.join(texts)})"

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Yield (first game, one past the last) of each chunk of this shard, in order."""
        number, shares = self.shard
        for place, first in enumerate(range(0, self.games, self.chunk)):
            if place % shares == number - 1:
                yield first, min(first + self.chunk, self.games)

    def share(self) -> int:
        """Count the games of this shard."""
        return sum(last - first for first, last in self.chunks())

    def as_json(self) -> str:
        """Return the run as the text that is kept with its games."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Run:
        """Read a run that :meth:`as_json` has written.

        :raises SmallWorldError: the text is not a run.
        """
        try:
            fields: dict[str, Any] = json.loads(text)
            run = Run(**{key: _freeze(value) for key, value in fields.items()})
            sound = _sound(run)
        except (ValueError, TypeError, AttributeError):
            sound = False
        if not sound:
            raise SmallWorldError(lazy("these files do not name their run; simulate the games again"))
        return run

    def differs(self, other: Run) -> str:
        """Name the first field in which two runs differ; empty if they are equal."""
        fields, changed = asdict(self), asdict(other)
        return next((WORDS.get(key, key) for key in fields if fields[key] != changed[key]), "")


def chunk_size(games: int) -> int:
    """Return the games of a chunk: few enough to share out, enough to be cheap."""
    return max(1, min(LARGEST_CHUNK, games // CHUNKS))


def _sound(run: Run) -> bool:
    """Return whether every field of a run that was read holds what it should.

    :raises ValueError, TypeError: it does not.
    """
    numbers = (run.games, run.seed, run.chunk, *run.counts, *run.shard)
    pairs = [*run.entrants, *run.options]
    texts = (run.variant, run.content, run.until, *run.boards, *run.plugins, *run.observers, *run.changes)
    small = run.games < 0 or min(run.chunk, *run.shard, *run.counts) < 1 or run.shard[0] > run.shard[1]
    return (
        all(type(n) is int for n in numbers)
        and all(isinstance(w, str) for w in (*texts, *(key for key, _ in pairs)))
        and not small
    )


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list) else value
