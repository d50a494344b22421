"""Turns of a bot that searches, in positions where the right turn is known."""

from __future__ import annotations

from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_bots import Bot, make

BOT = "hard"
ORCS = RacePosition("orcs", "merchant", 0, {"r20": 2, "r21": 2, "r22": 2})
"""Three regions of Bob."""


def lay(turn: int, coins: int, ann: RacePosition, bob: RacePosition = ORCS) -> Game:
    """Ann begins a turn; Bob has 80 coins."""
    players = {"ann": PlayerPosition(coins, ann), "bob": PlayerPosition(80, bob)}
    position = PositionSpec(round=turn, turn="ann", players=players)
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position, seed=3)


def play_turn(game: Game, bot: Bot, seed: int = 1) -> list[str]:
    """Play the turn of Ann; return its actions."""
    rng, turn, actions = Random(seed), game.round, []
    while not game.over and game.turn == "ann" and game.round == turn:
        actions.append(bot.choose(game.view("ann"), game.legal_actions(), rng))
        game.apply(actions[-1])
    return actions


@pytest.mark.parametrize("coins", [20, 80, 140])
def test_the_last_turn_takes_every_coin(coins: int) -> None:
    """Thirteen Ratmen hold thirteen regions, in a game that is lost, even or won; none of them is on a heap."""
    game = lay(10, coins, RacePosition("ratmen", "commando", 9, dict.fromkeys(("r02", "r03", "r04", "r05"), 1)))
    actions = play_turn(game, make(BOT))
    assert game.scores()["ann"] == coins + 13
    assert "decline" not in actions


@pytest.mark.parametrize("coins", [20, 80, 140])
def test_nobody_declines_in_the_last_turn(coins: int) -> None:
    """Three worn-out Humans still earn a coin for each region, with any score."""
    game = lay(10, coins, RacePosition("humans", "underworld", 0, dict.fromkeys(("r02", "r03", "r04"), 1)))
    assert "decline" not in play_turn(game, make(BOT))


def test_tokens_are_spread_in_the_last_turn() -> None:
    """Nothing has to be held any more, so tokens that are left over are not on one heap."""
    ann = RacePosition("dwarves", "underworld", 3, {"r02": 1, "r03": 1, "r04": 1})
    game = lay(10, 140, ann)
    play_turn(game, make(BOT))
    heaps = [tokens for tokens, race in zip(game.state.tokens, game.state.occupant, strict=True) if race == 0]
    assert max(heaps) <= 2


@pytest.mark.parametrize(("turn", "regions", "hand"), [(3, 2, 2), (5, 2, 2), (7, 3, 0), (9, 3, 0)])
def test_a_beaten_race_declines_at_once(turn: int, regions: int, hand: int) -> None:
    """Two to four tokens that take little are worth less than a fresh race; in three of these ``greedy`` waits."""
    regions_of_ann = dict.fromkeys(("r02", "r03", "r04")[:regions], 1)
    strong = RacePosition("orcs", "merchant", 0, dict.fromkeys(("r11", "r12", "r20", "r21", "r22"), 2))
    game = lay(turn, 80, RacePosition("humans", "underworld", hand, regions_of_ann), strong)
    assert play_turn(game, make(BOT)) == ["decline"]


def test_a_strong_race_stays() -> None:
    """Eleven tokens that hold four regions take more of them first."""
    game = lay(5, 60, RacePosition("ratmen", "commando", 7, dict.fromkeys(("r02", "r03", "r04", "r05"), 1)))
    assert play_turn(game, make(BOT))[0].startswith("conquer")
