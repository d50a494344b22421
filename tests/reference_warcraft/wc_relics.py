"""Relics in the Warcraft reference model: places, owners, moves (rules M)."""

from __future__ import annotations

from wc_table import ARTEFACTS, PLACES, Race, Region, Table

AEGIS, HEART, WELL = "aegis_of_aggramar", "heart_of_azeroth", "well_of_eternity"


def region_of(table: Table, relic: str) -> Region | None:
    """The region where a relic is face up."""
    return next((region for region in table.regions.values() if relic in region.relics), None)


def holder(table: Table, relic: str) -> str | None:
    """The owner of the active race in its region (W-RELIC-1, W-DECL-3)."""
    region = region_of(table, relic)
    return region.defender.owner if region and region.defender else None


def has(table: Table, race: Race, relic: str) -> bool:
    return not race.declined and holder(table, relic) == race.owner


def artefacts(region: Region) -> list[str]:
    """The artefacts that are face up there, in the order of W-COMP-6 (W-ETHER-2)."""
    return [relic for relic in ARTEFACTS if relic in region.relics]


def has_place(region: Region) -> bool:
    return any(relic in PLACES for relic in region.relics)


def move(table: Table, relic: str, target: Region) -> None:
    """Only artefacts move: used, placed or stolen (W-RELIC-4)."""
    source = region_of(table, relic)
    assert source is not None
    source.relics.remove(relic)
    target.relics.append(relic)


def reveal(table: Table, region: Region) -> None:
    """A race has come: the marker is turned face up (W-RELIC-2)."""
    relic, region.face_down = region.face_down, None
    if relic is None:
        return
    if relic != WELL:
        region.relics.append(relic)
        return
    water = [one for one in table.regions.values() if one.water and one.island == region.island]
    if water:
        water[0].relics.append(WELL)  # W-WELL-1
    else:
        region.relics.append(replacement_of_the_well(table))


def replacement_of_the_well(table: Table) -> str:
    """On an island without water an unused place takes its part (W-WELL-3)."""
    relic = str(table.drawn("relic"))
    assert relic in PLACES and relic in table.boxed, f"{relic} is not an unused place"
    table.boxed.remove(relic)
    return relic


def side_needed(table: Table) -> bool:
    """A neutral race that holds the Battleground has to choose a side (W-BG-2)."""
    race = table.active[table.turn.player]
    return race is not None and race.faction == "neutral" and has(table, race, "battleground") and not table.turn.side


def faction_in_turn(table: Table, race: Race) -> str:
    """The faction of the acting race; the Battleground lends a side while it is held (W-BG-3)."""
    if race.faction == "neutral" and table.turn.side and has(table, race, "battleground"):
        return table.turn.side
    return race.faction
