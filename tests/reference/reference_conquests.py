"""Legal conquests of a race in the reference model, and their cost in tokens (rules F, K and L)."""

from __future__ import annotations

from reference_table import Race, Region, Table

BASE_COST = 2
DIE_MOST = 3  # R-COMP-7


# --- reach


def barred(table: Table, race: Race, region: Region) -> bool:
    """Whether the race may not take the region, adjacent or not.

    Ghouls may attack the active race of their owner (R-CONQ-9), and a race its owner's declined ones:
    no bar for that.
    """
    if region.occupant is race:
        return True  # R-CONQ-1
    if region.water and race.power != "seafaring":
        return True  # R-CONQ-5, R-SEA-3; Ghouls lose the access when they decline (R-GHOUL-5)
    return region.immune or protected_by_peace(table, race, region)  # R-CONQ-6, R-CONQ-7, R-IMM-2


def protected_by_peace(table: Table, race: Race, region: Region) -> bool:
    """A peace forbids the active race of one player to attack those of the Diplomat (R-DIPLOMAT-5)."""
    holder = region.occupant
    if holder is None or race.declined or table.peace.get(holder.owner) != race.owner:
        return False
    return not holder.declined or table.rulings["diplomat_protects"] == "all_regions"


def is_entry(table: Table, region: Region) -> bool:
    """Land at the edge, or on the shore of a Sea that is at the edge (R-TERM-4)."""
    shores = [table.regions[name] for name in region.adjacent]
    return not region.water and (region.border or any(one.terrain == "sea" and one.border for one in shores))


def surroundings(table: Table, race: Race, *, caverns: bool = True) -> set[str]:
    """Regions adjacent to one of the race (R-TERM-2); Underworld joins all Caverns (R-UND-2)."""
    regions = table.regions_of(race)
    names = {name for region in regions for name in region.adjacent}
    if caverns and race.power == "underworld" and any("cavern" in region.symbols for region in regions):
        names |= {region.id for region in table.regions.values() if "cavern" in region.symbols}
    return names


def enters(table: Table, race: Race, region: Region) -> bool:
    """A First Conquest may go there (R-CONQ-3)."""
    if region.water:  # only Seafaring gets this far
        allowed = bool(table.rulings["seafaring_first_conquest_on_water"])
        return allowed and (region.border or race.ability == "halflings")  # R-SEA-2, R-HALF-1
    return race.ability == "halflings" or race.power == "flying" or is_entry(table, region)  # R-HALF-1, R-FLY-1


def conquerable(table: Table, race: Race, region: Region) -> bool:
    """Whether the region is a legal target, at any cost (R-CONQ-1 to R-CONQ-7)."""
    if barred(table, race, region):
        return False
    if not table.regions_of(race):
        return enters(table, race, region)
    flies = race.power == "flying" and not region.water  # R-FLY-1
    return flies or region.id in surroundings(table, race)  # R-CONQ-2


def targets(table: Table, race: Race) -> list[Region]:
    """Every legal target of a race."""
    return [region for region in table.regions.values() if conquerable(table, race, region)]


# --- cost


def defence(region: Region) -> int:
    """Mountain, Fortress, Lair: one each; one for every Encampment, of any owner (R-COST-1, R-COST-2)."""
    pieces = region.pieces
    return (region.terrain == "mountain") + pieces["fortress"] + pieces["lair"] + pieces["encampment"]


def defenders(table: Table, race: Race, region: Region) -> int:
    """Tokens that must be overcome: natives and those of other players (R-COST-1, R-COST-2)."""
    holder = region.occupant
    if holder is None:
        return region.natives
    if holder.owner != race.owner:
        return region.tokens
    if not holder.declined or not table.rulings["own_decline_token_defends"]:
        return 0  # only other players' tokens count, also where Ghouls attack their owner's race (R-GHOUL-7)
    return on_map_when_ready(table, holder, region)


