"""Redeployment of a race that takes everything to hand, pieces too (W-REDEP-3).

Every region that it holds must end with tokens, or with a piece that holds it alone.
"""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.conquest import abandon
from smallworld.rules.deploying import deploys
from smallworld.rules.position import Position


def regroups(game: Position, race: int) -> bool:
    """Whether the race redeploys with everything in hand."""
    return any(call(game, race) for call in game.kit[race].regroups)


def take_all(game: Position, race: int) -> None:
    """Bring every token of the race to hand; its regions stay its own."""
    for region in indexes(game.regions[race]):
        count = game.tokens[region]
        game.pick_up(race, region)
        game.hand[race] += count
        game.tokens[region] = 0
        game.defence[region] -= count


def surplus_regions(game: Position, race: int) -> int:
    """Regions of which one must be given up, because the tokens do not suffice for all; 0 if they do."""
    lacking = game.lacking(race)
    short = sum(lacking.values()) - game.hand[race]
    if game.holder_waits(race) and any(count and not game.tokens[region] for region, count in lacking.items()):
        short -= game.kit[race].garrison
    return sum(1 << region for region, count in lacking.items() if count) if short > 0 else 0


def is_settled(game: Position, race: int) -> bool:
    """Whether the redeployment may end: nothing is lacking, and nothing in hand could be placed."""
    if sum(game.lacking(race).values()):
        return False
    return not (game.hand[race] and any(game.rooms(race).values()))


def regroup_actions(game: Position, race: int) -> list[Action]:
    """``deploy`` for what is in hand, or ``abandon`` where the tokens do not suffice."""
    surplus = surplus_regions(game, race)
    if surplus:
        return game.table.region_actions("abandon", "", abandon).of(surplus)
    plain = game.hand[race] - game.carries(race)
    found: list[Action] = []
    if plain > 0:
        for region, most in game.rooms(race).items():
            if most:
                found += deploys(game, 1 << region, min(plain, most))
    return found
