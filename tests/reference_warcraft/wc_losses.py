"""Losses of the attacked race and tokens that it keeps, in the Warcraft reference model (rules F.5, F.7)."""

from __future__ import annotations

from wc_column import discard_badge, return_banner
from wc_relics import has
from wc_table import BUILDINGS, Race, Region, Table


def clear(region: Region) -> None:
    """The race is gone and with it Fort, Wall and Tower; Bomb, Objective and relics stay (W-READY-2, W-LOSS-1)."""
    region.occupant, region.tokens = None, 0
    for kind in (*BUILDINGS, "beast"):
        region.pieces[kind] = 0


def empty(region: Region) -> None:
    """A region that nobody conquered is left: its Bomb goes back to the stack (W-GOBLIN-7)."""
    clear(region)
    region.pieces["bomb"] = 0


def take_home(race: Race, region: Region) -> None:
    """All its tokens and Beasts go to hand; a Champion that is not on the map is in hand."""
    race.hand += region.tokens
    race.beasts += region.pieces["beast"]
    region.tokens = region.pieces["beast"] = region.pieces["champion"] = 0


def bury(table: Table, player: str) -> None:
    """A declined race that has lost its last region is gone (R-DECL-6)."""
    race = table.declined[player]
    if race is not None and not table.regions_of(race):
        table.declined[player] = None
        discard_badge(table, race)
        return_banner(table, race.banner)


def defeat(table: Table, attacker: Race, region: Region, *, explosion: bool = False) -> None:
    """The defenders of a conquered region suffer their losses (W-CONQ-20 step 4)."""
    loser = region.occupant
    if region.natives:
        destroy_natives(table, attacker, region)
    elif loser is not None and loser.declined:
        lose_all(table, attacker, loser, region)
    elif loser is not None:
        lose_one(table, attacker, loser, region, explosion=explosion)


def destroy_natives(table: Table, attacker: Race, region: Region) -> None:
    """Murlocs go to the box (W-LOSS-1, W-CONQ-21); the Forsaken may count them (W-FORS-1)."""
    if attacker.ability == "forsaken" and table.rulings["forsaken_counts_murlocs"]:
        table.turn.destroyed += region.natives
    region.natives = 0


def lose_all(table: Table, attacker: Race, loser: Race, region: Region) -> None:
    """A declined race loses all tokens of the region (W-LOSS-1); the Forsaken count enemies (W-FORS-1, W-FORS-2)."""
    table.tray[loser.banner] += region.tokens
    enemy = loser.owner != attacker.owner
    if attacker.ability == "forsaken" and (enemy or table.rulings["forsaken_counts_own_decline"]):
        table.turn.destroyed += region.tokens
    clear(region)
    bury(table, loser.owner)


def lose_one(table: Table, attacker: Race, loser: Race, region: Region, *, explosion: bool) -> None:
    """An active race withdraws; what it loses is decided in the order of W-LOSS-2."""
    turn, beasts, tokens = table.turn, region.pieces["beast"], region.tokens
    champion, chapel = region.pieces["champion"], has(table, loser, "lights_hope_chapel")
    turn.attacked.add(loser.owner)
    turn.withdrawn.add(loser.owner)
    take_home(loser, region)
    if champion:
        turn.champion_withdrawn.add(loser.owner)
        if not explosion or table.rulings["bomb_counts_as_conquest"]:
            ransom(table, attacker, loser)
    elif tokens and not chapel:  # W-CHAPEL-1
        casualty(table, attacker, loser, beast=beasts > 0)  # W-BEAST-4


def ransom(table: Table, attacker: Race, loser: Race) -> None:
    """A coin for the Champion, if there is one (W-CHAMP-4)."""
    if table.coins[loser.owner]:
        table.coins[loser.owner] -= 1
        table.coins[attacker.owner] += 1
    elif table.rulings["champion_ransom_poor"] == "champion_lost":
        table.champion_boxed = True
        table.turn.champion_withdrawn.discard(loser.owner)


def casualty(table: Table, attacker: Race, loser: Race, *, beast: bool) -> None:
    """A token of those just withdrawn is lost; Draenei save one a turn (W-DRAENEI-1, W-DRAENEI-2).

    By ruling a Beast does not count as a token for Draenei and Forsaken (W-BEAST-3).
    """
    counts = not beast or table.rulings["beasts_are_race_tokens"]
    if counts and loser.ability == "draenei" and loser.owner not in table.turn.saved:
        table.turn.saved.add(loser.owner)
        return
    loser.hand -= 1
    if beast:
        loser.beasts -= 1
    else:
        table.tray[loser.banner] += 1
    if counts and attacker.ability == "forsaken":
        table.turn.destroyed += 1  # W-FORS-1
