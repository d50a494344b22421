"""Coins at the end of a turn and the winners at the end of the game, in the reference model (rules H, J)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shared_rules import players_with_most, winners_by_coins
from wc_column import side_of_player, sides
from wc_majority import holds_most_around
from wc_relics import HEART, WELL, has, region_of
from wc_table import Conquest, Race, Region, Table

TERRAIN_OF = {
    "farmer": "fields", "herbalist": "hill", "mountaineer": "mountain", "ranger": "forest", "swamp_walker": "swamp",
}  # fmt: skip


def score(table: Table) -> None:
    """Pay the player in turn."""
    player = table.turn.player
    paid: Counter[str] = Counter()
    for source, coins in sources(table, player):
        paid[source] += coins
    table.scored[player] = {source: coins for source, coins in paid.items() if coins}
    table.coins[player] += sum(paid.values())


def sources(table: Table, player: str) -> Iterator[tuple[str, int]]:
    """List source and coins (W-SCORE-1, W-SCORE-3); on a decline turn regions and the Well only (W-SCORE-2)."""
    race, declined = table.active[player], table.declined[player]
    yield "regions", len(table.regions_of(race)) + len(table.regions_of(declined))
    if race is not None:
        yield race.banner, race_bonus(table, race)
        yield race.badge, power_bonus(table, race)
        yield "faction", faction_bonus(table, race)
        yield from relic_bonuses(table, race)
    elif table.turn.declining is not None:
        yield "faction", faction_bonus_of_decline(table, table.turn.declining)
    yield from ((WELL, 2) for one in (race, declined) if one is not None and most_at_well(table, one))


# --- race and power


def race_bonus(table: Table, race: Race) -> int:
    """Return the coins for the banner of an active race."""
    match race.banner:
        case "blood_elves":
            return sum("magic" in region.symbols for region in table.regions_of(race))  # W-BLOOD-1
        case "orcs":
            losers = [conquest.loser for conquest in table.turn.conquests]
            return sum(loser is not None and loser.faction == "alliance" for loser in losers)  # W-ORC-1
    return 0


def power_bonus(table: Table, race: Race) -> int:
    """Return the coins for the badge of an active race."""
    regions = table.regions_of(race)
    match race.badge:
        case "farmer" | "herbalist" | "mountaineer" | "ranger" | "swamp_walker":
            return sum(region.terrain == TERRAIN_OF[race.badge] for region in regions)  # W-TERRAIN-1
        case "mining":
            return sum("cavern" in region.symbols for region in regions)  # W-MINING-1
        case "explorer":
            return len({region.island for region in regions})  # W-EXPLORE-1
        case "fishing":
            return sum(any(one.water for one in table.around(region)) for region in regions)  # W-FISH-1
        case "battle_master":
            return sum(conquest.nonempty for conquest in counted(table))  # W-BATTLE-1
        case "enraged":
            return sum(fury(table, conquest) for conquest in counted(table))
        case "archaeologist":
            return sum(len(finds(table, region)) for region in regions)
    return 0


def counted(table: Table) -> list[Conquest]:
    """Conquests that earn something; explosions by ruling (W-GOBLIN-9)."""
    explosions = table.rulings["bomb_counts_as_conquest"]
    return [conquest for conquest in table.turn.conquests if explosions or not conquest.explosion]


def fury(table: Table, conquest: Conquest) -> int:
    """As many coins as defending tokens, if there were two or more (W-ENRAGE-1)."""
    champion = conquest.champion if table.rulings["enraged_counts_champion"] else 0
    defenders = conquest.tokens + champion
    return defenders if defenders >= 2 else 0


def finds(table: Table, region: Region) -> list[str]:
    """Relics face up in a region; the Well by ruling (W-ARCH-1)."""
    well = table.rulings["archaeologist_well"] == "water_holder"
    return [relic for relic in region.relics if well or relic != WELL]


# --- factions


def faction_bonus(table: Table, race: Race) -> int:
    """One for each race instance of the opposite faction; up to two at the Battleground (W-FACTION-1 to 7, W-BG-1)."""
    battleground = has(table, race, "battleground")
    faction = table.turn.side if battleground and race.faction == "neutral" and table.turn.side else race.faction
    beaten = [one for one in counted(table) if one.loser and opposite(faction, one.loser)]
    if not table.rulings["faction_bonus_own_decline"]:
        beaten = [one for one in beaten if one.loser and one.loser.owner != race.owner]  # W-FACTION-6
    every = Counter(one.loser for one in beaten)
    if not battleground:
        return len(every)
    if table.rulings["battleground_scope"] == "whole_turn":
        return sum(min(2, number) for number in every.values())
    neutral = race.faction == "neutral"
    while_held = Counter(one.loser for one in beaten if one.battleground and (one.side or not neutral))
    least = 0 if neutral else 1
    return sum(max(least, min(2, while_held[loser])) for loser in every)


def opposite(faction: str, loser: Race) -> bool:
    """Alliance against Horde and Horde against Alliance only (W-FACTION-1, W-FACTION-4)."""
    return {faction, loser.faction} == {"alliance", "horde"}


def faction_bonus_of_decline(table: Table, race: Race) -> int:
    """For Bombs that exploded on the turn of a decline, by ruling (W-FACTION-8)."""
    if not table.rulings["decline_turn_faction_bonus"]:
        return 0
    return len({one.loser for one in counted(table) if one.loser and opposite(race.faction, one.loser)})


# --- relics


def relic_bonuses(table: Table, race: Race) -> Iterator[tuple[str, int]]:
    """Dark Portal (W-DPORTAL-1), Karazhan, Heart."""
    if has(table, race, "dark_portal"):
        yield "dark_portal", 2
    if has(table, race, "karazhan"):
        tower = region_of(table, "karazhan")
        assert tower is not None
        same = [one for one in table.regions_of(race) if one is not tower and one.terrain == tower.terrain]
        yield "karazhan", len(same)  # W-KARA-1
    if has(table, race, HEART):
        yield HEART, taxes(table)


def taxes(table: Table) -> int:
    """A coin from every opponent with a coin and an active race next to the Heart (W-HEART-1)."""
    heart, paid = region_of(table, HEART), 0
    assert heart is not None
    neighbours = {one.owner for one in table.around(heart) if one.defender}
    for player in table.opponents():
        if player in neighbours and table.coins[player]:
            table.coins[player] -= 1
            paid += 1
    return paid


def most_at_well(table: Table, race: Race) -> bool:
    """Two coins for the race that holds most around the Well, active or declined (W-WELL-4)."""
    well = region_of(table, WELL)
    return well is not None and holds_most_around(table, race, well)


# --- the end of the game


def winners(table: Table) -> list[str]:
    """Most coins (R-END-1), then most race tokens on all islands, Beasts included (W-END-1); else shared (R-END-3)."""
    if table.rulings["teams"] == "factions":
        return winning_sides(table)
    return winners_by_coins(table, lambda player: on_map(table, player))


def on_map(table: Table, player: str) -> int:
    """Race tokens of a player, active and declined; Beasts unless the ruling leaves them out (W-BEAST-3)."""
    regions = [region for region in table.regions.values() if region.owner == player]
    return sum(table.counted(region) for region in regions)


def winning_sides(table: Table) -> list[str]:
    """The side with the best score wins as a whole; level sides compare second scores, then tokens (W-TEAM-5, W-END-1).

    A second score decides only between sides that both have one: a lone player of a side has none.
    """
    members = {side: [one for one in table.players if side_of_player(table, one) == side] for side in sides(table)}
    scores = {side: sorted((table.coins[one] for one in members[side]), reverse=True) for side in members}
    level = players_with_most(scores, lambda side: scores[side][0])
    seconds = {side: scores[side][1] for side in level if len(scores[side]) > 1}
    level = [side for side in level if side not in seconds or seconds[side] == max(seconds.values())]
    if table.rulings["tie_break"] != "shared":
        level = players_with_most(level, lambda side: sum(on_map(table, one) for one in members[side]))
    return [player for player in table.players if side_of_player(table, player) in level]
