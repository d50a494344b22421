"""Legal conquests of the Warcraft reference model, with their means (rules F.3, F.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from wc_conquests import NONE, Means, adjacent, barred, cost, immune, within_reach
from wc_relics import has, has_place
from wc_table import DIE_MOST, Race, Region, Table
from wc_tolls import affordable, of_conquest

ARTEFACT_OF = {"frostmourne": "frostmourne", "ashes": "ashes_of_alar", "doomhammer": "doomhammer"}
"""Means → the artefact that gives it."""


def conquests(table: Table, race: Race) -> set[str]:
    """All of them, and the final die where it is allowed (W-CONQ-1, W-DIE-1)."""
    actions = {action for region in table.regions.values() for action in conquests_of(table, race, region)}
    actions |= set(second_roll(table, race))
    if any(map(is_certain, actions)) and table.rulings["final_die_condition"] == "no_region_affordable":
        actions = {action for action in actions if not action.endswith("die")}  # R-DIE-3
    return actions


def is_certain(attempt: str) -> bool:
    """It needs no die; an airstrike does."""
    return not attempt.endswith("die") and "airstrike" not in attempt


def conquests_of(table: Table, race: Race, region: Region) -> Iterator[str]:
    """Every way to conquer one region."""
    if barred(table, race, region):
        return
    if race.hand >= race.least:  # a token in hand is needed, Tauren two (W-CONQ-1, W-TAUREN-2)
        if affordable(table, of_conquest(table, region)):
            for means in joined_means(table, race):
                if reaches(table, race, region, means):
                    yield from paid_with_tokens(table, race, region, means)
        if doomhammer_takes(table, race, region):
            yield f"conquer {region.id} by doomhammer"
    if champion_takes(table, race, region):
        yield f"conquer {region.id} by champion"


def means_of(table: Table, race: Race) -> list[str]:
    """Means that the race has and that are not spent (W-MEANS-1)."""
    available = [means for means, relic in ARTEFACT_OF.items() if has(table, race, relic)]
    if race.ability == "gnomes":
        available.append("airstrike")
    if race.ability == "ethereals":
        available.append("relic")  # shares its one use a turn with ``steal`` (W-ETHER-1)
    return [means for means in available if means not in table.turn.used]


def joined_means(table: Table, race: Race) -> Iterator[Means]:
    """None, one, or several together (W-MEANS-3, W-MEANS-4)."""
    single = [means for means in means_of(table, race) if means != "doomhammer"]
    most = len(single) if table.rulings["combine_means"] else min(1, len(single))
    for number in range(most + 1):
        for means in combinations(single, number):
            if not {"airstrike", "ashes"} <= set(means):
                yield frozenset(means)


def reaches(table: Table, race: Race, region: Region, means: Means) -> bool:
    """The means get there (W-MEANS-1, W-MEANS-2)."""
    in_reach = within_reach(table, race, region)
    if not in_reach and not means & {"airstrike", "ashes"}:
        return False
    if (
        "airstrike" in means
        and not table.regions_of(race)
        and not table.rulings["airstrike_first_conquest"]
        and not in_reach
    ):
        return False  # W-GNOME-1
    if "relic" in means:  # W-ETHER-4; what Ashes reach counts as adjacent (W-MEANS-3)
        return has_place(region) and ("ashes" in means or adjacent(table, race, region))
    return True


def paid_with_tokens(table: Table, race: Race, region: Region, means: Means) -> Iterator[str]:
    """With the tokens in hand, or with the final die (W-DIE-1); an airstrike always has its own (W-GNOME-2)."""
    price = cost(table, race, region, means)
    if "airstrike" in means:
        if max(1, price - DIE_MOST) <= race.hand + DIE_MOST:
            yield action_of(region, means)
    elif price <= race.hand:
        yield action_of(region, means)
    elif price <= race.hand + DIE_MOST:
        yield action_of(region, means, die=True)


def action_of(region: Region, means: Means = NONE, *, die: bool = False) -> str:
    """In alphabetical order with the die last (W-MEANS-3)."""
    names = [*sorted(means), *(["die"] if die else [])]
    return f"conquer {region.id}" + (f" by {'+'.join(names)}" if names else "")


def doomhammer_takes(table: Table, race: Race, region: Region) -> bool:
    """One token against any defence (W-DOOM-1); it is not combined with other means (W-MEANS-3)."""
    if "doomhammer" not in means_of(table, race) or not within_reach(table, race, region):
        return False
    if table.rulings["doomhammer"] == "weak_regions" and region.tokens + region.natives != 1:
        return False
    return affordable(table, of_conquest(table, region, frozenset({"doomhammer"})))


def champion_takes(table: Table, race: Race, region: Region) -> bool:
    """The Champion goes to an adjacent region, never as First Conquest (W-CHAMP-1, W-CHAMP-2)."""
    if not table.champion_in_hand(race) or "champion" in table.turn.used or not table.regions_of(race):
        return False
    least = race.least if table.rulings["champion_with_garrison"] == "two" else 1
    if race.hand < least and table.rulings["champion_needs_token_in_hand"]:
        return False
    return adjacent(table, race, region) and affordable(table, of_conquest(table, region))


def second_roll(table: Table, race: Race) -> Iterator[str]:
    """After a short airstrike: the final die on the same region, and both rolls add up (W-GNOME-5)."""
    short = table.turn.airstrike
    if short is None or race.hand < 1 or immune(table, short.region):
        return
    price = cost(table, race, short.region, short.means | {"airstrike"}, short.roll)
    if race.hand < price <= race.hand + DIE_MOST:
        yield action_of(short.region, die=True)
