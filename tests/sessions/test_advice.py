"""Advice: a legal action with a reason, from what the player knows."""

from __future__ import annotations

import re
from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.advice import advise, is_compared, weigh
from tiers import quick_first


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_advice_is_a_legal_action_with_a_reason(variant: str) -> None:
    """In positions of every phase that random play leads to; the game stays as it is."""
    game, rng = smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], seed=4), Random(4)
    phases = set()
    while not game.over:
        if game.phase in phases and rng.random() < 0.9:
            game.apply(rng.choice(game.legal_actions()))
            continue
        before = game.copy()
        action, colon, reason = advise(game, plans=4).partition(": ")
        assert game == before
        assert action in game.legal_actions()
        assert colon
        assert len(reason) > 20
        phases.add(game.phase)
        game.apply(rng.choice(game.legal_actions()))
    assert {"pick", "conquer", "redeploy"} <= phases


def test_combos_are_compared_by_coins() -> None:
    game = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], seed=5)
    best, _, reason = advise(game).partition(": ")
    assert re.fullmatch(r"(costs \d coins?; )?\+\d+ coins? over 10 turns, compared with pick \d", reason)
    other = reason[-6:]
    assert weigh(game, best).endswith(f"over 10 turns, compared with {other}")
    assert re.fullmatch(rf"-\d+ coins? over 10 turns, compared with {best}", weigh(game, other))


def test_advice_counts_coins_and_tokens() -> None:
    """Two tokens take a farmland, for which Humans earn a second coin, or a region for one coin and one token."""
    advice = advise(lay("humans", 2, turn=10))
    gains = {"conquer r10: 2 more coins this turn for 2 tokens", "conquer r15: 1 more coin this turn for 1 token"}
    assert advice.split("; ")[0] in gains
    assert re.search(r"; as many coins over 1 turn as conquer r\d\d$", advice)


def test_advice_for_a_worn_out_race_is_to_decline() -> None:
    """The coins that declining now is worth are named."""
    game = lay("humans", 0, turn=3)
    assert re.fullmatch(r"decline: \+\d+ coins over 8 turns, compared with .+", advise(game))
    assert re.fullmatch(r"-\d+ coins over 8 turns, compared with decline", weigh(game, "done"))


def test_only_choices_about_the_turn_are_weighed() -> None:
    """Combos, conquests and declining are compared; where tokens go is not."""
    game = lay("humans", 2, turn=3)
    assert is_compared(game)
    game.apply("done")
    assert game.phase == "redeploy" and not is_compared(game)


def lay(race: str, hand: int, turn: int) -> Game:
    """Ann holds four regions with a token each; Bob has yet to pick."""
    ann = RacePosition(race, "underworld", hand, dict.fromkeys(("r02", "r03", "r04", "r05"), 1))
    position = PositionSpec(round=turn, turn="ann", players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition()})
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position, seed=3)
