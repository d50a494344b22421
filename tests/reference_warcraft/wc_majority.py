"""Majorities around a region in the Warcraft reference model (W-DEFEND, W-WELL-4)."""

from __future__ import annotations

from collections import Counter

from wc_table import Race, Region, Table


def holds_most_around(table: Table, race: Race, region: Region) -> bool:
    """Strictly more of the adjacent regions than every other race instance, Murlocs too (W-DEFEND-1, W-DEFEND-2)."""
    counts: Counter[Race | str] = Counter()
    for one in table.around(region):
        if one.natives:
            counts["murlocs"] += bool(table.rulings["murlocs_count_for_majority"])
        elif one.occupant:
            counts[one.occupant] += 1
    return counts[race] > max((number for other, number in counts.items() if other is not race), default=0)


def guarded(table: Table, race: Race) -> list[Region]:
    """Fields where Defensive has a Watch Tower at the end of the turn (W-DEFEND-1)."""
    return [one for one in table.regions_of(race) if one.terrain == "fields" and holds_most_around(table, race, one)]


def new_towers(table: Table, race: Race) -> list[Region]:
    """Guarded regions that have no Tower yet (W-DEFEND-3)."""
    return [region for region in guarded(table, race) if not region.pieces["watch_tower"]]


def towers_left(table: Table, race: Race) -> int:
    """Towers for new regions: those that the race has and loses are free, too (W-DEFEND-3)."""
    kept = guarded(table, race)
    freed = sum(region.pieces["watch_tower"] for region in table.regions_of(race) if region not in kept)
    return table.pieces_left("watch_tower") + freed
