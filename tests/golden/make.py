"""Record the golden games again: ``python tests/golden/make.py``.

A game that changes here changes for everybody who has a saved game, so read the difference
before you commit it, and describe it in the changelog.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import smallworld
from records import plain_record

HERE = Path(__file__).parent
PLAYERS = ("ann", "bob", "cid", "dot", "eve")


def playthrough(variant: str, players: int, seed: int) -> str:
    """A game of eager players: they conquer while they can, so that much happens."""
    game = smallworld.new_game(smallworld.load_variant(variant), PLAYERS[:players], seed=seed)
    rng = random.Random(seed)
    while not game.over:
        legal = game.legal_actions()
        eager = [action for action in legal if action.verb not in ("done", "decline", "abandon")]
        game.apply(rng.choice(eager if eager and rng.random() < 0.8 else legal))
    head, *events = plain_record(game).splitlines()
    kept = {key: value for key, value in json.loads(head).items() if key != "digest"}
    return "\n".join([json.dumps(kept), *events]) + "\n"  # wording may change, games may not


def main() -> None:
    """Three games for each edition and number of players."""
    for variant in ("base", "warcraft"):
        for players in (2, 3, 4, 5):
            for seed in range(1, 4):
                path = HERE / variant / f"{variant}-{players}p-{seed}.jsonl"
                path.write_text(playthrough(variant, players, seed), "utf-8")


if __name__ == "__main__":
    main()
