"""Numbers and names as reports write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan

from smallworld.errors import SmallWorldError
from smallworld.languages import _, decimal
from smallworld_editions.editions import load_variant
from smallworld_lab.analysis.aggregate import Aggregate, Key
from smallworld_lab.analysis.stats import Interval
from smallworld_lab.run_plan import Run


def figure(value: float, unit: str) -> str:
    """Write a number; ``points`` are percentage points with their sign, ``%`` is a share."""
    if isnan(value):
        return "–"
    # Adding 0.0 to what was rounded makes −0.0 a plain 0.
    number = round(100 * value if unit else value, 1 if unit else 2) + 0.0
    sign = "+" if unit == "points" and number else ""
    return decimal(number, 1 if unit else 2, signed=bool(sign)).replace("-", "−")


def points(lift: Interval) -> str:
    """Write a difference of shares with its interval."""
    value, low, high = (figure(part, "points") for part in lift)
    return _("{value} points, {low} to {high}", value=value, low=low, high=high)


def coins(difference: Interval) -> str:
    """Write a difference of coins with its interval."""
    value, low, high = (decimal(part, 2, signed=True).replace("-", "−") for part in difference)
    return _("{value} coins, {low} to {high}", value=value, low=low, high=high)


def percent(share: Interval) -> str:
    """Write a share with its interval."""
    value, low, high = (decimal(100 * part, 1) for part in (share.value, share.low, share.high))
    return _("{value} % ({low} to {high})", value=value, low=low, high=high)


def list_first(named: Sequence[str], of: int) -> str:
    """Write how many entries there are, and the names of the first ones."""
    if not named:
        return _("none of {count}", count=of)
    names = ", ".join(named[:5])
    return _("{number} of {count}, most of all {names}", number=len(named), count=of, names=names)


# --- names of races, powers and relics, in place of the ids of results


NAMED_GROUPS = (
    "race", "power", "pair", "first_race", "first_power", "first_pair", "race_players", "power_players", "source",
)  # fmt: skip
"""Groups of results with ids in their keys."""


def display_names(runs: Iterable[Run]) -> dict[str, str]:
    """Return id → name for the editions that were played and their contents; an edition that is gone has no names."""
    names: dict[str, str] = {}
    for path in sorted({run.variant for run in runs}):
        try:
            variant = load_variant(path)
        except SmallWorldError:
            continue
        names[variant.id] = variant.name
        for kind in (variant.relics, variant.powers, variant.races):
            names |= {key: entry.name for key, entry in kind.items()}
    return names


def with_display_names(results: Aggregate, names: Mapping[str, str]) -> Aggregate:
    """Return results with names as keys; an id without a name is written with spaces."""
    named = replace(results)
    named.groups = {
        group: {display_key(key, names): sums for key, sums in groups.items()} if group in NAMED_GROUPS else groups
        for group, groups in results.groups.items()
    }
    return named


def display_key(key: Key, names: Mapping[str, str]) -> Key:
    """Return the key of a group with names in place of ids."""
    return tuple(_name(part, names) if isinstance(part, str) else part for part in key)


def _name(key: str, names: Mapping[str, str]) -> str:
    text = key.replace("_", " ")
    return names.get(key, text[:1].upper() + text[1:])
