"""The only door for chance: dice, shuffles and draws.

Every result is written to the log, and a script (a replay, a scenario, a search) may
decide it beforehand. The generator is SplitMix64: its whole state is one number, so
copies are free and the sequence is the same on every Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

from smallworld.errors import ReplayError

if TYPE_CHECKING:
    from smallworld.state import State

T = TypeVar("T")
WORD = (1 << 64) - 1
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""


def seed_state(seed: int | str) -> int:
    """The generator's state for a seed."""
    if isinstance(seed, int):
        return seed & WORD
    return int.from_bytes(seed.encode()[:64], "big") % WORD


def below(game: State, limit: int) -> int:
    """A number from 0 to ``limit - 1``, all equally likely; not logged."""
    game.random = state = (game.random + STEP) & WORD
    mixed = ((state ^ (state >> 30)) * FIRST) & WORD
    mixed = ((mixed ^ (mixed >> 27)) * SECOND) & WORD
    return ((mixed ^ (mixed >> 31)) * limit) >> 64


TOGETHER = 32
"""Most numbers that are worked out at once: enough for the stacks of both editions, and quick for any other."""


def _numbers(game: State, count: int) -> tuple[int, ...]:
    """The next numbers of the generator, which :func:`below` takes one by one.

    A game begins with dozens of them, so they are worked out at once, in one whole number with 128 bits for each:
    room for a product, of which the lower half is kept.
    """
    ones, steps, words, bytes_of = _lanes(count)
    mixed = (ones * game.random + steps) & words
    mixed = ((mixed ^ (mixed >> 30 & words)) * FIRST) & words
    mixed = ((mixed ^ (mixed >> 27 & words)) * SECOND) & words
    mixed ^= mixed >> 31 & words
    game.random = (game.random + count * STEP) & WORD
    return bytes_of.unpack(mixed.to_bytes(bytes_of.size, "little"))


@cache
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """Whole numbers with 128 bits for each of some words, and how their bytes are read.

    They hold a 1 for each word, the step from the state to each, all the bits of each.
    """
    ones = sum(1 << 128 * place for place in range(count))
    steps = sum((place + 1) * STEP % (WORD + 1) << 128 * place for place in range(count))
    return ones, steps, ones * WORD, Struct("<" + "Q8x" * count)


SETUP = ("island", "first_player", "banners", "badges", "relics")
"""Kinds of chance that belong to the set-up; a script for ``draw`` does not decide them."""


def _decide(game: State, kind: str, result: Any) -> Any:
    """Let the script have the last word, and log what happened."""
    if not game.script:
        game.log = (game.log, kind, result)
        return result
    queue = game.script.get(kind)
    if not queue and kind not in SETUP and kind != "die":
        kind, asked = ("draw", kind) if game.script.get("draw") else (kind, kind)
        queue = game.script.get(kind)
    else:
        asked = kind
    if queue:
        game.script = {**game.script, kind: queue[1:]}
        result = queue[0]
    game.log = (game.log, asked, result)
    return result


def roll(game: State) -> int:
    """Roll the reinforcement die (R-COMP-7)."""
    die = game.table.die
    result = _decide(game, "die", die[below(game, len(die))])
    if result not in die:
        raise ReplayError(f"the die cannot show {result!r}; its faces are {', '.join(map(str, sorted(set(die))))}")
    return int(result)


def shuffle(game: State, kind: str, items: Sequence[str]) -> list[str]:
    """A random order of names, logged under ``kind``."""
    order = list(items)
    left = len(order)
    while left > 1:
        for mixed in _numbers(game, min(left - 1, TOGETHER)):
            j = (mixed * left) >> 64
            left -= 1
            order[left], order[j] = order[j], order[left]
    drawn = tuple(order)
    result = _decide(game, kind, drawn)
    if result is drawn:
        return order
    if not isinstance(result, tuple) or sorted(map(str, result)) != sorted(items):
        raise ReplayError(f"the recorded order of {kind} does not hold the same names as the game")
    return list(result)


def draw(game: State, kind: str, options: Sequence[str]) -> str:
    """One of several names; repeat a name to make it more likely. Logged under ``kind``."""
    result = _decide(game, kind, options[below(game, len(options))])
    if result not in options:
        raise ReplayError(f"{kind} cannot be {result!r} here; possible: {', '.join(sorted(set(options)))}")
    return str(result)
