"""Statistics against values that others have published or that can be worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest

from smallworld_lab.analysis import stats
from smallworld_lab.analysis.stats import Moments


def moments(*values: float) -> Moments:
    return Moments(len(values), sum(values), sum(value * value for value in values))


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(successes: int, count: int, low: float, high: float) -> None:
    interval = stats.wilson(successes, count)
    assert interval.value == pytest.approx(successes / count)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_newcombe_difference_as_published() -> None:
    """56/70 less 48/80: 0.2 with 0.0524 to 0.3339 (Newcombe 1998, Statistics in Medicine 17:873, table II, 10)."""
    interval = stats.share_difference(stats.wilson(56, 70), stats.wilson(48, 80))
    assert tuple(interval) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_mean_and_welch_by_hand() -> None:
    one, two = moments(1, 2, 3, 4, 5), moments(2, 4, 6)
    assert (one.mean, one.variance) == (3, 2.5)
    assert stats.mean(one).high == pytest.approx(3 + 1.959964 * (2.5 / 5) ** 0.5)
    gap = stats.mean_difference(one, two)
    assert gap.value == -1
    assert gap.low == pytest.approx(-1 - 1.959964 * (2.5 / 5 + 4 / 3) ** 0.5)


def test_effect_sizes() -> None:
    assert stats.cohen_h(0.5, 0.5) == 0
    assert stats.cohen_h(0.75, 0.5) == pytest.approx(0.5236, abs=1e-4)  # π/6
    assert stats.cohen_d(moments(1, 2, 3, 4, 5), moments(3, 4, 5, 6, 7)) == pytest.approx(-2 / 2.5**0.5)
    assert [stats.size_word(effect) for effect in (0.1, -0.2, 0.5, -0.9)] == ["negligible", "small", "medium", "large"]


def test_many_intervals_at_once_are_wider() -> None:
    assert stats.z_of_many(1) == pytest.approx(1.959964, abs=1e-6)
    assert stats.z_of_many(14) == pytest.approx(2.9136, abs=1e-3)


def test_nothing_is_not_a_number() -> None:
    assert isnan(stats.wilson(0, 0).value)
    assert isnan(stats.mean(moments(3)).low) and stats.mean(moments(3)).value == 3
