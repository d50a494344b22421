"""Sets of regions as whole numbers: bit *i* stands for the region with index *i*.

Bit masks make the questions that are asked at every decision (which regions are
adjacent, which can be paid) a few machine operations, and copying them is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def mask_of(indexes: Iterable[int]) -> int:
    """The set that holds exactly these region indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def indexes(mask: int) -> Iterator[int]:
    """The region indexes in a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