def on_map_when_ready(table: Table, holder: Race, region: Region) -> int:
    """Tokens that an own declined race has there once it is the active race's turn to conquer.

    Ghouls take all but one token to hand before the active race acts (R-READY-1, R-GHOUL-3).
    """
    return region.tokens if holder in table.turn.readied or holder.banner != "ghouls" else 1


def discounts(table: Table, race: Race, region: Region) -> int:
    """Add up all discounts of a race on a region (R-COST-3)."""
    coastal = not region.water and any(table.regions[name].water for name in region.adjacent)  # R-TERM-3
    return sum(
        (
            race.power == "commando",  # R-COM-1
            race.power == "mounted" and region.terrain in ("hill", "farmland"),  # R-MOUNT-1
            race.power == "underworld" and "cavern" in region.symbols,  # R-UND-1, R-UND-3
            race.ability == "tritons" and coastal,  # R-TRITON-1
            race.ability == "giants" and below_mountain(table, race, region),
        )
    )


def below_mountain(table: Table, race: Race, region: Region) -> bool:
    """Next to a Mountain region that the Giants occupy (R-GIANT-1), by way of Caverns too (R-GIANT-2)."""
    mountains = [region for region in table.regions_of(race) if region.terrain == "mountain"]
    if any(mountain.id in region.adjacent for mountain in mountains):
        return True
    caverns = race.power == "underworld" and bool(table.rulings["underworld_extends_effects"])
    return caverns and "cavern" in region.symbols and any("cavern" in mountain.symbols for mountain in mountains)


def cost(table: Table, race: Race, region: Region, roll: int = 0) -> int:
    """Tokens that a conquest takes; the floor of one comes last, after the Berserk roll (R-COST-1, R-COST-3)."""
    full = BASE_COST + defence(region) + defenders(table, race, region)
    return max(1, full - discounts(table, race, region) - roll)


# --- ways to conquer


def payable(table: Table, race: Race, hand: int, roll: int = 0) -> list[Region]:
    """Targets of an ordinary conquest; the cost is never below one, so a token in hand is needed (R-CONQ-8)."""
    return [region for region in targets(table, race) if cost(table, race, region, roll) <= hand]


def within_die(table: Table, race: Race, hand: int) -> list[Region]:
    """Targets of the final attempt with the reinforcement die (R-DIE-1)."""
    if hand < 1 or (table.rulings["ghoul_reinforcement_die"] == "one_per_turn" and table.turn.die_used):
        return []  # R-GHOUL-6
    return [region for region in targets(table, race) if hand < cost(table, race, region) <= hand + DIE_MOST]


def dragon_cost(table: Table, region: Region) -> int:
    """One token, against any defence (R-DRAGON-1)."""
    return 1 if table.rulings["dragon_ignores_markers"] else 1 + defence(region)


def convertible(table: Table, race: Race, region: Region, hand: int) -> bool:
    """The lone active token of an opponent may become a Sorcerer (R-SORC-1)."""
    victim = region.occupant
    if victim is None or victim.declined or victim.owner == race.owner or region.tokens != 1:
        return False  # R-SORC-5
    if victim.owner in table.turn.converted or not table.tray["sorcerers"]:
        return False  # R-SORC-1, R-SORC-6
    if region.pieces["encampment"] or barred(table, race, region):
        return False  # R-SORC-4, R-SORC-10
    if table.rulings["sorcerer_requires_token_in_hand"] and hand < 1:
        return False  # R-SORC-6
    return sorcery_reaches(table, race, region)


def sorcery_reaches(table: Table, race: Race, region: Region) -> bool:
    """Where sorcery gets to: next to a region held, or by Flying and Underworld (R-SORC-2, R-SORC-3)."""
    if table.rulings["sorcerer_reach"] == "map_adjacent":
        return region.id in surroundings(table, race, caverns=False)
    caverns = bool(table.rulings["underworld_extends_effects"])
    return race.power == "flying" or region.id in surroundings(table, race, caverns=caverns)
