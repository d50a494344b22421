"""Sets of regions as whole numbers: bit *i* is the region with index *i*.

Bit masks make the questions that are asked at every decision (which regions are
adjacent, which can be paid) a few machine operations, and copying them is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from smallworld.model.aliases import Regions


def mask_of(indexes: Iterable[int]) -> Regions:
    """Return the set that holds exactly these region indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def union_of(sets: Iterable[Regions]) -> Regions:
    """Return the regions that are in at least one of the sets."""
    return reduce(or_, sets, 0)


def indexes(mask: Regions) -> tuple[int, ...]:
    """Return the region indexes in a set, ascending."""
    if mask <= _LOW:
        return _FIRST[mask & 1023] + _SECOND[mask >> 10 & 1023] + _THIRD[mask >> 20]
    rest = mask >> 30
    low = _FIRST[mask & 1023] + _SECOND[mask >> 10 & 1023] + _THIRD[mask >> 20 & 1023]
    if rest <= _LOW:
        return low + _FOURTH[rest & 1023] + _FIFTH[rest >> 10 & 1023] + _SIXTH[rest >> 20]
    return low + tuple(30 + i for i in indexes(rest))


def _group(start: int) -> list[tuple[int, ...]]:
    """Map bits of ten regions to their indexes; a look-up is faster than ten tests of a bit."""
    sets: list[tuple[int, ...]] = [()]
    for index in range(start, start + 10):
        sets += [(*lower, index) for lower in sets]
    return sets


_LOW: Final = (1 << 30) - 1  # CPython keeps a number of up to thirty bits in one digit, and compares two such at once
_FIRST: Final = _group(0)
_SECOND: Final = _group(10)
_THIRD: Final = _group(20)
_FOURTH: Final = _group(30)
_FIFTH: Final = _group(40)
_SIXTH: Final = _group(50)

recent_indexes: Final[Callable[[Regions], tuple[int, ...]]] = lru_cache(maxsize=32)(indexes)
""":func:`indexes` of sets that stay the same for several decisions, such as the regions of a race.

Looking one up takes a third of the time. Most of these sets are among the last few; sets of targets hardly ever are.
"""
