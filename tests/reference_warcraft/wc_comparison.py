"""Parts of a state that only Warcraft has, compared between the engine and the reference model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from shared_games import unequal
from wc_table import SUPPLY, Race, Table

TOLD = ("goblins", "pandaren")
"""Races whose memory is compared."""


def differences_seen(table: Table, seen: dict[str, Any]) -> Iterator[str]:
    """The open part of a position, as far as it is of this edition: supplies, races and the map."""
    yield from unequal("supply of ", supply_seen(table, seen), supply_known(table))
    for player in table.players:
        races = [race_seen(one) for one in seen["races"][player]]
        yield from unequal("races of ", {player: races}, {player: races_known(table, player)})
    for name, region in seen["regions"].items():
        yield from unequal(f"{name} ", region_seen(table, region), region_known(table, name))


# --- pieces


def supply_seen(table: Table, seen: dict[str, Any]) -> dict[str, int]:
    return {kind: seen["supply"][kind] for kind in supply_known(table)}


def supply_known(table: Table) -> dict[str, int]:
    """What is not on the map; Bombs while there are Goblins (W-GOBLIN-2)."""
    known = {kind: table.left(kind) for kind in SUPPLY}
    known["champion"] -= table.champion_boxed
    goblins = any(race and race.banner == "goblins" for race in table.active.values())
    return known | ({"bomb": table.bomb_stack()} if goblins else {})


# --- races


def race_seen(told: dict[str, Any]) -> tuple[Any, ...]:
    """Banner, badge, hand, and what the ability of the banner remembers."""
    memory = told["memory"].get(told["race"], {})
    return told["race"], told["power"] or "", told["declined"], told["hand"], memory if told["race"] in TOLD else {}


def races_known(table: Table, player: str) -> list[tuple[Any, ...]]:
    """The same of the model."""
    races = (table.active[player], table.declined[player])
    return [race_known(table, race) for race in races if race is not None]


def race_known(table: Table, race: Race) -> tuple[Any, ...]:
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


def region_seen(table: Table, told: dict[str, Any]) -> dict[str, Any]:
    """As :meth:`smallworld.Game.view` tells it, with nothing left out."""
    pieces = {kind: number for kind, number in told.get("pieces", {}).items() if kind in shown(table)}
    return {
        "owner": told["owner"],
        "race": told.get("race"),
        "declined": told.get("declined", False),
        "tokens": told.get("tokens", 0),
        "natives": told.get("natives", 0),
        "pieces": pieces,
        "relics": Counter(told.get("relics", [])),
    }


def region_known(table: Table, name: str) -> dict[str, Any]:
    """The same of the model; nobody sees which relic lies face down (W-SETUP-4)."""
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
    """Pieces that are compared: which Beasts of the pool conquered has no effect, and nobody says it (W-BEAST-5)."""
    kinds = {*SUPPLY, "bomb"}
    early = table.rulings["defender_redeploy_order"] == "before_active" and table.phase == "retreat"
    return kinds - {"beast"} if table.phase == "conquer" or early else kinds
