"""Write numbers for reports."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from smallworld.languages import _, decimal
from smallworld_lab.analysis.stats import Interval


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
