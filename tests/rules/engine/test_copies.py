"""Copies, pickles and attempts to change what games share."""

from __future__ import annotations

import copy
import pickle
import random
from multiprocessing import get_context

import pytest

import smallworld
from smallworld import Refusal, SmallWorldError
from smallworld.errors import ContentError, NotationError, PluginError, ReplayError, UnknownName
from smallworld.game import Game
from smallworld.rules.custom_position import PositionError
from smallworld_editions.problem import Problem
from smallworld_lab.worker import GameFailed
from tiers import FULL

ERRORS = [
    SmallWorldError("a"), UnknownName("board", "x", ["y"]), PluginError("a"), NotationError("a"), ReplayError("a"),
    smallworld.ArgumentError("a"), smallworld.IllegalAction("done", [Refusal("no", "never")]),
    PositionError(("ann", "coins"), "too many"), GameFailed("game 3"),
    ContentError([Problem("code", "error", "file", None, "message")]),
]  # fmt: skip


def played(edition: str, actions: int) -> Game:
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob"], seed=9, options={"coins": "open"})
    rng = random.Random(9)
    for _ in range(actions):
        if not game.over:
            game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_pickled(error: SmallWorldError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.args, again.__dict__) == (str(error), error.args, error.__dict__)


def _fail(number: int) -> None:
    smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=number).apply("conquer r01")


@FULL
def test_an_error_comes_out_of_a_pool() -> None:
    with get_context("spawn").Pool(1) as pool, pytest.raises(smallworld.IllegalAction) as caught:
        pool.map_async(_fail, [1, 2]).get(timeout=50)
    assert caught.value.reasons


def test_the_log_since_a_place_is_its_end() -> None:
    game = played("base", 30)
    assert game.log_length == len(game.log)
    for start in range(len(game.log) + 2):
        assert game.log_since(start) == game.log[start:]


@pytest.mark.parametrize("edition", ["base", "warcraft"])
@pytest.mark.parametrize("actions", [0, 70, 2000])
def test_games_are_pickled(edition: str, actions: int) -> None:
    game = played(edition, actions)
    again = pickle.loads(pickle.dumps(game))
    assert again.log == game.log
    assert again.legal_actions() == game.legal_actions()
    assert again.dumps() == game.dumps()


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_the_game_after_an_action_is_that_of_a_copy_that_applies_it(edition: str) -> None:
    game = played(edition, 0)
    rng = random.Random(4)
    for _ in range(30):
        before, actions = game.dumps(), game.legal_actions()
        for action in actions:
            applied = game.copy()
            applied.apply(action)
            after = game.after(f" {action}  ")
            assert (after, after.log, after.legal_actions()) == (applied, applied.log, applied.legal_actions())
            again = game.copy()
            again.proceed(action)
            assert (again, again.log, again.legal_actions()) == (applied, applied.log, applied.legal_actions())
        assert (game.dumps(), game.legal_actions()) == (before, actions)
        game.apply(rng.choice(actions))
    with pytest.raises(smallworld.IllegalAction):
        game.after("conquer r01 by die" if game.phase == "pick" else "pick 1")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_games_views_and_actions_are_copied(copied: object) -> None:
    assert callable(copied)
    game = played("base", 20)
    other = copied(game)
    assert other == game and other.state is not game.state
    other.apply(other.legal_actions()[0])
    assert other != game
    assert copied(game.view("ann")) == game.view("ann")
    action = game.legal_actions()[0]
    assert copied(action) is action
    assert copied(game.variant) == game.variant


def test_pickles_of_what_is_hidden_are_refused() -> None:
    game = played("base", 20)
    view = game.view("ann")
    with pytest.raises(SmallWorldError, match="as_dict"):
        pickle.dumps(view)
    with pytest.raises(SmallWorldError, match="imagined"):
        pickle.dumps(view.imagine(random.Random(1)))


@pytest.mark.parametrize("name", ["number", "run", "region", "means", "ability", "special", "__class__", "new"])
def test_actions_cannot_be_changed(name: str) -> None:
    for action in played("base", 3).legal_actions():
        with pytest.raises(AttributeError, match="cannot be"):
            setattr(action, name, 5)
        with pytest.raises(AttributeError, match="cannot be"):
            delattr(action, name)


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_legal_actions_of_others_do_not_reach_a_view(edition: str) -> None:
    """The legal actions of another player reveal the coins that they have."""
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=4)
    rng = random.Random(4)
    for _ in range(150):
        if game.over:
            break
        legal = game.legal_actions()
        for name in game.players:
            view = game.view(name)
            rich = game.copy()
            rich.state.coins = [
                coins if name == other else 99 for other, coins in zip(game.players, rich.state.coins, strict=True)
            ]
            rich._actions = None
            rich.legal_actions()
            other_view = rich.view(name)
            assert view._game.legal_actions() == other_view._game.legal_actions()
            assert name != game.to_move or view._game.legal_actions() == legal
        game.apply(rng.choice(legal))
