"""The sentence about the end of a game: a victory, a tie that tokens decide, a shared victory, teams."""

from __future__ import annotations

import pytest

import smallworld
from smallworld import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.standings import result_line

NAMES = ("ann", "bob", "cid", "dot", "eve")
COMBOS = (("trolls", "flying"), ("orcs", "stout"), ("humans", "hill"))


@pytest.mark.parametrize(
    ("coins", "tokens", "sentence"),
    [
        ((5, 4, 3), (1, 1, 1), "ann wins with 5 coins"),
        ((5, 5, 3), (3, 1, 1), "ann wins with 5 coins, for having more tokens on the map than bob"),
        ((5, 5, 3), (2, 2, 1), "ann and bob share the victory with 5 coins"),
        (
            (5, 5, 5),
            (2, 2, 1),
            "ann and bob share the victory with 5 coins, for having more tokens on the map than cid",
        ),
    ],
)
def test_players(coins: tuple[int, ...], tokens: tuple[int, ...], sentence: str) -> None:
    """R-END-1, R-END-2."""
    places = iter(f"r{number:02}" for number in range(1, 20))
    positions = {
        name: PlayerPosition(money, RacePosition(race, power, 0, {next(places): 1 for _ in range(count)}))
        for name, money, count, (race, power) in zip(NAMES, coins, tokens, COMBOS, strict=False)
    }
    game = smallworld.new_game(smallworld.load_variant("base"), NAMES[:3], given=PositionSpec(players=positions))
    game.state.phase = "over"
    assert result_line(game) == sentence


@pytest.mark.parametrize(
    ("coins", "sentence"),
    [
        ((5, 1, 4, 2), "Alliance (ann 5, cid 4 coins) wins against Horde (dot 2, bob 1)"),
        ((5, 5, 3, 3), "Alliance (ann 5, cid 3 coins) and Horde (bob 5, dot 3 coins) share the victory"),
        (
            (5, 5, 3, 3, 1),
            "Alliance (ann 5, cid 3 coins) and Horde (bob 5, dot 3 coins) share the victory against Neutral (eve 1)",
        ),
    ],
)
def test_teams(coins: tuple[int, ...], sentence: str) -> None:
    """W-TEAM-5."""
    edition, names = smallworld.load_variant("warcraft"), NAMES[: len(coins)]
    game = smallworld.new_game(edition, names, seed=1, options={"teams": "factions", "first_player": 1})
    game.state.coins, game.state.phase = list(coins), "over"
    assert result_line(game) == sentence
