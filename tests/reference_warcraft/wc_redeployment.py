"""Redeployment, placements and retreat in the reference model of the Warcraft rules (rules G, F.7)."""

from __future__ import annotations

from collections.abc import Iterator

from wc_losses import take_home
from wc_majority import guarded, new_towers, towers_left
from wc_relics import AEGIS, HEART, has, move, side_needed
from wc_table import RACES, Race, Region, Table

ARTEFACT_WORDS = {"aegis": AEGIS, "heart": HEART}


# --- what may be done


def redeployment(table: Table) -> set[str]:
    """Everything that is legal in REDEPLOY (C.1); a side comes first (W-BG-2)."""
    if side_needed(table):
        return {"side alliance", "side horde"}
    race = table.acting()
    actions = {*deployments(table, race), *recruitments(table, race)}
    actions |= {*objectives(table, race), *bombs(table, race), *artefact_places(table, race)}
    owed = {*owed_forts(table, race), *owed_towers(table, race), *owed_objectives(table, race)}
    waiting = bool(table.regions_of(race)) and (race.hand > 0 or table.champion_in_hand(race))  # W-REDEP-3
    if not owed and not waiting:
        actions.add("done")
    return actions | owed | set(optional_forts(table, race))


def deployments(table: Table, race: Race) -> Iterator[str]:
    """Tokens, Beasts and the Champion, as long as every region can still get what it needs (W-REDEP-2, W-REDEP-3)."""
    for region in table.regions_of(race):
        for number in range(1, race.hand + 1):
            if lacking(table, race, {region: number}) > race.hand - number:
                continue
            if number <= race.tokens_in_hand:
                yield f"deploy {region.id} {number}"
            if number <= race.beasts:
                yield place("beast", region, number)
        if table.champion_in_hand(race) and lacking(table, race, {}, champion=region) <= race.hand:
            yield place("champion", region)


def lacking(table: Table, race: Race, more: dict[Region, int], champion: Region | None = None) -> int:
    """Tokens that the regions of the race would still lack with these more, or with the Champion there.

    The Champion alone can hold a region (W-CHAMP-6), also one of Tauren (W-TAUREN-6); from the hand, later.
    """
    lacks, without = 0, 0
    for region in table.regions_of(race):
        tokens = region.tokens + more.get(region, 0)
        if tokens == 0 and (region.pieces["champion"] or champion is region):
            continue
        without += tokens == 0
        lacks += max(0, race.least - tokens)
    later = champion is None and without and table.champion_in_hand(race)
    return lacks - race.least if later else lacks


def place(kind: str, region: Region, number: int = 1) -> str:
    return f"place {kind} {region.id}" + (f" {number}" if number > 1 else "")


def recruitments(table: Table, race: Race) -> Iterator[str]:
    """Forsaken, as the first action: one coin for a token (W-FORS-3)."""
    if race.ability == "forsaken" and not table.turn.redeploying:
        most = min(table.turn.destroyed, table.coins[race.owner], table.tray[race.banner])
        yield from (f"recruit {number}" for number in range(1, most + 1))


def objectives(table: Table, race: Race) -> Iterator[str]:
    """Humans: on different regions that no Alliance race occupies, immune ones too (W-HUMAN-1, W-IMM-3)."""
    if race.ability != "humans" or not table.pieces_left("objective"):
        return
    for region in table.regions.values():
        alliance = region.occupant is not None and RACES[region.occupant.banner][2] == "alliance"
        if not region.pieces["objective"] and not alliance:
            yield place("objective", region)


def owed_objectives(table: Table, race: Race) -> Iterator[str]:
    """By ruling all of them are placed (W-HUMAN-1)."""
    if table.rulings["objectives"] == "all":
        yield from objectives(table, race)


def bombs(table: Table, race: Race) -> Iterator[str]:
    """Goblins: one in a region, next to their own, of an opponent's active race, not immune (W-GOBLIN-1, 2)."""
    if race.ability != "goblins" or not table.bomb_stack():
        return
    for region in table.regions.values():
        adjacent_to_own = any(one.occupant is race for one in table.around(region))
        enemy = region.defender is not None and region.owner != race.owner
        closed = region.pieces["watch_tower"] or region.pieces["bomb"] or AEGIS in region.relics
        if adjacent_to_own and enemy and not closed:
            yield place("bomb", region)


def artefact_places(table: Table, race: Race) -> Iterator[str]:
    """Aegis and Heart go, once, to any region of their owner's active race (W-AEGIS-1, W-HEART-1)."""
    for word, relic in ARTEFACT_WORDS.items():
        if has(table, race, relic) and word not in table.turn.placed:
            yield from (place(word, region) for region in table.regions_of(race) if relic not in region.relics)


def regions_without_fort(table: Table, race: Race) -> list[Region]:
    return (
        [region for region in table.regions_of(race) if not region.pieces["fort"]] if race.power == "garrisoned" else []
    )


