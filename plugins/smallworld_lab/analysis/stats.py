"""Intervals and effect sizes, at 95 % unless another ``z`` is given, and how reports write them."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, isnan, sqrt
from statistics import NormalDist
from typing import NamedTuple

from smallworld.languages import _, decimal

Z = NormalDist().inv_cdf(0.975)


class Interval(NamedTuple):
    """An estimate with the bounds of its interval."""

    value: float
    low: float
    high: float

    def __sub__(self, other: float) -> Interval:
        """Return the interval moved by a constant."""
        return Interval(self.value - other, self.low - other, self.high - other)


NOTHING = Interval(float("nan"), float("nan"), float("nan"))


class Moments(NamedTuple):
    """Count, sum and sum of squares of some numbers; can be added up."""

    n: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.n if self.n else float("nan")

    @property
    def variance(self) -> float:
        """Their variance, with n − 1."""
        if self.n < 2:
            return float("nan")
        return max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1)

    def plus(self, other: Moments, times: int = 1) -> Moments:
        """Return the moments of both together; -1 times takes a part of the numbers away."""
        n, total, squares = (mine + times * more for mine, more in zip(self, other, strict=True))
        return Moments(int(n), total, squares)


def wilson(successes: float, count: int, z: float = Z) -> Interval:
    """Return a share with Wilson's score interval; a shared victory counts as a part of a success."""
    if not count:
        return NOTHING
    share, square = successes / count, z * z
    centre = (share + square / (2 * count)) / (1 + square / count)
    half = z / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def mean(moments: Moments, z: float = Z) -> Interval:
    """Return a mean with its normal interval."""
    if moments.n < 2:
        return Interval(moments.mean, float("nan"), float("nan"))
    half = z * sqrt(moments.variance / moments.n)
    return Interval(moments.mean, moments.mean - half, moments.mean + half)


def share_difference(one: Interval, two: Interval) -> Interval:
    """Return the first share less the second, with Newcombe's interval made of two Wilson intervals."""
    gap = one.value - two.value
    low = gap - sqrt((one.value - one.low) ** 2 + (two.high - two.value) ** 2)
    high = gap + sqrt((one.high - one.value) ** 2 + (two.value - two.low) ** 2)
    return Interval(gap, low, high)


def mean_difference(one: Moments, two: Moments, z: float = Z) -> Interval:
    """Return the first mean less the second, variances not taken to be equal (Welch)."""
    gap = one.mean - two.mean
    if min(one.n, two.n) < 2:
        return Interval(gap, float("nan"), float("nan"))
    half = z * sqrt(one.variance / one.n + two.variance / two.n)
    return Interval(gap, gap - half, gap + half)


def cohen_h(one: float, two: float) -> float:
    """Return the effect size between two shares: 0.2 is small, 0.5 medium, 0.8 large."""
    return 2 * asin(sqrt(min(1.0, max(0.0, one)))) - 2 * asin(sqrt(min(1.0, max(0.0, two))))


def cohen_d(one: Moments, two: Moments) -> float:
    """Return the effect size between two means, in pooled standard deviations."""
    degrees = one.n + two.n - 2
    if min(one.n, two.n) < 2:
        return float("nan")
    pooled = sqrt(((one.n - 1) * one.variance + (two.n - 1) * two.variance) / degrees)
    return (one.mean - two.mean) / pooled if pooled else 0.0


def z_of_many(count: int) -> float:
    """Return half the width, in standard errors, at which all of so many 95 % intervals hold at once (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, count))


def size_word(effect: float) -> str:
    """Return Cohen's words for an effect size."""
    size = abs(effect)
    return "large" if size >= 0.8 else "medium" if size >= 0.5 else "small" if size >= 0.2 else "negligible"


# --- numbers as reports write them


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
    value, low, high = (decimal(100 * part, 1) for part in share)
    return _("{value} % ({low} to {high})", value=value, low=low, high=high)


def list_first(named: Sequence[str], of: int) -> str:
    """Write how many entries there are, and the names of the first ones."""
    if not named:
        return _("none of {count}", count=of)
    names = ", ".join(named[:5])
    return _("{number} of {count}, most of all {names}", number=len(named), count=of, names=names)
