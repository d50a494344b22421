"""What a run plays. Everything about a game follows from the run and the number of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.model.content import Scalar

WORD = (1 << 64) - 1
LARGEST_CHUNK = 500
CHUNKS = 200
"""A run has about this many chunks, unless they would be larger than the largest."""

WORDS = {
    "variant": "edition", "content": "content of the edition", "entrants": "list of players",
    "counts": "number of players", "games": "number of games", "boards": "board", "options": "answer to a ruling",
    "plugins": "list of plugins", "chunk": "number of games",
}  # fmt: skip
"""Field of a run → how people call it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of simulated games.

    :ivar variant: id or path; :ivar content: the digest of its files, so that no worker plays another edition.
    :ivar entrants: (name, bot) of those who play; they change seats from game to game.
    :ivar counts: numbers of players, taken in turn.
    :ivar boards: ids or files; empty = the variant's own.
    :ivar shard: (i, n) = of n equal shares of the chunks the i-th, counted from 1.
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

    def game_seed(self, game: int) -> int:
        """The seed of a game: SplitMix64 of the run's seed, at the place of the game; 63 bits."""
        state = (self.seed + (game + 1) * 0x9E3779B97F4A7C15) & WORD
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        return (mixed ^ (mixed >> 31)) >> 1

    def seating(self, game: int) -> list[tuple[str, str]]:
        """(name, bot) for each seat of a game; entrants move up one seat from game to game."""
        count = self.counts[game % len(self.counts)]
        turn = game // len(self.counts)
        return [self.entrants[(seat + turn) % len(self.entrants)] for seat in range(count)]

    def chunks(self) -> Iterator[tuple[int, int]]:
        """(first game, one past the last) of each chunk of this shard, in order."""
        number, shares = self.shard
        for place, first in enumerate(range(0, self.games, self.chunk)):
            if place % shares == number - 1:
                yield first, min(first + self.chunk, self.games)

    def share(self) -> int:
        """Games of this shard."""
        return sum(last - first for first, last in self.chunks())

    def as_json(self) -> str:
        """The run as it is kept beside its games."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Run:
        """The run that :meth:`as_json` has written.

        :raises SmallWorldError: it is none.
        """
        try:
            found: dict[str, Any] = json.loads(text)
            run = Run(**{key: _frozen(value) for key, value in found.items()})
            sound = _sound(run)
        except (ValueError, TypeError, AttributeError):
            sound = False
        if not sound:
            raise SmallWorldError("these files do not say which games they are from; simulate them anew")
        return run

    def differs(self, other: Run) -> str:
        """The first matter in which two runs differ, in words; empty if they are the same."""
        mine, others = asdict(self), asdict(other)
        return next((WORDS.get(key, key) for key in mine if mine[key] != others[key]), "")


def chunk_size(games: int) -> int:
    """Games of a chunk: small enough to share out, large enough to be cheap."""
    return max(1, min(LARGEST_CHUNK, games // CHUNKS))


def _sound(run: Run) -> bool:
    """Whether every field of a run that was read holds what it should.

    :raises ValueError, TypeError: it does not.
    """
    numbers = (run.games, run.seed, run.chunk, *run.counts, *run.shard)
    pairs = [*run.entrants, *run.options]
    words = (run.variant, run.content, *run.boards, *run.plugins, *(key for key, _ in pairs))
    small = run.games < 0 or min(run.chunk, *run.shard, *run.counts) < 1 or run.shard[0] > run.shard[1]
    return all(type(n) is int for n in numbers) and all(isinstance(w, str) for w in words) and not small


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
