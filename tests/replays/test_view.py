"""A view hides what a player may not know, and its imagined games agree with it (R-SCORE-6, R-SETUP-4)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import smallworld
from smallworld.errors import ReplayError, UnknownName
from smallworld.game import Game
from smallworld.player_view import View
from smallworld_testing.invariants import check

PLAYERS = ["ann", "bob", "cid"]


def played(seed: int, actions: int, **settings: Any) -> Game:
    game = smallworld.new_game(smallworld.load_variant("base"), PLAYERS, seed=seed, **settings)
    rng = Random(seed)
    for _ in range(actions):
        if not game.over:
            game.apply(rng.choice(game.legal_actions()))
    return game


def disguised(game: Game, viewer: str) -> Game:
    """The same game but for everything that ``viewer`` cannot see."""
    other = game.copy()
    state, rng = other.state, Random(1)
    banners, badges = list(state.banners), list(state.badges)
    rng.shuffle(banners)
    rng.shuffle(badges)
    state.banners, state.badges = tuple(banners), tuple(badges)
    state.coins = [c if name == viewer else c + 7 for name, c in zip(game.players, state.coins, strict=True)]
    state.random ^= 12345
    state.log = None
    return other


@pytest.mark.parametrize("seed", range(6))
def test_states_that_differ_in_hidden_things_give_equal_views(seed: int) -> None:
    game = played(seed, 12 * seed + 3)
    other = disguised(game, "ann")
    assert game != other
    view, other_view = View(game, 0), View(other, 0)
    assert view == other_view and hash(view) == hash(other_view)
    assert view.as_dict() == other_view.as_dict()
    assert View(game, 1) != View(other, 1)


def test_own_coins_are_seen_and_others_are_not() -> None:
    game = played(2, 30)
    assert game.view("bob").coins == {"ann": None, "bob": game.scores()["bob"], "cid": None}


def test_coins_are_seen_where_the_table_plays_them_open_and_at_the_end() -> None:
    game = played(2, 30, options={"coins": "open"})
    assert game.view("bob").coins == game.scores()
    ended = played(2, 2000)
    assert ended.over and ended.view("bob").coins == ended.scores()


def test_view_in_json_names_nothing_hidden() -> None:
    game = played(4, 20)
    text = json.dumps(game.view("ann").as_dict())
    book = game.state.table.rulebook
    for banner in game.state.banners:
        assert f'"race": "{book.races[banner].id}"' not in text


@pytest.mark.parametrize("seed", range(6))
def test_imagined_games_agree_with_the_view_and_can_be_played(seed: int) -> None:
    game = played(seed, 10 * seed + 2)
    player = game.to_move or "ann"
    view, rng = game.view(player), Random(seed)
    first = view.imagine(rng)
    assert first.view(player) == view
    assert first.legal_actions() == game.legal_actions()
    check(first)
    while not first.over:
        first.apply(rng.choice(first.legal_actions()))
    assert game.view(player) == view


def test_imagined_games_differ_from_one_another() -> None:
    view, rng = played(1, 3).view("ann"), Random(0)
    games = [view.imagine(rng) for _ in range(5)]
    assert len({game.state.banners for game in games}) > 1


def test_an_imagined_game_has_no_record() -> None:
    with pytest.raises(ReplayError, match="imagined"):
        played(1, 3).view("ann").imagine(Random(0)).dumps()


def test_a_view_has_no_way_back_to_the_game() -> None:
    """The game stays as it is after any use of a view by a bot."""
    game = played(1, 8)
    before, view = game.copy(), game.view("ann")
    for name in dir(view):
        value = getattr(view, name)
        assert value is not game and value is not game.state
    assert not hasattr(view, "__dict__")
    view.imagine(Random(0)).apply(game.legal_actions()[0])
    assert game == before


def test_unknown_player() -> None:
    with pytest.raises(UnknownName, match="unknown player 'an'; did you mean 'ann'"):
        played(1, 0).view("an")
