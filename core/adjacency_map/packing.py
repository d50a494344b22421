"""Packing of several islands on one page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

MANY = 6
"""Most breaks of a line of boxes for which all ways are tried."""
Box = tuple[float, float]
Place = tuple[float, float]


def pack(boxes: Sequence[Box], gap: float, head: float, ratio: float) -> tuple[float, float, list[Place]]:
    """Return width and height of the page and the upper left corner of each box.

    Boxes stay in their order, in rows or in columns.

    :param gap: between two boxes. :param head: room above each, for a name.
    :param ratio: width divided by height of the page to fill.
    """
    tall = [(w, h + head) for w, h in boxes]
    turned = [(h, w) for w, h in tall]
    rows = [(_rows(tall, split, gap), False) for split in _splits(len(boxes))]
    columns = [(_rows(turned, split, gap), True) for split in _splits(len(boxes))]
    flat = [
        ((h, w, [(y, x) for x, y in places]) if swap else (w, h, places)) for (w, h, places), swap in rows + columns
    ]
    # As large as possible on a page of that shape.
    width, height, places = max(flat, key=lambda way: (round(min(ratio / way[0], 1 / way[1]), 6), -way[0] * way[1]))
    return width, height, [(x, y + head) for x, y in places]


def _splits(count: int) -> list[list[tuple[int, int]]]:
    """Return every way to break a line of boxes into rows."""
    return [
        list(pairwise((0, *cuts, count)))
        for breaks in range(min(count, MANY))
        for cuts in combinations(range(1, count), breaks)
        if count <= 2 * MANY or len({b - a for a, b in pairwise((0, *cuts))}) <= 1
    ]


def _rows(boxes: Sequence[Box], rows: Sequence[tuple[int, int]], gap: float) -> tuple[float, float, list[Place]]:
    """Return the extent of rows of boxes and the place of each box in them."""
    width = max(sum(w for w, _ in boxes[a:b]) + gap * (b - a - 1) for a, b in rows)
    places, y = [], 0.0
    for start, end in rows:
        row = boxes[start:end]
        tallest = max(h for _, h in row)
        # Spread a short row over the width, with half as much room at the ends as between.
        spare = (width - sum(w for w, _ in row) - gap * (len(row) - 1)) / len(row)
        x = spare / 2
        for w, h in row:
            places.append((x, y + (tallest - h) / 2))
            x += w + gap + spare
        y += tallest + gap
    return width, y - gap, places
