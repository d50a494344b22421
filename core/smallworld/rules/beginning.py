"""What every conquest begins with, ordinary or special: tolls are paid, and the race acts."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.rules.position import Position


def begin(game: Position, action: Action) -> int:
    """Note that a race conquers and let it pay the tolls; returns which one does."""
    if game.guards:
        race = game.acting_race(game.to_move) if action.as_decline else game.to_move
        listed, due = game.tolled
        if listed != race or due >> action.region & 1:  # what was listed was listed now, so nobody asks anew
            game.charge(race, 1 << action.region)
    game.pending = None
    if action.as_decline:
        game.fresh = False
        game.decline_stage = 1
        return game.acting_race(game.to_move)
    if game.stage == 0:
        game.begin_conquests(game.to_move)
    return game.to_move
