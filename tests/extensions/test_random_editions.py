"""Editions at random out of every primitive obey all laws: what no author has put together yet."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from random_editions import random_edition

import smallworld
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld_testing.invariants import check, step_violations
from smallworld_testing.random_games import MOST_ACTIONS, any_action, probe
from tiers import quick_first

QUICK, SEEDS = 3, 100
NAMES = ("ann", "bob", "cid")
LOOKS = 12
"""Decisions from one look at all that people and bots read of a position to the next."""


class RandomGame:
    """A random game, and its last action for the report of a failure."""

    def __init__(self, seed: int) -> None:
        self.rng, self.seed, self.last = random.Random(seed), seed, "new game"

    def play(self, variant: Variant, players: int) -> None:
        """Play to the end under all laws; the record has to give the same scores."""
        game, rng = smallworld.new_game(variant, NAMES[:players], seed=self.seed), self.rng
        for count in range(MOST_ACTIONS):
            if game.over:
                break
            legal = game.legal_actions()
            assert len(set(legal)) == len(legal), f"listed twice: {sorted(legal)}"
            if count % LOOKS == 0:
                self.look(game)
            eager = [action for action in legal if action.verb not in ("done", "decline", "abandon")]
            action = rng.choice(eager if eager and rng.random() < 0.8 else legal)
            before, self.last = game.copy(), f"{len(game.log)}: {action}"
            game.apply(action)
            check(game)
            assert step_violations(before, game) == []
        assert game.over
        self.last = "the record"
        assert Game.loads(game.dumps(), variant=game.variant).scores() == game.scores()

    def look(self, game: Game) -> None:
        """Read what a player sees, go on from it in an imagined game, and try an action that may be illegal."""
        rng = self.rng
        view = game.view(rng.choice(game.players))
        self.last = f"{len(game.log)}: a look of {view.player}"
        json.dumps(view.as_dict())
        view.position_text()
        imagined = view.imagine(rng)
        action = rng.choice(imagined.legal_actions())
        self.last += f", imagined: {action}"
        imagined.apply(action)
        check(imagined)
        probe(game, any_action(game, rng))


def play_edition(seed: int, folder: Path) -> None:
    """Play games of the edition of a seed; a failure has its text and the last action."""
    variant, text = random_edition(seed, folder)
    for number, players in enumerate((2, 3)):
        table = RandomGame(number)
        try:
            table.play(variant, players)
        except Exception as error:
            error.add_note(f"edition of seed {seed}, game of seed {number}, {players} players; {table.last}\n\n{text}")
            raise


@pytest.mark.parametrize("seed", quick_first(range(SEEDS), QUICK))
def test_an_edition_out_of_any_primitives_obeys_the_laws(seed: int, tmp_path: Path) -> None:
    play_edition(seed, tmp_path)


def test_the_edition_of_a_seed_is_always_the_same(tmp_path: Path) -> None:
    assert random_edition(1, tmp_path)[1] == random_edition(1, tmp_path)[1]
