"""Chance after the set-up as nodes of a game tree: dice, stacks and face-down relics are drawn when they are met.

A game of the engine knows its future: the state of its generator and the order of the stacks. A node draws both again
before an action that meets chance, so that no search on copies sees them in advance.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from smallworld.actions import Action
from smallworld.events import UNSEEN, ComboShown, Decided, Event, RelicMoved
from smallworld.game import Game
from smallworld.tools import Source, below

OUTCOMES = 720
"""Equally likely outcomes of a node: a multiple of the faces of usual dice, so that the odds of a roll are exact."""


def meets_chance(events: Iterable[Event]) -> bool:
    """Return whether an action drew something, or turned up a combo of the stacks or a relic."""
    for event in events:
        if isinstance(event, Decided | ComboShown) or (isinstance(event, RelicMoved) and event.source == UNSEEN):
            return True
    return False


def carry_out(game: Game, action: Action, outcome: int) -> Game:
    """Return the game after an action, with the chance of an outcome of the node before it; the game stays as it is.

    The first draw of the action is exactly uniform over the outcomes; the stacks and everything later follow from the
    outcome and the length of the game. Coins and other secrets of players are not drawn again.

    :param action: a legal action. :param outcome: from 0 to ``OUTCOMES - 1``.
    """
    drawn = game.view(None).imagine(Random(outcome + OUTCOMES * game.log_length)).state
    new = game.scratch_copy()
    new.origin = {**game.origin, "imagined": True}  # its record would begin with another set-up
    new._checkpoint = None
    state = new.state
    state.random, state.banners, state.badges = generator_state(outcome), drawn.banners, drawn.badges
    if state.relics:
        state.relics = drawn.relics
    new.proceed(action)
    return new


@cache
def generator_state(outcome: int) -> int:
    """Return a state of the generator from which the first of ``OUTCOMES`` equally likely draws is the given one."""
    rng = Random(outcome)
    while True:
        state = rng.getrandbits(64)
        if below(Source(state, {}), OUTCOMES) == outcome:
            return state
