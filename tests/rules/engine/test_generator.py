"""The generator behind every die and shuffle."""

from __future__ import annotations

import pytest

import smallworld
from smallworld.rules import chance


def test_the_generator_is_splitmix64() -> None:
    """Its published results for the seed 1234567: a save goes on with the same dice on every machine."""
    state = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"]).state
    state.random = chance.seed_state(1234567)
    drawn = [chance.below(state, 1 << 64) for _ in range(5)]
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


class Word(int):
    """A machine word of 64 bits with a sign; sums and products wrap."""

    def __add__(self, other: int) -> Word:
        return Word((int(self) + other + (1 << 63)) % (1 << 64) - (1 << 63))

    def __mul__(self, other: int) -> Word:
        return Word((int(self) * other + (1 << 63)) % (1 << 64) - (1 << 63))

    def __xor__(self, other: int) -> Word:
        return Word(int(self) ^ other)


@pytest.mark.plain("it gives the function of the compiled build words that wrap")
@pytest.mark.parametrize("seed", [1, 1234567, 1 << 63, (1 << 64) - 1])
def test_the_generator_of_a_compiled_build_draws_the_same(seed: int) -> None:
    plain, native = chance.Source(seed, {}), chance.Source(seed, {})
    native.random = Word(seed - (seed >> 63 << 64))
    for limit in [6, 20, (1 << 31) - 1] * 5:
        assert chance._native_below(native, limit) == chance.below(plain, limit)
        assert native.random % (1 << 64) == plain.random


@pytest.mark.parametrize("count", [0, 1, 2, 3, 14, 20, 33, 65, 100])
def test_a_shuffle_takes_the_numbers_that_would_be_drawn_one_by_one(count: int) -> None:
    """Stacks of any size; the next draw is the same, too."""
    state = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=count).state
    other = state.copy()
    names = [f"n{number}" for number in range(count)]
    expected = names[:]
    for size in range(count, 1, -1):
        place = chance.below(other, size)
        expected[size - 1], expected[place] = expected[place], expected[size - 1]
    assert chance.shuffle(state, "banners", names) == expected
    assert state.random == other.random
