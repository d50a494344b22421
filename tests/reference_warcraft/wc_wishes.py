"""Weights of the actions of a random player in the Warcraft reference games, so that rare events happen."""

from __future__ import annotations

from wc_column import column_of
from wc_relics import AEGIS
from wc_table import Table

# Races and badges with much to remember.
RARE_RACES = {
    "goblins", "ethereals", "tauren", "draenei", "pandaren", "forsaken", "humans", "gnomes", "night_elves",
}  # fmt: skip
RARE_POWERS = {
    "championing", "beast_master", "intimidating", "portal_mage", "defensive", "garrisoned", "marshdweller", "enraged",
}  # fmt: skip
# Only these meet each other and Harmony.
RARE_PAIRS = {
    ("pandaren", "intimidating"), ("pandaren", "portal_mage"), ("forsaken", "intimidating"),
    ("goblins", "portal_mage"), ("tauren", "beast_master"), ("draenei", "beast_master"), ("tauren", "championing"),
    ("naga", "portal_mage"), ("ethereals", "portal_mage"), ("pandaren", "marshdweller"),
}  # fmt: skip
# The chance of each kind of action.
KINDS = {
    "decline": 0.6, "done": 0.5, "conquer": 3.0, "means": 3.0, "die": 0.8, "abandon": 0.25, "swap": 6.0,
    "intimidate": 6.0, "steal": 30.0, "recruit": 10.0, "place": 2.0, "form": 5.0, "side": 5.0,
}  # fmt: skip


def kind_of(action: str) -> str:
    """Verb, and how a region is conquered: first a kind is drawn, then an action of this kind."""
    if action.endswith("die"):
        return "die"
    return "means" if " by " in action else action.split()[0]


def wish_for_kind(kind: str) -> float:
    return KINDS.get(kind, 1.0)


def wish(table: Table, action: str) -> float:
    """The weight of an action among those of its kind."""
    parts = action.split()
    match parts[0]:
        case "pick":
            return wish_to_pick(table, int(parts[1]) - 1)
        case "conquer" | "intimidate" | "swap":
            special = len(parts) > 3 and parts[-1] != "die"
            return (4.0 if special else 1.0) * max(attraction(table, word) for word in parts if word in table.regions)
        case "deploy":
            return float(parts[2])  # many at once, else a turn is long
    return 1.0


def wish_to_pick(table: Table, above: int) -> float:
    """Combos with rules of their own, above all pairs that seldom meet."""
    combo = column_of(table, table.turn.player)[above]
    if (combo.banner, combo.badge) in RARE_PAIRS:
        return 40.0
    return (3.0 if combo.banner in RARE_RACES else 1.0) * (3.0 if combo.badge in RARE_POWERS else 1.0)


def attraction(table: Table, name: str) -> float:
    """Relics, opponents and Objectives attract; most of all the Aegis that one has just paid for."""
    region, weight = table.regions[name], 1.0
    if region.relics or region.face_down:
        weight *= 5
    if region.owner not in (None, table.turn.player):
        weight *= 3
    if region.pieces["objective"]:
        weight *= 3
    if AEGIS in region.relics and table.turn.aegis_paid:
        weight *= 5
    return weight
