"""Check that the borders of a board fit on a flat map, and that the regions at its edge reach the edge."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.languages import N_, lazy, lazy_n
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.variants.plain_data import RegionRow
from smallworld_validate.problems.sentences_by_kind import lazy_count
from smallworld_validate.variant_checks.border_graph import MOST_NAMED, Border, BorderGraph, border_graph


def check_planar(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Warn if some borders would have to cross, or would separate a region at the edge from it."""
    graph = border_graph(document.data, rows, _certain_borders(rows))
    if graph.is_flat():
        return
    is_flat = graph.is_flat(rim=False)
    remedies, is_one_enough = graph.remedies(rim=is_flat)
    message, hint = _crossing_message(graph), _hint(graph, remedies, is_one_enough)
    if is_flat:
        message = lazy("borders enclose a region with border: true, so that it cannot reach the edge of the board")
        enclosed = ", ".join(graph.names[region] for region in graph.enclosed())
        if enclosed:
            hint = lazy("is border: true of {regions} a mistake? if not: {hint}", regions=enclosed, hint=hint)
    if remedies and len(remedies) <= MOST_NAMED:
        yield document.warning("non-planar", _path(rows, graph, remedies[0]), message, hint)
    else:
        yield document.warning("non-planar", ("regions",), message, hint, at_key=True)


def _certain_borders(rows: list[RegionRow]) -> list[tuple[str, str]]:
    """Return the borders that both regions name; all, if every border is named once."""
    named = {
        (name, other) for _, name, region in rows for other in list_of(region.get("adjacent")) if isinstance(other, str)
    }
    return sorted(pair for pair in named if pair[::-1] in named) or sorted(named)


def _crossing_message(graph: BorderGraph) -> str:
    """Say that a map is not flat; by Euler's bound, where that is enough."""
    size, count = len(graph.names), len(graph.borders)
    if count <= 3 * size - 6:
        return lazy("the borders do not fit on a flat map: some would have to cross")
    borders = lazy_n("{count} border", "{count} borders", count)
    sentence = N_("{regions} have {borders}; {most} are the most")
    return lazy(sentence, regions=lazy_count(size, "region"), borders=borders, most=3 * size - 6)


def _hint(graph: BorderGraph, remedies: list[Border], is_one_enough: bool) -> str:
    """Write which borders to remove."""
    names = ", ".join(f"{graph.names[one]}–{graph.names[other]}" for one, other in remedies[:MOST_NAMED])
    if not remedies:
        return lazy("some of these borders are probably mistakes")
    if len(remedies) > MOST_NAMED:
        return lazy("more than {most} borders are too many, among them {borders}", most=MOST_NAMED, borders=names)
    if len(remedies) == 1:
        return lazy("is {border} a mistake? without it the map is right", border=names)
    if is_one_enough:
        return lazy("is one of these a mistake? without it the map is right: {borders}", borders=names)
    return lazy("are these mistakes? without all of them the map is right: {borders}", borders=names)


def _path(rows: list[RegionRow], graph: BorderGraph, remedy: Border) -> KeyPath:
    """Return the place of a border in the file."""
    for one, other in (remedy, remedy[::-1]):
        index, _, region = rows[one]
        named = list_of(region.get("adjacent"))
        if graph.names[other] in named:
            return ("regions", index, "adjacent", named.index(graph.names[other]))
    return ("regions",)
