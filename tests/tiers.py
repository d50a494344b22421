"""The two tiers of tests: quick ones, and the marker ``full`` for longer proofs of the same behaviour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

FULL = pytest.mark.full


def quick_first(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Parameters of a test: so many in the quick tier, the rest in the full one."""
    return [pytest.param(value, marks=() if number < quick else FULL) for number, value in enumerate(values)]


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of a test: the first of every so many in the quick tier, the rest in the full one."""
    return [pytest.param(value, marks=FULL if number % step else ()) for number, value in enumerate(values)]
