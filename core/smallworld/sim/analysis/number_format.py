"""Figures as reports write them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from smallworld.sim.analysis.stats import Interval


def figure(value: float, unit: str) -> str:
    """A number; ``points`` are percentage points with their sign, ``%`` is a share."""
    if isnan(value):
        return "–"
    # Adding 0.0 to what was rounded makes −0.0 a plain 0.
    number = round(100 * value if unit else value, 1 if unit else 2) + 0.0
    sign = "+" if unit == "points" and number else ""
    return f"{number:{sign}.{1 if unit else 2}f}".replace("-", "−")


def points(lift: Interval) -> str:
    """A difference of shares with its interval."""
    value, low, high = (figure(part, "points") for part in lift)
    return f"{value} points, {low} to {high}"


def percent(share: Interval) -> str:
    """A share with its interval."""
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def most_of(named: Sequence[str], of: int) -> str:
    """How many of some there are, and the first of them by name."""
    if not named:
        return f"none of {of}"
    return f"{len(named)} of {of}, most of all {', '.join(named[:5])}"
