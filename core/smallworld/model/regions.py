"""Sets of regions as whole numbers: bit *i* stands for the region with index *i*.

Bit masks make the questions that are asked at every decision (which regions are
adjacent, which can be paid) a few machine operations, and copying them is free.
"""

from __future__ import annotations

from collections.abc import Iterable


def mask_of(indexes: Iterable[int]) -> int:
    """The set that holds exactly these region indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def indexes(mask: int) -> tuple[int, ...]:
    """The region indexes in a set, ascending."""
    found: tuple[int, ...] = ()
    for members in _MEMBERS:
        if not mask:
            return found
        bits = mask & 255
        if bits:
            found += members[bits]
        mask >>= 8
    return found + _beyond(mask)


def _beyond(mask: int) -> tuple[int, ...]:
    """Indexes of a set that starts where the tables end."""
    start = 8 * len(_MEMBERS)
    return tuple(start + i for i in range(mask.bit_length()) if mask >> i & 1)


_MEMBERS = tuple(
    tuple(tuple(start + i for i in range(8) if bits >> i & 1) for bits in range(256)) for start in range(0, 64, 8)
)
"""For each group of eight regions: bits → indexes. Looking up beats testing bit by bit ten times."""
