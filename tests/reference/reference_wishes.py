"""Weights of the actions of a random player in the reference games, so that rare events happen often enough."""

from __future__ import annotations

from reference_table import Table

RARE_POWERS = {"spirit", "stout", "seafaring", "flying", "bivouacking", "berserk", "heroic", "fortified"}
RARE_RACES = {"amazons", "elves", "sorcerers", "trolls"}


def wish(table: Table, action: str) -> float:
    """The weight of an action in the draw."""
    if table.phase == "pick":
        return wish_to_pick(table, int(action.split()[1]) - 1)
    if table.phase == "conquer":
        return wish_to_decline(table) if action == "decline" else wish_to_conquer(action)
    return 1


def wish_to_pick(table: Table, above: int) -> float:
    """Ghouls first: they act in decline, and everything about that is rare."""
    combo = table.column[above]
    if combo.banner == "ghouls":
        return 8
    return 3 if combo.badge in RARE_POWERS or combo.banner in RARE_RACES else 1


def wish_to_decline(table: Table) -> float:
    """Ghouls decline while they have something to act with; a player who has such Ghouls keeps them."""
    race = table.acting()
    if race.banner == "ghouls" and len(table.regions_of(race)) > 1:
        return 6
    return 0.15 if table.ghouls() else 0.5


def wish_to_conquer(action: str) -> float:
    """Conquests, above all the special ones; a final attempt or a stop ends them too soon."""
    parts = action.split()
    if action == "done":
        return 0.25
    if action == "roll":
        return 2
    if parts[0] == "abandon":
        return 0.12
    if parts[-1] in ("sorcery", "dragon"):
        return 3
    if parts[-1] == "decline":
        return 2.5
    return 0.35 if parts[-1] == "die" else 1.5
