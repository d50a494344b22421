"""Legal conquests of a race in the Warcraft reference model, and their cost in tokens (rules F.1, F.2)."""

from __future__ import annotations

from wc_relics import has
from wc_table import Race, Region, Table

BASE_COST = 2
LANDING_MINIMUM = 3

Means = frozenset[str]
NONE: Means = frozenset()


# --- reach


def immune(table: Table, region: Region) -> bool:
    """A Watch Tower keeps everybody out but its owner (W-IMM-1); the Aegis opens for coins (wc_tolls)."""
    return region.pieces["watch_tower"] > 0 and region.owner != table.turn.player


def barred(table: Table, race: Race, region: Region) -> bool:
    """Whether no means let the race take the region (W-MEANS-2, R-CONQ-1, W-ENTRY-6, W-NAGA-1)."""
    return region.occupant is race or immune(table, region) or (region.water and race.ability != "naga")


def adjacent(table: Table, race: Race, region: Region) -> bool:
    """It touches a region of the race; for Kobolds every Cavern does (W-KOBOLD-1)."""
    if race.ability == "kobolds" and "cavern" in region.symbols:
        return True
    return any(one.occupant is race for one in table.around(region))


def within_reach(table: Table, race: Race, region: Region) -> bool:
    """A First Conquest (W-ENTRY-1) or a later one (W-ENTRY-2) may go there."""
    if region.water:  # only Naga get this far
        return not table.regions_of(race) or adjacent(table, race, region)  # W-NAGA-2, W-NAGA-3
    return region.entry or adjacent(table, race, region)


# --- cost


def travel(table: Table, race: Race, region: Region, means: Means = NONE) -> int:
    """One more for an Entry region that is not adjacent (W-ENTRY-3, W-ENTRY-5)."""
    if region.water or not region.entry or adjacent(table, race, region):
        return 0
    if means & {"ashes", "airstrike"}:  # W-ASHES-1, W-GNOME-1
        return 0
    return 0 if race.power == "sailing" or has(table, race, "meeting_stone") else 1  # W-SAIL-1, W-STONE-1


def defence(region: Region) -> int:
    """One each for Mountain, Fort, Wisp Wall, Murloc and the Champion (W-COST-1, W-COST-4, W-CHAMP-3)."""
    pieces = region.pieces
    return (region.terrain == "mountain") + pieces["fort"] + pieces["wisp_wall"] + pieces["champion"] + region.natives


def defenders(table: Table, race: Race, region: Region) -> int:
    """Race tokens and Beasts of another race, the attacker's own declined one included (W-COST-1, W-COST-2)."""
    own_region = region.owner == race.owner
    return 0 if own_region and not table.rulings["own_decline_token_defends"] else region.tokens


def is_nonempty(table: Table, race: Race, region: Region) -> bool:
    """It holds a Murloc or a race, if only by its Champion (W-TERM-3)."""
    if region.natives:
        return True
    if region.owner == race.owner:
        return bool(table.rulings["own_decline_counts_nonempty"])
    return region.occupant is not None


def discounts(table: Table, race: Race, region: Region, means: Means) -> int:
    """Add up all discounts on a region (W-COST-3)."""
    return sum(
        (
            race.power == "blacksmith",  # W-SMITH-1
            race.ability == "worgen" and table.turn.form == "worgen",  # W-WORGEN-1
            race.ability == "night_elves" and region.terrain == "forest",  # W-NELF-1
            2 * (race.ability == "dwarves" and region.terrain == "mountain"),  # W-DWARF-1
            race.ability == "trolls" and is_nonempty(table, race, region),  # W-TROLL-1
            2 * ("frostmourne" in means),  # W-FROST-1
            2 * ("relic" in means),  # W-ETHER-4
        )
    )


def cost(table: Table, race: Race, region: Region, means: Means = NONE, roll: int = 0) -> int:
    """Tokens that a conquest takes; the floor comes last, after the die of an airstrike (W-COST-1, W-COST-3)."""
    journey = travel(table, race, region, means)
    full = BASE_COST + journey + defence(region) + defenders(table, race, region)
    least = race.least
    if journey and table.rulings["landing_minimum"]:
        least = max(least, LANDING_MINIMUM)  # W-ENTRY-4
    return max(least, full - discounts(table, race, region, means) - roll)
