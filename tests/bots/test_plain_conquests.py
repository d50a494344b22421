"""Conquests that are judged without trying them have the price and the coin that trying them shows."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import smallworld
from smallworld.actions import Action
from smallworld.game import Game
from smallworld.rules.state.pieces import tokens_off_map
from smallworld_bots.position_value import income, is_overstretched
from smallworld_bots.turn_plans import brings_no_bonus, conquest_gains, plain_price


def check_conquest(game: Game, action: Action, seat: int) -> str:
    """Compare a plain conquest with the real one; return the kind of its former holder, empty if it is not plain."""
    state = game.state
    price = plain_price(state, action)
    if not price:
        return ""
    (gain,) = conquest_gains(game, seat, [action])
    after = game.after(action).state
    assert not is_overstretched(after, seat)
    assert tokens_off_map(state, seat) - tokens_off_map(after, seat) == price == gain.tokens
    coins = after.coins[seat] + income(after, seat) - state.coins[seat] - income(state, seat)
    assert coins == gain.coins
    holder = state.occupant[action.region]
    return "own" if holder >= 0 and holder % state.players == seat else "race" if holder >= 0 else str(holder)


@pytest.mark.parametrize("players", [2, 4])
def test_plain_conquests_have_the_price_and_coin_of_the_real_ones(players: int) -> None:
    variant = smallworld.load_variant("base")
    holders: Counter[str] = Counter()
    for seed in range(15):
        rng = random.Random(seed)
        game = smallworld.new_game(variant, [f"p{seat}" for seat in range(players)], seed=seed)
        while not game.over:
            seat = game.state.to_move
            if game.phase == "conquer" and brings_no_bonus(game.state, seat):
                conquests = [action for action in game.legal_actions() if action.verb == "conquer"]
                holders.update(check_conquest(game, action, seat) for action in conquests if "die" not in action.means)
            game.apply(rng.choice(game.legal_actions()))
    assert min(holders[kind] for kind in ("race", "-1", "-2", "")) > 10, holders


def test_conquests_with_tolls_pieces_or_relics_have_no_plain_price() -> None:
    variant = smallworld.load_variant("warcraft")
    kinds: Counter[str] = Counter()
    for seed in range(20):
        rng = random.Random(seed)
        game = smallworld.new_game(variant, ["p1", "p2", "p3"], seed=seed)
        while not game.over:
            state, seat = game.state, game.state.to_move
            hooks = state.hook_tables[seat]
            reacts = hooks.region_conquered or hooks.tokens_destroyed or state.watchers or state.carried
            for action in game.legal_actions() if game.phase == "conquer" and state.readied and not reacts else ():
                price = plain_price(state, action)
                after = game.after(action).state
                if price:
                    assert after.coins == state.coins
                    assert after.relics == state.relics
                    assert tokens_off_map(state, seat) - tokens_off_map(after, seat) == price
                elif action.verb == "conquer" and not action.means:
                    kinds[
                        "toll" if after.coins != state.coins else "relic" if after.relics != state.relics else ""
                    ] += 1
            game.apply(rng.choice(game.legal_actions()))
    assert min(kinds["toll"], kinds["relic"], kinds[""]) > 2, kinds


@pytest.mark.parametrize(("edition", "power"), [("base", "forest"), ("base", "bivouacking"), ("warcraft", "")])
def test_races_with_bonuses_and_editions_that_score_are_not_plain(edition: str, power: str) -> None:
    variant = smallworld.load_variant(edition)
    for seed in range(60):
        game = smallworld.new_game(variant, ["ann", "bob"], seed=seed)
        for place, (race, badge, _coins) in enumerate(game.state.combos(), 1):
            if power and (race, badge) != ("ratmen", power):
                continue
            after = game.after(f"pick {place}").state
            assert brings_no_bonus(after, after.to_move) == (power == "bivouacking")
            return
    raise AssertionError("no such combo")
