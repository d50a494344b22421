"""Seeds of games, and random generators of bots, which do not reveal the dice of the game."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from random import Random

from smallworld.model.aliases import Player

GAME_BITS = 64
"""Bits of a seed that nobody chose: too many to try all of them."""
RUN_BITS = 63
"""Bits of a seed of simulated games: result files hold it as a signed number of 64 bits."""


def new_seed(bits: int = GAME_BITS) -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(bits)


def seat_generator(seed: int, seat: Player, begin: int = 0) -> Random:
    """Return the generator of the bot on one seat, derived by a hash, so that it reveals no other chance.

    :param seed: that of the game. :param begin: events that the game had when the bot sat down.
    """
    digest = blake2b(f"{seed} {seat} {begin}".encode(), person=b"smallworld bot", digest_size=32).digest()
    return Random(int.from_bytes(digest, "big"))
