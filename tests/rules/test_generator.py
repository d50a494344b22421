"""The generator behind every die and shuffle."""

from __future__ import annotations

import smallworld
from smallworld.rules import chance


def test_the_generator_is_splitmix64() -> None:
    """Its published results for the seed 1234567: a save goes on with the same dice on every machine."""
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"]).position
    game.random = chance.seed_state(1234567)
    drawn = [chance.below(game, 1 << 64) for _ in range(5)]
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
