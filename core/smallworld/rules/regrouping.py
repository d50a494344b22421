"""Redeployment of a race that takes everything to hand, pieces too (W-REDEP-3).

Every region that it holds must end with tokens, or with a piece that holds it alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.actions import Action, Row, at
from smallworld.model.regions import indexes
from smallworld.rules.conquest import abandon
from smallworld.rules.deploying import deploy, deploys
from smallworld.rules.holding import Needs, Rooms
from smallworld.rules.position import Position


def regroups(game: Position, race: int) -> bool:
    """Whether the race redeploys with everything in hand."""
    for call in game.kit[race].regroups:
        if call(game, race):
            return True
    return False


def take_all(game: Position, race: int) -> None:
    """Bring every token of the race to hand; its regions stay its own."""
    tokens, defence, total = game.tokens, game.defence, 0
    for region in indexes(game.regions[race]):
        if game.marked >> region & 1:
            game.pick_up(race, region)
        count = tokens[region]
        total += count
        tokens[region] = 0
        defence[region] -= count
    game.hand[race] += total


def regroup_actions(game: Position, race: int) -> tuple[list[Action], bool]:
    """What may be done with the hand, and whether nothing has to be done any more.

    ``deploy`` for what is in hand, or ``abandon`` where the tokens do not suffice for every region. The
    redeployment may end when no region lacks anything and nothing in hand could be placed.
    """
    needs, hand = game.needs(race), game.hand[race]
    total = needs.total
    surplus = _surplus(game, race, needs) if total > hand else 0
    if surplus:
        return at(game.table.region_actions("abandon", "", abandon), surplus), False
    if not hand:
        return [], not total
    rooms = game.rooms(race, needs)
    plain = hand - game.carries(race) if game.carried else hand
    return _deploys(game, rooms, plain) if plain > 0 else [], not (total or rooms)


def _deploys(game: Position, rooms: Rooms, plain: int) -> list[Action]:
    """Deployments of plain tokens into regions that have room for different numbers, in the order of the board."""
    if len(rooms) == 1:
        regions, most = rooms[0]
        return deploys(game, regions, most if most < plain else plain)
    table, every = game.table, 0
    found: list[Action] = []
    rows: list[tuple[int, Sequence[Row]]] = []
    for regions, most in rooms:
        if most > plain:
            most = plain
        rows.append((regions, table.deployments.get(most) or table.deploys(most, deploy)))
        every |= regions
    for region in indexes(every):
        for regions, known in rows:
            if regions >> region & 1:
                found += known[region]
    return found


def _surplus(game: Position, race: int, needs: Needs) -> int:
    """Regions of which one must be given up, because the tokens do not suffice for all; 0 if they do."""
    short = needs.total - game.hand[race]
    if needs.waits and needs.bare:
        short -= game.kit[race].garrison
    return needs.bare + sum([regions for regions, _ in needs.thin]) if short > 0 else 0
