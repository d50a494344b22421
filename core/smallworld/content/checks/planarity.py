"""Can the regions of a board be drawn on paper? Asked only where networkx is installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from smallworld.content.checks.board import neighbours_of, regions_of
from smallworld.content.reading.documents import Document
from smallworld.content.report.nouns import lazy_count
from smallworld.content.report.problem import Problem
from smallworld.languages import lazy, lazy_n


def check_planar(document: Document) -> Iterator[Problem]:
    """A warning if some borders would have to cross; nothing without networkx.

    Euler's bound comes first: it needs no library and is sure.
    """
    rows = regions_of(document.data)
    names = {name for _, name, _ in rows}
    borders = {frozenset((name, other)) for _, name, r in rows for other in neighbours_of(r) if other in names}
    borders = {border for border in borders if len(border) == 2}
    if len(names) >= 3 and len(borders) > 3 * len(names) - 6:
        yield _crossing(
            document,
            lazy(
                "{regions} have {borders}; {most} are the most",
                regions=lazy_count(len(names), "region"),
                borders=lazy_n("{count} border", "{count} borders", len(borders)),
                most=3 * len(names) - 6,
            ),
        )
        return
    if len(names) < 5 or find_spec("networkx") is None:
        return
    networkx = import_module("networkx")
    planar, proof = networkx.check_planarity(networkx.Graph([tuple(border) for border in borders]), counterexample=True)
    if not planar:
        crossing = ", ".join(sorted(f"{min(a, b)}–{max(a, b)}" for a, b in proof.edges))
        yield _crossing(document, lazy("some borders would have to cross, among {borders}", borders=crossing))


def _crossing(document: Document, message: str) -> Problem:
    hint = lazy("one of these borders is probably a mistake")
    return document.problem("non-planar", document.key(("regions",)), message, hint, severity="warning")
