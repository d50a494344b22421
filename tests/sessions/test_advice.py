"""Advice: a legal action with a reason, from what the player knows."""

from __future__ import annotations

from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.advice import advise


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_advice_is_a_legal_action_with_a_reason(variant: str) -> None:
    """In positions of every phase that random play leads to; the game stays as it is."""
    game, rng = smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], seed=4), Random(4)
    phases = set()
    while not game.over:
        before = game.copy()
        action, colon, reason = advise(game).partition(": ")
        assert game == before
        assert action in game.legal_actions()
        assert colon
        assert len(reason) > 20
        phases.add(game.phase)
        game.apply(rng.choice(game.legal_actions()))
    assert {"pick", "conquer", "redeploy"} <= phases


def test_coins_of_a_pick_are_estimated() -> None:
    game = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], seed=5)
    plans = advise(game)
    assert "coins; next best: pick " in plans
    assert "you may end with about " in plans


def test_advice_counts_coins_and_tokens() -> None:
    """Two tokens take a farmland, for which Humans earn a second coin, or a region for one coin and one token."""
    advice = advise(lay("humans", 2, turn=10))
    assert advice == (
        "conquer r10: 2 more coins this turn for 2 tokens; next best: conquer r15, 1 more coin this turn for 1 token"
    )


def test_advice_for_a_worn_out_race_is_to_decline() -> None:
    advice = advise(lay("humans", 0, turn=3))
    assert advice.startswith("decline: you may end with about ")
    assert "; next best: " in advice


def lay(race: str, hand: int, turn: int) -> Game:
    """Ann holds four regions with a token each; Bob has yet to pick."""
    ann = RacePosition(race, "underworld", hand, dict.fromkeys(("r02", "r03", "r04", "r05"), 1))
    position = PositionSpec(round=turn, turn="ann", players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition()})
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position, seed=3)
