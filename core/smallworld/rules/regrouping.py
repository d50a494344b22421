"""Redeployment of a race that takes everything to hand, pieces too (W-REDEP-3).

Every region that it holds must end with tokens, or with a piece that holds it alone.
"""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.conquest import abandon
from smallworld.rules.deploying import deploy
from smallworld.rules.holding import Needs
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


def regroup_actions(game: Position, race: int) -> tuple[list[Action], bool]:
    """What may be done with the hand, and whether nothing has to be done any more.

    ``deploy`` for what is in hand, or ``abandon`` where the tokens do not suffice for every region. The
    redeployment may end when no region lacks anything and nothing in hand could be placed.
    """
    needs, hand = game.needs(race), game.hand[race]
    surplus = _surplus(game, race, needs)
    if surplus:
        return game.table.region_actions("abandon", "", abandon).of(surplus), False
    if not hand:
        return [], not needs.total
    rooms = game.rooms(race, needs)
    plain = hand - game.carries(race)
    found: list[Action] = []
    if plain > 0:
        for region, most in rooms.items():
            if most:
                found += game.table.deploys(min(plain, most), deploy).row(region)
    return found, not (needs.total or any(rooms.values()))


def _surplus(game: Position, race: int, needs: Needs) -> int:
    """Regions of which one must be given up, because the tokens do not suffice for all; 0 if they do."""
    short = needs.total - game.hand[race]
    if needs.waits and needs.empty:
        short -= game.kit[race].garrison
    return sum(1 << region for region, count in needs.lacking.items() if count) if short > 0 else 0
