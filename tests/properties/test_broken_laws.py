"""A state that breaks a law is reported: each law of ``smallworld_testing`` notices the value that it is about."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

import pytest

import smallworld
from smallworld.actions import Action
from smallworld.game import Game
from smallworld.model.values import NATIVES, NOBODY
from smallworld.rules.game_state import GameState
from smallworld_testing.invariants import check, step_violations, violations


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


def change_board(state: GameState) -> None:
    state.board = copy.copy(state.board)


def settle_race_that_is_gone(state: GameState) -> None:
    race, region = unused_race(state), state.occupant.index(NOBODY)
    state.occupant[region], state.regions[race] = race, 1 << region


def keep_piece_that_is_gone(state: GameState) -> None:
    state.pieces = {**state.pieces, (0, owned_region(state)): 0}


def leave_piece_behind(state: GameState) -> None:
    kind = next(index for index, spec in enumerate(state.table.rulebook.pieces) if spec.own)
    state.pieces = {**state.pieces, (kind, state.occupant.index(NOBODY)): 1}


def copy_piece(state: GameState) -> None:
    state.supply = (state.supply[0] + 99, *state.supply[1:])


def carry_piece_twice(state: GameState) -> None:
    state.carried = {**state.carried, (0, state.turn): 99}


def revive_declined(state: GameState) -> None:
    declined = next(race for race in range(state.players, len(state.hook_tables)) if state.is_in_play(race))
    tables = list(state.hook_tables)
    tables[declined] = tables[state.turn]
    state.hook_tables = tuple(tables)


def keep_declined_without_tokens(state: GameState) -> None:
    race = next(
        race
        for race in range(state.players, len(state.hook_tables))
        if state.is_in_play(race) and not state.hook_tables[race].outlasts_decline
    )
    state.regions[race] = state.hand[race] = state.withdrawn[race] = 0


def leave_bomb_behind(state: GameState) -> None:
    kind = next(index for index, spec in enumerate(state.table.rulebook.pieces) if spec.occupied)
    state.pieces = {**state.pieces, (kind, state.occupant.index(NOBODY)): 1}


def copy_relic(state: GameState) -> None:
    state.relics = {0: ((0, False),), 1: ((0, False),)}


def turn_relic_up(state: GameState) -> None:
    state.relics = {owned_region(state): ((0, True),)}


def end_game(state: GameState) -> None:
    state.phase = "over"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (change_board, "the table is played on another board"),
        (settle_race_that_is_gone, "is not in play, but has regions"),
        (keep_piece_that_is_gone, "is 0, a recount gives ≥ 1"),
        (leave_piece_behind, "where no race is (R-TERM-8)"),
        (copy_piece, "in the box (R-SUP-2)"),
        (carry_piece_twice, "in the box (R-SUP-2)"),
        (revive_declined, ".declined is False, a recount gives True"),
        (keep_declined_without_tokens, "without tokens is still there (R-DECL-6)"),
        (end_game, "the game is over, but has legal actions"),
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


def test_two_races_in_decline_are_reported(game: Game) -> None:
    """R-DECL-3: the race of another player becomes a second one."""
    state = game.state
    first = next(race for race in state.decline_order if not state.hook_tables[race].outlasts_decline)
    tables = list(state.hook_tables) + [state.table.no_hooks] * state.players
    tables[first + state.players] = tables[first]
    state.hook_tables = tuple(tables)
    for name in ("regions", "adjacent", "hand", "withdrawn"):
        getattr(state, name).extend([0] * state.players)
    assert any("at most 1 (R-DECL-3)" in law for law in violations(game)), violations(game)


@pytest.mark.parametrize("game", ["warcraft"], indirect=True)
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (leave_bomb_behind, "where no race is (W-GOBLIN-7)"),
        (copy_relic, ": 2 instead of 1"),
        (turn_relic_up, "].relics is (), a recount gives (0,)"),
    ],
)
def test_a_wrong_value_of_warcraft_is_reported(game: Game, change: Callable[[GameState], None], sentence: str) -> None:
    change(game.state)
    assert any(sentence in law for law in violations(game)), violations(game)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (lambda listed: (), "the game is not over, but has no legal action"),
        (lambda listed: (*listed, listed[0]), "actions are listed twice: "),
        (lambda listed: (Action(f" {listed[0]}", listed[0].run), *listed[1:]), " is read as "),
    ],
)
def test_wrong_choices_are_reported(
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    actions: Callable[[tuple[Action, ...]], tuple[Action, ...]],
    sentence: str,
) -> None:
    listed = actions(game.legal_actions())
    monkeypatch.setattr(Game, "legal_actions", lambda game: listed)
    assert any(sentence in law for law in violations(game)), violations(game)


def test_more_coins_than_the_bank_had_are_reported() -> None:
    """R-SUP-3."""
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], options={"coin_bank": "finite"})
    before = game.copy()
    assert step_violations(before, game) == []
    game.state.coins[0] += 999
    assert any("than the bank ever had (R-SUP-3)" in law for law in step_violations(before, game))


def test_coins_from_nowhere_are_reported(game: Game) -> None:
    before = game.copy()
    game.state.coins[1] += 3
    assert step_violations(before, game) == ["the coins on the table have changed by 3, the bank has paid 0"]
