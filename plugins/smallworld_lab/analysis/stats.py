"""Intervals and effect sizes. Everything is at 95 % unless another ``z`` is given."""

from __future__ import annotations

from math import asin, sqrt
from statistics import NormalDist
from typing import NamedTuple

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

    def plus(self, other: Moments) -> Moments:
        """Return the moments of both together."""
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def less(self, part: Moments) -> Moments:
        """Return the moments of the numbers without a part of them."""
        return Moments(self.n - part.n, self.total - part.total, self.squares - part.squares)


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
