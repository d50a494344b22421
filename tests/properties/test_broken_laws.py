"""A state that breaks a law is reported: each law of ``smallworld.testing`` notices the value that it is about."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.values import NATIVES, NOBODY
from smallworld.rules.game_state import GameState
from smallworld.testing.invariants import check, step_violations, violations


@pytest.fixture(params=["base", "warcraft"])
def game(request: pytest.FixtureRequest) -> Game:
    """A game in its third round, in which a player is to conquer."""
    game, rng = smallworld.new_game(smallworld.load_variant(request.param), ["ann", "bob", "cid"], seed=7), Random(3)
    while game.round < 3 or game.phase != "conquer":
        game.apply(rng.choice(game.legal_actions()))
    assert violations(game) == []
    return game


def owned_region(state: GameState) -> int:
    return next(region for region, occupant in enumerate(state.occupant) if occupant >= 0)


def unused_race(state: GameState) -> int:
    return next(index for index, table in enumerate(state.hook_tables) if table.race_index < 0)


def lose_token(state: GameState) -> None:
    state.tray[next(index for index, count in enumerate(state.tray) if count)] -= 1


def arm_race_that_is_gone(state: GameState) -> None:
    state.hand[unused_race(state)] += 1


def owe_coins(state: GameState) -> None:
    state.coins[0] = -1


def copy_banner(state: GameState) -> None:
    state.banners = (*state.banners, state.column[0][0])


def lose_badge(state: GameState) -> None:
    state.badges = state.badges[1:]


def shorten_column(state: GameState) -> None:
    state.column = state.column[1:]


def forget_region(state: GameState) -> None:
    state.regions[state.occupant[owned_region(state)]] = 0


def forget_border(state: GameState) -> None:
    state.adjacent[state.occupant[owned_region(state)]] = 0


def settle_nobody(state: GameState) -> None:
    state.tokens[state.occupant.index(NOBODY)] += 1


def add_natives(state: GameState) -> None:
    region = state.occupant.index(NOBODY)
    state.occupant[region], state.tokens[region] = NATIVES, 99


def forget_piece(state: GameState) -> None:
    state.piece_regions[0] ^= 1


def forget_immunity(state: GameState) -> None:
    state.immune ^= 1


def forget_mark(state: GameState) -> None:
    state.marked ^= 1


def add_defence(state: GameState) -> None:
    state.defence[0] += 1


def hide_relics(state: GameState) -> None:
    state.relic_regions ^= 1


def forget_seat(state: GameState) -> None:
    state.seats = (state.seats[0] * 2, *state.seats[1:])


def forget_guards(state: GameState) -> None:
    state.guards = (*state.guards, 0)


def forget_actors(state: GameState) -> None:
    state.actors = (*state.actors, 99)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lose_token, "R-SUP-1"),
        (arm_race_that_is_gone, "is not in play, but has tokens"),
        (owe_coins, "coins has a negative number"),
        (copy_banner, ": 2 instead of 1"),
        (lose_badge, ": 0 instead of 1"),
        (shorten_column, "R-PICK-5"),
        (forget_region, "regions["),
        (forget_border, "adjacent["),
        (settle_nobody, "R-TERM-5"),
        (add_natives, "R-CONQ-22"),
        (forget_piece, "piece_regions"),
        (forget_immunity, "immune"),
        (forget_mark, "marked"),
        (add_defence, "defence["),
        (hide_relics, "relic_regions"),
        (forget_seat, "seats[0]"),
        (forget_guards, "guards"),
        (forget_actors, "actors"),
    ],
)
def test_a_wrong_value_is_reported(game: Game, change: Callable[[GameState], None], sentence: str) -> None:
    change(game.state)
    assert any(sentence in law for law in violations(game)), violations(game)
    with pytest.raises(AssertionError, match="after "):
        check(game)


def test_coins_from_nowhere_are_reported(game: Game) -> None:
    before = game.copy()
    game.state.coins[1] += 3
    assert step_violations(before, game) == ["the coins on the table have changed by 3, the bank has paid 0"]
