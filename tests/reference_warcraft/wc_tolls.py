"""Tolls in the reference model of the Warcraft rules: coins that are paid before an attack (rules F.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wc_relics import AEGIS
from wc_table import Region, Table


class Toll(NamedTuple):
    """Coins for a player, or for the bank if it is nobody."""

    payee: str | None
    coins: int
    reason: str


def aegis(table: Table, regions: Iterable[Region]) -> list[Toll]:
    """2 coins for an action on the region of the Aegis that another's active race holds (W-AEGIS-3, W-IMM-2)."""
    if table.turn.aegis_paid and table.rulings["aegis_payment"] == "per_turn":
        return []
    for region in regions:
        if AEGIS in region.relics and region.defender and region.owner != table.turn.player:
            return [Toll(region.owner, 2, "aegis")]
    return []


def harmony(table: Table, regions: Iterable[Region]) -> list[Toll]:
    """2 coins before the first attack of a turn on active Pandaren, by who holds a Harmony token (W-PANDA-3)."""
    payer = table.turn.player
    if payer not in table.harmony or table.turn.harmony_paid:
        return []
    for region in regions:
        if region.defender and region.defender.banner == "pandaren" and region.owner != payer:
            return [Toll(region.owner, 2, "harmony")]
    return []


def marsh(table: Table, region: Region) -> list[Toll]:
    """1 coin for each attempt on a Swamp of Marshdwellers, active or declined (W-MARSH-1, W-DECL-2)."""
    race = region.occupant
    if region.terrain == "swamp" and race and race.badge == "marshdweller" and race.owner != table.turn.player:
        return [Toll(race.owner, 1, "marshdweller")]
    return []


def doomhammer(table: Table, region: Region) -> list[Toll]:
    """2 coins to who occupied the region, else to the bank; none to oneself (W-DOOM-2, W-TOLL-2)."""
    return [] if region.owner == table.turn.player else [Toll(region.owner, 2, "doomhammer")]


def of_conquest(table: Table, region: Region, means: frozenset[str] = frozenset()) -> list[Toll]:
    """All of them; they add up (W-TOLL-1)."""
    tolls = [*aegis(table, [region]), *harmony(table, [region]), *marsh(table, region)]
    return [*tolls, *doomhammer(table, region)] if "doomhammer" in means else tolls


def of_intimidation(table: Table, regions: Iterable[Region]) -> list[Toll]:
    """Harmony and the Aegis, but not the Marshdwellers: it is not a conquest (W-INTIM-4)."""
    return [*aegis(table, regions), *harmony(table, regions)]


def of_swap(table: Table, regions: Iterable[Region]) -> list[Toll]:
    """The Aegis (W-PORTAL-3), and Harmony: moving Pandaren is an attack on them (W-PORTAL-5)."""
    peace = harmony(table, regions) if table.rulings["portal_swap_is_attack"] else []
    return [*aegis(table, regions), *peace]


def affordable(table: Table, tolls: list[Toll]) -> bool:
    """Who cannot pay all of them may not make the attempt (W-TOLL-2, W-PANDA-4)."""
    return table.coins[table.turn.player] >= sum(toll.coins for toll in tolls)


def pay(table: Table, tolls: list[Toll]) -> None:
    """Before the attempt, out of one's own coins (W-TOLL-1)."""
    for toll in tolls:
        table.coins[table.turn.player] -= toll.coins
        if toll.payee is not None:
            table.coins[toll.payee] += toll.coins
        table.turn.harmony_paid |= toll.reason == "harmony"
        table.turn.aegis_paid |= toll.reason == "aegis"
