"""Seeds of games, and the generators of bots: none of them reveals the dice of the game."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from random import Random

from smallworld.model.aliases import Player

GAME_BITS = 64
"""Bits of a seed that nobody chose: too many to try all of them."""
RUN_BITS = 63
"""The same for seeds that result files hold; they are signed numbers of 64 bits."""


def new_seed(bits: int = GAME_BITS) -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(bits)


def seat_generator(seed: int, seat: Player, begin: int = 0) -> Random:
    """The generator of the bot on one seat, derived by a hash: it leads neither to the game's chance nor to other bots.

    :param seed: that of the game. :param begin: events that the game had when the bot sat down.
    """
    digest = blake2b(f"{seed} {seat} {begin}".encode(), person=b"smallworld bot", digest_size=32).digest()
    return Random(int.from_bytes(digest, "big"))
