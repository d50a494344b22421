"""``deploy R N``: tokens from the hand, or withdrawn ones, into own regions (R-REDEP-2, R-LOSS-3)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.position import Position


def deploys(game: Position, regions: int, most: int) -> list[Action]:
    """The actions that put 1 to ``most`` tokens into one of some regions."""
    try:
        rows = game.table.deployments[most]
    except KeyError:
        rows = game.table.deploys(most, deploy)
    found: list[Action] = []
    for region in indexes(regions):
        found += rows[region]
    return found


def deploy(game: Position, action: Action) -> None:
    """Put tokens from the hand, or withdrawn ones, into an own region."""
    region, count = action.region, action.number
    if game.phase == "retreat":
        game.withdrawn[game.occupant[region]] -= count
    else:
        game.fresh = False
        game.hand[game.occupant[region]] -= count
    game.tokens[region] += count
    game.defence[region] += count
