"""The cost that the program shows for a conquest equals the tokens that it takes from the hand."""

from __future__ import annotations

import random

import pytest

import smallworld
from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.notation import Spoken
from smallworld.rules.explain.cost_and_score import conquest_ledger
from smallworld.rules.operations.conquest_targets import reached_by_travel
from smallworld.rules.state.race_instances import acting_race
from tiers import quick_first


def rolls_a_die(action: Action) -> bool:
    """Final attempts take everything in hand; an airstrike's free die lowers the cost."""
    return bool({"die", "airstrike"} & set(action.means))


@pytest.mark.parametrize("edition", ["base", "warcraft"])
@pytest.mark.parametrize("seed", quick_first(range(6), 2))
def test_the_ledger_adds_up_to_what_is_taken(edition: str, seed: int) -> None:
    """R-COST-1, W-COST-1, W-MEANS-3: travel, discounts, means and the floor are all in it."""
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=seed)
    rng = random.Random(seed)
    compared = 0
    while not game.over:
        legal = game.legal_actions()
        for action in [a for a in legal if a.verb == "conquer" and not rolls_a_die(a)]:
            after = game.copy()
            race = acting_race(after.state, after.state.turn) if action.as_decline else after.state.turn
            before = after.state.hand_now(race)
            said = sum(line.amount for line in game.explain(action))
            after.apply(action)
            withdrawn = [event for event in after.state.conquests[-1:] if event.loser == race]
            if after.phase == "conquer" and not withdrawn:
                assert before - after.state.hand[race] == said, (action, game.explain(action))
                compared += 1
        game.apply(rng.choice(legal))
    assert compared > 20


@pytest.mark.parametrize("landing_minimum", [False, True])
@pytest.mark.parametrize("seed", quick_first(range(4), 1))
def test_every_line_of_a_ledger_has_its_right_name(landing_minimum: bool, seed: int) -> None:
    """W-ENTRY-3, W-ENTRY-4, R-COST-3: arriving from afar is a line of its own; only the least cost is named as that."""
    options = {"landing_minimum": landing_minimum}
    game = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], seed=seed, options=options)
    rng, seen = random.Random(seed), set[str]()
    while not game.over:
        state = game.state
        race = state.turn
        outside = state.board.all & ~state.regions[race] if state.hook_tables[race].race_index >= 0 else 0
        for region in indexes(outside):
            lines = conquest_ledger(state, race, Spoken("conquer", "conquer", region=region))
            assert sum(line.amount for line in lines) == state.cost(race, region)
            named = {line.text: line.amount for line in lines}
            assert ("arriving from afar" in named) == bool(reached_by_travel(state, race, 1 << region))
            assert "not accounted for" not in named
            floor = [line for line in lines if line.text.startswith("never fewer than")]
            if floor:
                least = 3 if landing_minimum and "arriving from afar" in named else state.hook_tables[race].garrison
                assert floor[0].text == f"never fewer than {least}"
                assert floor[0].amount > 0
                assert state.cost(race, region) == least
            seen |= {"never fewer than" if line in floor else line.text for line in lines}
        game.apply(rng.choice(game.legal_actions()))
    assert "arriving from afar" in seen
