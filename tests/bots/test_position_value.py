"""The value of a position for bots: coins of this turn, when to decline, passes that can be compared."""

from __future__ import annotations

from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_bots import make
from smallworld_bots.position_value import future, income, is_tired, play_on, spare, turns_ended

PLACES = ("r02", "r03", "r04", "r05")


def lay(race: str, tokens: int, hand: int = 0, turn: int = 2) -> Game:
    """Ann holds four regions with so many tokens each; Bob has yet to pick."""
    ann = RacePosition(race, "underworld", hand, dict.fromkeys(PLACES, tokens))
    position = PositionSpec(round=turn, turn="ann", players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition()})
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position, seed=3)


def test_a_reserve_does_not_count_as_strength() -> None:
    """Amazons: four tokens have to come off the map, so ten hold six regions (R-AMAZON-3)."""
    assert spare(lay("humans", 1, hand=6).state, 0) == 6
    assert spare(lay("amazons", 1, hand=6).state, 0) == 2


@pytest.mark.parametrize("hand", [0, 1, 3, 4])
def test_income_equals_the_pay_of_the_turn(hand: int) -> None:
    """Regions that will be given up for the reserve do not count."""
    game = lay("amazons", 1, hand)
    expected = 5 + income(game.state, 0)
    greedy, rng = make("greedy"), Random(1)
    game.apply("done")
    while game.turn == "ann":
        game.apply(greedy.choose(game.view("ann"), game.legal_actions(), rng))
    assert game.scores()["ann"] == expected == 5 + hand


def test_a_worn_out_race_is_tired_and_a_strong_one_is_not() -> None:
    assert is_tired(lay("humans", 1).state, 0)
    assert not is_tired(lay("humans", 2, hand=2).state, 0)


def test_nobody_is_tired_in_the_last_round() -> None:
    game = lay("humans", 1, turn=10)
    assert not is_tired(game.state, 0)
    assert future(game.state, 0) == 0.0


@pytest.mark.parametrize("spec", ["greedy", "mcts:passes=60"])
@pytest.mark.parametrize(("tokens", "turn", "declines"), [(1, 3, True), (1, 10, False), (2, 3, False)])
def test_bots_decline_when_it_pays(spec: str, tokens: int, turn: int, declines: bool) -> None:
    game = lay("humans", tokens, turn=turn)
    choice = make(spec).choose(game.view("ann"), game.legal_actions(), Random(2))
    assert (choice == "decline") is declines


def test_amazons_with_all_their_regions_decline() -> None:
    """Their four tokens in hand look like strength, but hold nothing."""
    game = lay("amazons", 1, hand=4, turn=3)
    assert make("greedy").choose(game.view("ann"), game.legal_actions(), Random(2)) == "decline"


@pytest.mark.parametrize("action", ["decline", "done"])
def test_playing_on_ends_at_the_same_turn_after_any_first_action(action: str) -> None:
    """An action that ends the turn gives nobody an extra one before positions are compared."""
    game = lay("humans", 2)
    end = turns_ended(game.state) + 2
    game.apply(action)
    play_on(game, end, Random(1))
    assert turns_ended(game.state) == end
    assert (game.turn, game.round) == ("ann", 3)
