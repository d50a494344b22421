"""Actions of a race other than conquests in the Warcraft reference model: swap, intimidate, steal.

Portal Mage (W-PORTAL), Intimidating (W-INTIM) and Ethereals (W-ETHER).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from wc_conquests import immune
from wc_losses import bury, casualty, empty
from wc_relics import artefacts, has, move, reveal
from wc_table import Race, Region, Table
from wc_tolls import aegis, affordable, of_intimidation, of_swap, pay

SWAPS, INTIMIDATIONS = 2, 3
MOVED_BY_SWAP = ("fort", "wisp_wall", "bomb", "objective", "champion")
BARRIERS = ("wisp_wall", "fort")


# --- Portal Mage


def swaps(table: Table, race: Race) -> Iterator[str]:
    """Two Magic regions, neither immune, with something movable in one of them (W-PORTAL-1, W-PORTAL-3)."""
    if race.power != "portal_mage" or table.turn.swaps == SWAPS:
        return
    magic = [one for one in table.regions.values() if "magic" in one.symbols and not immune(table, one)]
    for one, other in combinations(magic, 2):
        movable = has_movable(one) or has_movable(other)
        if (
            movable
            and may_stand(one, other)
            and may_stand(other, one)
            and affordable(table, of_swap(table, (one, other)))
        ):
            yield f"swap {one.id} {other.id}"


def has_movable(region: Region) -> bool:
    """Tokens, Murlocs, pieces, artefacts; not Mountains, places and face-down markers (W-PORTAL-2)."""
    pieces = any(region.pieces[kind] for kind in MOVED_BY_SWAP)
    return bool(region.occupant or region.natives or pieces or artefacts(region))


def may_stand(region: Region, target: Region) -> bool:
    """Whether the tokens may be swapped onto the target; only Naga onto water (W-PORTAL-3, W-NAGA-4)."""
    if not target.water or not (region.occupant or region.natives):
        return True
    return region.occupant is not None and region.occupant.banner == "naga"


def swap(table: Table, one: Region, other: Region) -> None:
    """Everything movable changes place (W-PORTAL-2); what tokens come to is revealed (W-PORTAL-4)."""
    table.turn.swaps += 1
    pay(table, of_swap(table, (one, other)))
    for region in (one, other):
        if region.defender and region.owner != table.turn.player and table.rulings["portal_swap_is_attack"]:
            table.turn.attacked.add(region.defender.owner)  # W-PANDA-2
    exchange(one, other)
    for region in (one, other):
        if region.tokens:
            reveal(table, region)


def exchange(one: Region, other: Region) -> None:
    """Tokens, Murlocs, pieces and artefacts of two regions (W-PORTAL-2)."""
    one.occupant, other.occupant = other.occupant, one.occupant
    one.tokens, other.tokens = other.tokens, one.tokens
    one.natives, other.natives = other.natives, one.natives
    one.pieces, other.pieces = other.pieces, one.pieces
    from_one, from_other = artefacts(one), artefacts(other)
    one.relics = [relic for relic in one.relics if relic not in from_one] + from_other
    other.relics = [relic for relic in other.relics if relic not in from_other] + from_one


# --- Intimidating


def intimidations(table: Table, race: Race) -> Iterator[str]:
    """Three a turn, next to an own region (W-INTIM-1)."""
    if race.power != "intimidating" or table.turn.intimidations == INTIMIDATIONS:
        return
    for region in table.regions.values():
        adjacent_to_own = any(one.occupant is race for one in table.around(region))
        if adjacent_to_own and not immune(table, region):
            yield from intimidations_in(table, race, region)


def intimidations_in(table: Table, race: Race, region: Region) -> Iterator[str]:
    """Murlocs, Walls and Forts without a target; a token to another region, if its race has one (W-INTIM-2, 3)."""
    if region.natives:
        yield f"intimidate {region.id}"
    if region.occupant is None or region.owner == race.owner:
        return
    refuges = [one for one in table.regions_of(region.occupant) if one is not region]
    if has_barrier(region) or (region.tokens and not refuges):
        if affordable(table, of_intimidation(table, [region])):
            yield f"intimidate {region.id}"
    elif region.tokens:
        for refuge in refuges:
            if not immune(table, refuge) and affordable(table, of_intimidation(table, [region, refuge])):
                yield f"intimidate {region.id} {refuge.id}"


def has_barrier(region: Region) -> bool:
    return any(region.pieces[kind] for kind in BARRIERS)


def intimidate(table: Table, race: Race, region: Region, refuge: Region | None) -> None:
    """A Murloc, a Wall, a Fort, or a token (W-INTIM-2, W-INTIM-3)."""
    table.turn.intimidations += 1
    table.turn.owes_conquest = True
    pay(table, of_intimidation(table, [region, *([refuge] if refuge else [])]))
    if region.natives:
        region.natives -= 1
        if race.ability == "forsaken" and table.rulings["forsaken_counts_murlocs"]:
            table.turn.destroyed += 1  # W-FORS-1
    elif has_barrier(region):
        kind = next(kind for kind in BARRIERS if region.pieces[kind])
        region.pieces[kind] -= 1
    else:
        displace(table, race, region, refuge)


def displace(table: Table, race: Race, region: Region, refuge: Region | None) -> None:
    """A race token, else a Beast, leaves (W-INTIM-4); it goes to the refuge or is discarded."""
    victim = region.occupant
    assert victim is not None
    beast = region.tokens == region.pieces["beast"]
    region.tokens -= 1
    region.pieces["beast"] -= beast
    if not victim.declined:
        table.turn.attacked.add(victim.owner)  # W-PANDA-2
    if refuge is not None:
        refuge.tokens += 1
        refuge.pieces["beast"] += beast
        lone_tauren(table, victim, refuge)  # the Champion alone may hold the refuge (W-TAUREN-6)
    else:
        discard(table, race, victim, beast=beast)
    lone_tauren(table, victim, region)
    if not region.tokens and not region.pieces["champion"]:  # W-CHAMP-6
        empty(region)
        bury(table, victim.owner)  # W-INTIM-5


def discard(table: Table, race: Race, victim: Race, *, beast: bool) -> None:
    """The token is lost, or withdrawn where the Chapel or the Draenei save it (W-INTIM-5, W-CHAPEL-2)."""
    if victim.declined:
        table.tray[victim.banner] += 1
        if race.ability == "forsaken":
            table.turn.destroyed += 1  # W-FORS-1
        return
    victim.hand += 1
    victim.beasts += beast
    before = victim.hand
    if not has(table, victim, "lights_hope_chapel"):
        casualty(table, race, victim, beast=beast)
    if victim.hand == before:
        table.turn.withdrawn.add(victim.owner)


def lone_tauren(table: Table, victim: Race, region: Region) -> None:
    """A Tauren token left alone leaves at once (W-TAUREN-4); in decline only by ruling (W-TAUREN-5)."""
    if victim.banner != "tauren" or region.tokens != 1:
        return
    if not victim.declined:
        victim.hand += 1
        victim.beasts += region.pieces["beast"]
        table.turn.withdrawn.add(victim.owner)
    elif table.rulings["tauren_lone_rule_in_decline"]:
        table.tray["tauren"] += 1
    else:
        return
    region.tokens = region.pieces["beast"] = 0


# --- Ethereals


def thefts(table: Table, race: Race) -> Iterator[str]:
    """An artefact of an adjacent region that is not their own (W-ETHER-1, W-ETHER-2, W-ETHER-3)."""
    if race.ability != "ethereals" or "relic" in table.turn.used:
        return
    for region in table.regions.values():
        if region.occupant is race or immune(table, region) or not artefacts(region):
            continue
        if affordable(table, aegis(table, [region])):
            yield from (f"steal {region.id} {one.id}" for one in table.around(region) if one.occupant is race)


def steal(table: Table, region: Region, target: Region) -> None:
    pay(table, aegis(table, [region]))
    table.turn.used.add("relic")
    move(table, artefacts(region)[0], target)
