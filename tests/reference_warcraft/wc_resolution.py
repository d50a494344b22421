"""The resolution of a conquest in the Warcraft reference model (W-CONQ-20, W-GNOME, W-DIE)."""

from __future__ import annotations

from wc_conquests import Means, cost, is_nonempty
from wc_losses import clear, defeat
from wc_means import ARTEFACT_OF
from wc_relics import faction_in_turn, has, move, reveal
from wc_table import DIE_MOST, Airstrike, Conquest, Race, Region, Table
from wc_tolls import of_conquest, pay

OBJECTIVE_COINS = 2


def conquer(table: Table, race: Race, region: Region, means: Means, *, die: bool, short: Airstrike | None) -> bool:
    """Carry out an attempt; returns whether it ends the conquests of this turn.

    :param short: an airstrike that fell short just before this action.
    """
    table.turn.owes_conquest = False
    roll = 0
    if die and not means and short is not None and short.region is region:  # W-GNOME-5
        means, roll = short.means | {"airstrike"}, short.roll
    else:
        pay(table, of_conquest(table, region, means))
        table.turn.used |= means
        if "airstrike" in means:
            return airstrike(table, race, region, means)
    if die:
        final_attempt(table, race, region, cost(table, race, region, means, roll), means)
        return True  # R-DIE-5
    take(table, race, region, tokens_for(table, race, region, means), means)
    return False


def tokens_for(table: Table, race: Race, region: Region, means: Means) -> int:
    """None go with the Champion (W-CHAMP-2), one with the Doomhammer, two of Tauren (W-DOOM-1, W-TAUREN-2)."""
    if "champion" in means:
        return 0
    return race.least if "doomhammer" in means else cost(table, race, region, means)


def airstrike(table: Table, race: Race, region: Region, means: Means) -> bool:
    """Roll, then take the region if the hand suffices (W-GNOME-3, W-GNOME-4); returns whether conquests end."""
    roll = int(table.drawn("die"))
    price = cost(table, race, region, means, roll)
    if race.hand >= price:
        take(table, race, region, price, means)
        return False
    note_attack(table, region)
    table.turn.airstrike = Airstrike(region, roll, means)
    hopeless = price > race.hand + DIE_MOST
    return hopeless and table.rulings["airstrike_miss"] == "ends_conquests"  # W-GNOME-5


def final_attempt(table: Table, race: Race, region: Region, price: int, means: Means) -> None:
    """All tokens in hand go into the region, or none does (R-DIE-4)."""
    roll = int(table.drawn("die"))
    if race.hand + roll >= price:
        take(table, race, region, race.hand, means)
    else:
        note_attack(table, region)


def note_attack(table: Table, region: Region) -> None:
    """A failed attempt is an attack all the same (W-DIE-2)."""
    if region.defender is not None:
        table.turn.attacked.add(region.defender.owner)


def take(table: Table, race: Race, region: Region, tokens: int, means: Means) -> None:
    """The defenders leave, the conquerors settle (W-CONQ-20, steps 3 to 10)."""
    record(table, race, region)
    defeat(table, race, region)
    clear(region)
    settle(table, race, region, tokens, champion="champion" in means)
    for word in sorted(means & set(ARTEFACT_OF)):
        move(table, ARTEFACT_OF[word], region)  # W-RELIC-4
    reveal(table, region)
    objective(table, race, region)


def record(table: Table, race: Race, region: Region, *, explosion: bool = False) -> None:
    """Record the facts that bonuses need (W-CONQ-20 step 3)."""
    conquest = Conquest(
        nonempty=is_nonempty(table, race, region),
        tokens=table.counted(region) + region.natives,
        champion=region.pieces["champion"],
        loser=region.occupant,
        explosion=explosion,
        battleground=has(table, race, "battleground"),
        side=table.turn.side,
    )
    table.turn.conquests.append(conquest)


def settle(table: Table, race: Race, region: Region, tokens: int, *, champion: bool) -> None:
    """Tokens or the Champion move in (W-CONQ-20 step 6); Night Elves raise a Wall (W-NELF-2)."""
    beasts = max(0, tokens - race.tokens_in_hand)  # which of the pool are used has no effect (W-BEAST-5)
    race.hand -= tokens
    race.beasts -= beasts
    region.occupant, region.tokens = race, tokens
    region.pieces["beast"], region.pieces["champion"] = beasts, int(champion)
    if race.ability == "night_elves" and region.terrain == "forest" and table.pieces_left("wisp_wall"):
        region.pieces["wisp_wall"] = 1


def objective(table: Table, race: Race, region: Region) -> None:
    """A conqueror that is not of the Horde earns 2, the Human player too (W-HUMAN-2 to W-HUMAN-5)."""
    lent = table.rulings["battleground_side"] == "full"
    faction = faction_in_turn(table, race) if lent else race.faction
    if not region.pieces["objective"] or faction == "horde":
        return
    region.pieces["objective"] = 0
    owner = next(one.owner for one in table.active.values() if one is not None and one.banner == "humans")
    for player in {race.owner, owner}:
        table.coins[player] += OBJECTIVE_COINS
