"""Parts of a state that only Warcraft has, compared between the engine and the reference model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from shared_games import unequal
from wc_table import SUPPLY, Race, Table

COMPARED_MEMORIES = ("goblins", "pandaren")
"""Races with a memory that is compared."""


def view_differences(table: Table, seen: dict[str, Any]) -> Iterator[str]:
    """The open part of a position, as far as it is of this edition: supplies, races and the map."""
    yield from unequal("supply of ", supply_seen(table, seen), model_supply(table))
    for player in table.players:
        races = [race_seen(one) for one in seen["races"][player]]
        yield from unequal("races of ", {player: races}, {player: model_races(table, player)})
    for name, region in seen["regions"].items():
        yield from unequal(f"{name} ", region_seen(table, region), model_region(table, name))


# --- pieces


def supply_seen(table: Table, seen: dict[str, Any]) -> dict[str, int]:
    return {kind: seen["supply"][kind] for kind in model_supply(table)}


def model_supply(table: Table) -> dict[str, int]:
    """Count the pieces that are not on the map; Bombs while there are Goblins (W-GOBLIN-2)."""
    supply = {kind: table.pieces_left(kind) for kind in SUPPLY}
    supply["champion"] -= table.champion_boxed
    goblins = any(race and race.banner == "goblins" for race in table.active.values())
    return supply | ({"bomb": table.bomb_stack()} if goblins else {})


# --- races


def race_seen(entry: dict[str, Any]) -> tuple[Any, ...]:
    """Banner, badge, hand, and what the ability of the banner remembers."""
    memory = entry["memory"].get(entry["race"], {})
    compared = memory if entry["race"] in COMPARED_MEMORIES else {}
    return entry["race"], entry["power"] or "", entry["declined"], entry["hand"], compared


def model_races(table: Table, player: str) -> list[tuple[Any, ...]]:
    """The same of the model."""
    races = (table.active[player], table.declined[player])
    return [model_race(table, race) for race in races if race is not None]


def model_race(table: Table, race: Race) -> tuple[Any, ...]:
    return race.banner, race.badge, race.declined, race.hand, remembered(table, race)


def remembered(table: Table, race: Race) -> dict[str, Any]:
    """The Bombs of Goblins (W-GOBLIN-5), the Harmony tokens of Pandaren and who has paid (W-PANDA-1, W-PANDA-3)."""
    match race.ability:
        case "goblins":
            return {"live": table.live_bombs, "unseen": table.unseen_bombs}
        case "pandaren":
            paid = [table.turn.player] if table.turn.harmony_paid else []
            return {"harmony": [player for player in table.players if player in table.harmony], "paid": paid}
    return {}


# --- regions


def region_seen(table: Table, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of :meth:`smallworld.Game.view` with every key."""
    pieces = {kind: number for kind, number in entry.get("pieces", {}).items() if kind in shown(table)}
    return {
        "owner": entry["owner"],
        "race": entry.get("race"),
        "declined": entry.get("declined", False),
        "tokens": entry.get("tokens", 0),
        "natives": entry.get("natives", 0),
        "pieces": pieces,
        "relics": Counter(entry.get("relics", [])),
    }


def model_region(table: Table, name: str) -> dict[str, Any]:
    """The same of the model; nobody sees which relic is face down (W-SETUP-4)."""
    region = table.regions[name]
    race = region.occupant
    return {
        "owner": region.owner,
        "race": race.banner if race else None,
        "declined": race is not None and race.declined,
        "tokens": region.tokens,
        "natives": region.natives,
        "pieces": {kind: number for kind, number in region.pieces.items() if number and kind in shown(table)},
        "relics": Counter([*region.relics, *([None] if region.face_down else [])]),
    }


def shown(table: Table) -> set[str]:
    """Pieces that are compared: which Beasts of the pool conquered has no effect, and nobody shows it (W-BEAST-5)."""
    kinds = {*SUPPLY, "bomb"}
    early = table.rulings["defender_redeploy_order"] == "before_active" and table.phase == "retreat"
    return kinds - {"beast"} if table.phase == "conquer" or early else kinds
