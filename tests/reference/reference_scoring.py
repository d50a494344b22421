"""Coins at the end of a turn and the winners at the end of the game, in the reference model (rules H, J)."""

from __future__ import annotations

from collections.abc import Iterable

from reference_table import Race, Region, Table
from shared_rules import winners_by_coins

WEALTH = 7


def score(table: Table) -> None:
    """Pay the player in turn; tokens that nobody could place stay in hand (R-LOSS-4)."""
    for player in table.players:
        for race in table.races(player):
            race.hand += race.withdrawn
            race.withdrawn = 0
    player = table.turn.player
    paid = {source: coins for source, coins in sources(table, player) if coins}
    table.scored[player] = paid
    table.coins[player] += sum(paid.values())


def sources(table: Table, player: str) -> Iterable[tuple[str, int]]:
    """List source and coins: regions of all races, mines of declined Dwarves, the active race, its badge."""
    races = table.races(player)
    yield "regions", sum(len(table.regions_of(race)) for race in races)  # R-SCORE-1
    dwarves = [race for race in races if race.banner == "dwarves"]
    yield "dwarves", sum(count(table.regions_of(race), symbol="mine") for race in dwarves)  # R-SCORE-2, R-DWARF-1
    race = table.active[player]
    if race is not None:
        regions = table.regions_of(race)
        yield race.banner, race_bonus(table, race, regions)
        yield race.badge, power_bonus(table, race, regions)  # both, and they add up (R-SCORE-3)


def count(regions: Iterable[Region], *, terrain: str = "", symbol: str = "") -> int:
    """Regions of a terrain, or with a symbol (R-SCORE-4)."""
    return sum(region.terrain == terrain or symbol in region.symbols for region in regions)


def race_bonus(table: Table, race: Race, regions: list[Region]) -> int:
    """Return the coins for the banner of an active race (Dwarves: :func:`sources`)."""
    match race.banner:
        case "humans":
            return count(regions, terrain="farmland")  # R-HUMAN-1
        case "wizards":
            return count(regions, symbol="magic")  # R-WIZ-1
        case "orcs":
            return table.turn.nonempty  # R-ORC-1
    return 0


def power_bonus(table: Table, race: Race, regions: list[Region]) -> int:
    """Return the coins for the badge of an active race."""
    match race.badge:
        case "alchemist":  # R-ALCH-1
            return 2 if regions or not table.rulings["alchemist_requires_presence"] else 0
        case "forest" | "hill" | "swamp":
            return count(regions, terrain=race.badge)  # R-TERRAIN-1
        case "merchant":
            return len(regions)  # R-MERCH-1
        case "pillaging":
            return table.turn.nonempty  # R-PILL-1
        case "fortified":
            return sum(region.pieces["fortress"] for region in regions)  # R-FORT-3
        case "wealthy":
            return wealth(table, race, regions)
    return 0


def wealth(table: Table, race: Race, regions: list[Region]) -> int:
    """Seven coins, once (R-WEALTH-1)."""
    if table.rulings["wealthy_trigger"] == "pick_turn":
        return WEALTH if table.turn.picked else 0
    if race.paid or not regions:
        return 0
    race.paid = True
    return WEALTH


def winners(table: Table) -> list[str]:
    """Most coins (R-END-1), then most tokens on the map (R-END-2); who is still level shares (R-END-3)."""
    return winners_by_coins(table, lambda player: on_map(table, player))


def on_map(table: Table, player: str) -> int:
    """Race tokens on the map, in decline too; none in hand, no Encampments (R-END-2, R-AMAZON-5)."""
    return sum(region.tokens for race in table.races(player) for region in table.regions_of(race))
