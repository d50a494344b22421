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
