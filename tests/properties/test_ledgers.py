"""What the program says a conquest costs is what it takes from the hand."""

from __future__ import annotations

import random

import pytest

import smallworld
from smallworld.actions import Action


def rolls_a_die(action: Action) -> bool:
    """Final attempts take everything in hand; an airstrike's free die lowers the cost."""
    return bool({"die", "airstrike"} & set(action.means))


@pytest.mark.parametrize("edition", ["base", "warcraft"])
@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_adds_up_to_what_is_taken(edition: str, seed: int) -> None:
    """R-COST-1, W-COST-1, W-MEANS-3: travel, discounts, means and the floor are all in it."""
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=seed)
    rng = random.Random(seed)
    compared = 0
    while not game.over:
        legal = game.legal_actions()
        for action in [a for a in legal if a.verb == "conquer" and not rolls_a_die(a)]:
            after = game.copy()
            race = after.position.acting_race(after.position.turn) if action.as_decline else after.position.turn
            before = after.position.hand_now(race)
            said = sum(line.amount for line in game.explain(action))
            after.apply(action)
            withdrawn = [event for event in after.position.conquests[-1:] if event.loser == race]
            if after.phase == "conquer" and not withdrawn:
                assert before - after.position.hand[race] == said, (action, game.explain(action))
                compared += 1
        game.apply(rng.choice(legal))
    assert compared > 20
