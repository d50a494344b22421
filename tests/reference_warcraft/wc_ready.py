"""The start of a turn in the Warcraft reference model: Bombs explode, tokens are readied (W-TURN-1)."""

from __future__ import annotations

from wc_losses import defeat, empty
from wc_relics import AEGIS
from wc_resolution import record
from wc_table import Race, Region, Table
from wc_tolls import affordable, harmony, marsh, pay


def reveal_bombs(table: Table, race: Race) -> None:
    """Every Bomb in a region of an opponent, in the order of region ids (W-GOBLIN-4, W-GOBLIN-5)."""
    for region in sorted(table.regions.values(), key=lambda region: region.id):
        if not region.pieces["bomb"] or region.occupant is None or region.owner == race.owner:
            continue
        region.pieces["bomb"] = 0
        table.unseen_bombs -= 1
        if table.drawn("bomb") == "live":
            table.live_bombs -= 1
            explode(table, race, region)


def explode(table: Table, race: Race, region: Region) -> None:
    """It counts as a conquest, but the region stays empty (W-GOBLIN-6); not where it is immune by now (W-GOBLIN-8)."""
    if region.pieces["watch_tower"] or (AEGIS in region.relics and region.defender):
        return
    if table.rulings["bomb_tolls"] == "pay_if_able":
        tolls = [*harmony(table, [region]), *marsh(table, region)]
        if not affordable(table, tolls):
            return
        pay(table, tolls)
    record(table, race, region, explosion=True)
    defeat(table, race, region, explosion=True)
    empty(region)


def ready(table: Table, race: Race) -> None:
    """Beasts are counted again, all tokens but the least come to hand, the Champion too (W-READY-1)."""
    if race.badge == "beast_master":
        count_beasts(table, race)
    for region in table.regions_of(race):
        spare = max(0, region.tokens - race.least)
        region.tokens -= spare
        race.hand += spare
        if region.tokens:  # else the Champion goes on holding it alone (W-CHAMP-6)
            region.pieces["champion"] = 0


def count_beasts(table: Table, race: Race) -> None:
    """All go back, and one comes for each Hill; regions without a token are lost (W-READY-1, W-TAUREN-4)."""
    race.hand -= race.beasts
    race.beasts = 0
    for region in table.regions_of(race):
        region.tokens -= region.pieces["beast"]
        region.pieces["beast"] = 0
        if region.tokens < race.least:
            race.hand += region.tokens
            empty(region)
    hills = sum(region.terrain == "hill" for region in table.regions_of(race))
    race.beasts = min(table.pieces_left("beast"), hills)
    race.hand += race.beasts
