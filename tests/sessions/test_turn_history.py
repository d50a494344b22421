"""The turns of a game come from events alone: changed regions and coins are those of the positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from smallworld import load_variant, new_game
from smallworld.events import HAND, TRAY, Moved, Occupied, Renumbered
from smallworld.game import Game
from smallworld.model.values import NOBODY
from smallworld_play.turns import TurnHistory, changed_places


def contents(game: Game) -> list[tuple[Any, ...]]:
    state = game.state
    return [
        (occupant, state.tokens[region], sorted(item for item in state.pieces.items() if item[0][1] == region),
         state.relics.get(region, ()))
        for region, occupant in enumerate(state.occupant)
    ]  # fmt: skip


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_regions_and_coins_are_those_of_the_positions(edition: str) -> None:
    game, turns, rng = new_game(load_variant(edition), ["ann", "bob", "cid"], seed=8), TurnHistory(), Random(8)
    game.listen()
    coins, rounds = [game.scores()], game.rounds
    while not game.over:
        action = str(rng.choice(game.legal_actions()))
        after = game.after(action)
        turns.add(game, action, after)
        step = turns.steps[game.log_length]
        pairs = enumerate(zip(contents(game), contents(after), strict=True))
        assert changed_places(step.events, step.occupant) == {place for place, (old, new) in pairs if old != new}
        if after.round != game.round or after.over:
            coins.append(after.scores())
        game = after
    assert turns.coins_after_rounds() == coins and len(coins) == rounds + 1
    first, last = game.players[game.state.first_seat], game.players[game.state.turn]
    assert turns.changed_regions(game, first) and not turns.changed_regions(game, last)


def test_tokens_that_come_back_are_no_change() -> None:
    """A player takes tokens to hand and places them as they were: nothing has changed; one more token is a change."""
    move, back = Moved(1, 3, 4, HAND), Moved(1, 3, HAND, 4)
    holders = [NOBODY] * 4 + [1]
    assert changed_places([move, back], holders) == set()
    assert changed_places([move, back, Moved(1, 1, HAND, 4)], holders) == {4}
    assert changed_places([Moved(1, 3, 4, TRAY), Occupied(4, NOBODY)], holders) == {4}
    assert changed_places([Renumbered(1, 4)], holders) == {4}
