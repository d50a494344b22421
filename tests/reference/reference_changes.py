"""Changes of ownership in the reference model: losses, markers, races that are removed (rules F.3, F.5)."""

from __future__ import annotations

from reference_column import return_banner
from reference_table import Race, Region, Table


def ready(table: Table, race: Race) -> None:
    """All tokens but one of every region go to hand (R-READY-1)."""
    for region in table.regions_of(race):
        race.hand += region.tokens - 1
        region.tokens = 1


def hand_when_ready(table: Table, race: Race) -> int:
    """Tokens in hand, or that will be once the race is readied for its conquests of this turn."""
    if race in table.turn.readied:
        return race.hand
    return race.hand + sum(region.tokens - 1 for region in table.regions_of(race))


def clear(table: Table, region: Region) -> int:
    """Nothing is left in the region but what is printed; returns how many race tokens were there.

    The markers go where they belong (R-TERM-8): Heroes and Encampments to the hand of their race (R-HERO-2,
    R-BIV-3, R-BIV-4); the Dragon, too, which needs no note: it is used or it is not (R-DRAGON-3).
    """
    race, tokens, pieces = region.occupant, region.tokens, region.pieces
    if race is not None:
        race.heroes += pieces["hero"]
        race.encampments += pieces["encampment"]
        if table.rulings["halfling_hole_reuse"]:
            race.holes += pieces["hole"]  # R-HALF-3
    if not table.rulings["fortress_reuse"]:
        table.broken += pieces["fortress"]  # R-FORT-2
    region.occupant, region.tokens, region.natives = None, 0, 0
    pieces.clear()
    return tokens


def abandon(table: Table, region: Region) -> None:
    """The last token goes to hand, too (R-READY-2)."""
    race = region.occupant
    assert race is not None
    race.hand += clear(table, region)


def conquer(table: Table, race: Race, region: Region, tokens: int) -> None:
    """A race takes a region with some tokens of its hand (R-CONQ-20)."""
    assert tokens <= race.hand
    race.hand -= tokens
    take(table, race, region, tokens, losers_lost=None)


def convert(table: Table, race: Race, region: Region) -> None:
    """A Sorcerer of the tray replaces the only token, which is lost, even an Elf (R-SORC-1, R-ELF-2)."""
    assert region.occupant is not None
    table.turn.converted.add(region.occupant.owner)
    table.tray["sorcerers"] -= 1
    take(table, race, region, tokens=1, losers_lost=1)


def take(table: Table, race: Race, region: Region, tokens: int, losers_lost: int | None) -> None:
    """The occupants leave, the conquerors settle (R-CONQ-20, steps 2 to 7)."""
    turn, loser = table.turn, region.occupant
    note_attack(table, race, region)
    turn.conquered = True
    if not race.declined and is_nonempty(table, race, region):
        turn.nonempty += 1
    if loser is None:
        clear(table, region)  # natives go to the box (R-CONQ-22)
    else:
        lost = casualties(table, loser, region) if losers_lost is None else losers_lost
        table.tray[loser.banner] += lost
        withdraw(table, race, loser, clear(table, region) - lost)
    region.occupant, region.tokens = race, tokens
    place_own_markers(race, region)
    if loser is not None:
        bury(table, loser)


def note_attack(table: Table, race: Race, region: Region) -> None:
    """Remember the owner of an attacked active race, a failed die included (R-DIPLOMAT-1, R-DIPLOMAT-2, R-DIE-7)."""
    loser = region.occupant
    counts = not race.declined or bool(table.rulings["diplomat_counts_ghoul_attacks"])
    if counts and loser is not None and not loser.declined and loser.owner != race.owner:
        table.turn.attacked.add(loser.owner)


def is_nonempty(table: Table, race: Race, region: Region) -> bool:
    """It holds a native or a race token of anybody (R-TERM-6)."""
    if region.occupant is None:
        return region.natives > 0
    return region.occupant.owner != race.owner or bool(table.rulings["own_decline_counts_nonempty"])


def casualties(table: Table, loser: Race, region: Region) -> int:
    """One token goes to the tray (R-LOSS-1); none of active Elves (R-ELF-1, R-ELF-3)."""
    if loser.ability == "elves":
        return 0
    ghouls = loser.declined and loser.banner == "ghouls"
    return region.tokens if ghouls and table.rulings["ghoul_conquest_loss"] == "all" else 1  # R-GHOUL-9


def withdraw(table: Table, race: Race, loser: Race, tokens: int) -> None:
    """The other tokens wait for the end of the turn (R-LOSS-3), also after an attack by own Ghouls (R-GHOUL-7)."""
    own_active_race = loser.owner == race.owner and not loser.declined
    if own_active_race and table.rulings["own_ghoul_attack_withdrawn"] == "usable_now":
        loser.hand += tokens
    else:
        loser.withdrawn += tokens


def place_own_markers(race: Race, region: Region) -> None:
    """Trolls build a Lair (R-TROLL-1), Halflings dig their first two Holes (R-HALF-2)."""
    if race.ability == "trolls":
        region.pieces["lair"] = 1
    if race.ability == "halflings" and race.holes:
        region.pieces["hole"] = 1
        race.holes -= 1


def bury(table: Table, race: Race) -> None:
    """A declined race that has lost its last token is gone; Ghouls live on in hand (R-DECL-6, R-GHOUL-3)."""
    alive = table.regions_of(race) or (race.banner == "ghouls" and race.hand + race.withdrawn)
    if race.declined and not alive:
        remove(table, race)


def remove(table: Table, race: Race) -> None:
    """A declined race leaves: tokens to the tray, banner under the stack, a Spirit badge to the discards (R-DECL-6)."""
    for region in table.regions_of(race):
        table.tray[race.banner] += clear(table, region)
    table.tray[race.banner] += race.hand + race.withdrawn
    table.declined[race.owner].remove(race)
    if race.badge:
        table.discarded.append(race.badge)
    return_banner(table, race.banner)
