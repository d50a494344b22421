"""Prints a digest of a hundred random games; run with different PYTHONHASHSEED it must be the same."""

from __future__ import annotations

import hashlib
import random
import sys

import smallworld
from smallworld_testing.random_games import play


def digest(variant_id: str, games: int) -> str:
    """Hash of every event and every final position of some random games."""
    variant = smallworld.load_variant(variant_id)
    hasher = hashlib.sha256()
    for seed in range(games):
        game = smallworld.new_game(variant, ["ann", "bob", "cid", "dot", "eve"][: 2 + seed % 4], seed=seed)
        play(game, random.Random(seed))
        hasher.update(repr((game.log, game.scores(), game.state.coins, game.winners())).encode())
    return hasher.hexdigest()


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(digest(name, int(sys.argv[1])))