def optional_forts(table: Table, race: Race) -> Iterator[str]:
    """By ruling the owner decides on every Fort (W-GARR-1)."""
    if table.rulings["garrisoned_placement"] == "optional" and table.pieces_left("fort"):
        yield from (place("fort", region) for region in regions_without_fort(table, race))


def owed_forts(table: Table, race: Race) -> Iterator[str]:
    """Forts that are short are placed by their owner, all that are left (W-GARR-1)."""
    short = table.turn.forts_short and table.rulings["garrisoned_placement"] == "automatic"
    if short and table.pieces_left("fort"):
        yield from (place("fort", region) for region in regions_without_fort(table, race))


def owed_towers(table: Table, race: Race) -> Iterator[str]:
    """So are Towers (W-DEFEND-3)."""
    chosen = table.turn.towers
    if table.turn.towers_short and towers_left(table, race) > len(chosen):
        yield from (place("watch_tower", region) for region in new_towers(table, race) if region not in chosen)


def retreat(table: Table, player: str) -> set[str]:
    """Withdrawn tokens, Beasts and the Champion go to regions of their race (W-LOSS-3)."""
    race, actions = table.active[player], set()
    if race is None:
        return set()
    for region in table.regions_of(race):
        for number in range(1, race.tokens_in_hand + 1):
            if region.tokens + number >= race.least:  # W-TAUREN-1
                actions.add(f"deploy {region.id} {number}")
        actions |= {place("beast", region, number) for number in range(1, race.beasts + 1)}
        if player in table.turn.champion_withdrawn and table.champion_in_hand(race):
            actions.add(place("champion", region))
    return actions


# --- what it changes


def begin_redeployment(table: Table) -> None:
    """Take pieces back to hand (W-REDEP-1, W-REDEP-3, W-HUMAN-1), and note which pieces are short."""
    race, turn = table.acting(), table.turn
    if has(table, race, "spirit_healer") and table.tray[race.banner]:  # W-HEALER-1
        table.tray[race.banner] -= 1
        race.hand += 1
    regions = table.regions_of(race)
    everything = has_champion(table, race) or race.beasts or any(region.pieces["beast"] for region in regions)
    for region in regions:
        if everything:
            take_home(race, region)  # W-REDEP-3
        else:
            spare = max(0, region.tokens - race.least)
            region.tokens -= spare
            race.hand += spare
    if race.ability == "humans":
        remove_objectives(table)
    turn.forts_short = len(regions_without_fort(table, race)) > table.pieces_left("fort")
    if race.power == "defensive":
        turn.towers_short = len(new_towers(table, race)) > towers_left(table, race)


def has_champion(table: Table, race: Race) -> bool:
    return race.power == "championing" and not table.champion_boxed


def remove_objectives(table: Table) -> None:
    for region in table.regions.values():
        region.pieces["objective"] = 0


def put(table: Table, race: Race, action: str) -> None:
    """Carry out ``deploy R N`` or ``place PIECE R [N]``."""
    parts = action.split()
    if parts[0] == "deploy":
        table.regions[parts[1]].tokens += int(parts[2])
        race.hand -= int(parts[2])
        return
    kind, region, number = parts[1], table.regions[parts[2]], int(parts[3]) if len(parts) > 3 else 1
    if kind in ARTEFACT_WORDS:
        move(table, ARTEFACT_WORDS[kind], region)
        table.turn.placed.add(kind)
    elif kind == "watch_tower":
        table.turn.towers.append(region)  # it is placed there at CLOSE
    else:
        region.pieces[kind] += number
    if kind == "beast":
        region.tokens += number
        race.hand -= number
        race.beasts -= number
    if kind == "champion":
        table.turn.champion_withdrawn.discard(race.owner)


def close(table: Table) -> None:
    """Forts, Towers, Harmony, in this order (W-CLOSE-1)."""
    race = table.acting()
    if table.rulings["garrisoned_placement"] == "automatic":
        for region in regions_without_fort(table, race)[: table.pieces_left("fort")]:
            region.pieces["fort"] = 1
    if race.power == "defensive":
        raise_towers(table, race)
    if race.ability == "pandaren":  # W-PANDA-1
        unharmed = [one for one in table.opponents() if table.active[one] is None or one not in table.turn.attacked]
        table.harmony |= set(unharmed)


def raise_towers(table: Table, race: Race) -> None:
    """A Tower on every guarded Fields region, as far as they go, and on no other (W-DEFEND-1, W-DEFEND-3)."""
    new = table.turn.towers if table.turn.towers_short else new_towers(table, race)
    kept = [region for region in guarded(table, race) if region.pieces["watch_tower"]]
    for region in table.regions_of(race):
        region.pieces["watch_tower"] = int(region in new or region in kept)
