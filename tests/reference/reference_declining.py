"""Decline in the reference model (rules I)."""

from __future__ import annotations

from reference_changes import bury, remove
from reference_table import Race, Table


def decline(table: Table) -> None:
    """The active race goes into decline (R-DECL-1)."""
    player, race = table.turn.player, table.acting()
    if race.badge != "spirit" and (table.regions_of(race) or table.rulings["empty_decline_removes_previous"]):
        for earlier in [one for one in table.declined[player] if not one.spirit]:  # R-SPIRIT-1, R-SPIRIT-2
            remove(table, earlier)  # R-DECL-3, R-DECL-5, R-GHOUL-8
    table.active[player] = None
    table.declined[player].append(race)
    race.declined, race.spirit = True, race.badge == "spirit"
    if not (race.spirit and table.rulings["spirit_badge_retained"]):  # R-SPIRIT-4
        table.discarded.append(race.badge)
        race.badge = ""
    _flip(table, race)
    bury(table, race)  # it may have nothing on the map (R-DECL-5)


def _flip(table: Table, race: Race) -> None:
    """One token stays in a region, all of the Ghouls (R-GHOUL-1); of the markers Lairs and Fortresses (R-DECL-1)."""
    for region in table.regions_of(race):
        if race.banner != "ghouls":
            table.tray[race.banner] += region.tokens - 1
            region.tokens = 1
        for kind in ("encampment", "hero", "dragon", "hole"):
            del region.pieces[kind]
    table.tray[race.banner] += race.hand + race.withdrawn
    race.hand = race.withdrawn = race.encampments = race.heroes = 0
