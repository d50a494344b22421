"""Room for a row of a label within its region, and texts that fit into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjacency_map import Ring, crossings, outline
from smallworld.languages.text_width import display_width

BAND = 8.0
"""Width of the owner's band and the line along the edge of a region, in units of the picture."""
LETTER = 0.63
"""Width of a bold letter, as a share of the size of the font."""
Fit = tuple[str, float, float]
"""A text, the size of its font and its middle."""


class Span(NamedTuple):
    """The left and right end of a row."""

    left: float
    right: float

    @property
    def width(self) -> float:
        """The length of the row."""
        return self.right - self.left

    def centre(self, x: float, width: float) -> float:
        """Return the middle of something of a width that is as near to ``x`` as this row allows."""
        if width > self.width:
            return (self.left + self.right) / 2
        return min(max(x, self.left + width / 2), self.right - width / 2)


class Spans(NamedTuple):
    """The rows of a label around a point of the picture."""

    x: float
    y: float
    title: Span
    symbols: Span
    contents: Span
    owner: Span


def span_around(rings: Sequence[Ring], x: float, top: float, bottom: float) -> Span:
    """Return the room around a point between two heights, without the band along the edge."""
    lines = outline(rings)
    left, right = float("-inf"), float("inf")
    for y in (top, (top + bottom) / 2, bottom):
        borders = crossings(lines, y)
        inside = list(zip(borders[::2], borders[1::2], strict=True))
        if inside:
            into, out = min(inside, key=lambda stretch: max(stretch[0] - x, x - stretch[1], 0))
            left, right = max(left, into + BAND), min(right, out - BAND)
    return Span(left, right) if left < right else Span(x - 1, x + 1)


def fit_text(forms: Iterable[tuple[str, float]], span: Span, x: float) -> Fit:
    """Return the first of some texts and sizes of the font for which a row has room; else the last of them.

    :param x: the middle of the text, if the row allows it.
    """
    label, size = "", 0.0
    for label, size in forms:
        if display_width(label) * LETTER * size <= span.width:
            break
    return label, size, span.centre(x, display_width(label) * LETTER * size)
