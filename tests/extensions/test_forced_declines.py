"""Declines that an ability forces in a turn, and what the engine keeps of the position before readying."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.game import Game

FORCING = '''
class Force(Ability):
    """The next player has to decline; or its own race declines and wakes again."""
    rule = "T-1"
    in_decline: bool = True
    offers_in = ("conquer",)
    verbs = {"banish": "", "nap": ""}

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "banish"), state.action(self, "nap")]

    @hookimpl
    def perform(self, state, race, action):
        if action.verb == "banish":
            state.decline((race + 1) % state.players)
        else:
            state.decline(race)
            state.wake(state.declined_of(race)[0])
'''
FORCEFUL = "powers: {forceful: {name: Forceful, badge: 5, text: x, source: x, abilities: [force]}}"


def tokens(game: Game) -> list[int]:
    """Tokens in the two regions of the Ghouls."""
    return [game.state.tokens[game.state.board.index[region]] for region in ("beach", "wood")]


@pytest.mark.parametrize("turn", ["ann", "bob"])
def test_a_forced_decline_leaves_what_was_noted_of_other_races(extend: Extend, turn: str) -> None:
    """R-DECL-1, R-GHOUL-1: Ghouls that decline later in the turn still have their tokens as before readying."""
    seats = [seat(race("ghouls forceful", hand=2, beach=4, wood=3)), seat(race("elves hill", peak=2))]
    game = extend(FORCING, FORCEFUL).lay(*(seats if turn == "ann" else reversed(seats)), turn=turn)
    assert tokens(game) == [1, 1]
    play(game, "banish; decline")
    assert tokens(game) == [4, 3]


def test_a_race_that_woke_declines_in_its_regions(extend: Extend) -> None:
    """R-DECL-1, R-GHOUL-1: what was noted before readying ended with the forced decline."""
    game = extend(FORCING, FORCEFUL).lay(seat(race("ghouls forceful", hand=2, beach=4, wood=3)))
    tray = game.state.tray[game.state.hook_tables[0].race_index]
    play(game, "nap; decline")
    assert tokens(game) == [1, 1]
    assert game.state.tray[game.state.hook_tables[2].race_index] == tray + 2 + 3 + 2
