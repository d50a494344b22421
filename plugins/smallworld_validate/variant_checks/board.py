"""Check the meaning of a board: ids, entry regions, terrains, centers; its borders are in ``adjacency``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, list_of, mapping_of
from smallworld_editions.variants.plain_data import RegionRow, entry_ids, regions_of
from smallworld_validate.schema.phrasing import no_such
from smallworld_validate.variant_checks.adjacency import check_borders, check_parts, check_reach

MOST = 30
"""Problems of one sort that are looked for in one board."""


def check_board(
    document: Document,
    terrains: Collection[str] | None = None,
    symbols: Collection[str] | None = None,
    water: Collection[str] = ("sea", "lake"),
) -> list[Problem]:
    """List the mistakes in the meaning of a board.

    :param terrains: those of the variant; None = not known, any will do.
    :param symbols: those of the variant; None = any.
    """
    rows = regions_of(document.data)
    strangers = (p for index, _, region in rows for p in _unknown_names(document, index, region, terrains, symbols))
    # Proposals take time: a file that is wrong everywhere gets the first ones only.
    checks = (_check_repeated_ids(document, rows), check_borders(document, rows), strangers)
    problems = [problem for check in checks for problem in islice(check, MOST)]
    is_readable = len(rows) == len(list_of(mapping_of(document.data).get("regions"))) and _are_entries_readable(rows)
    if is_readable and not problems:
        problems = (
            list(_check_entries(document, rows, water))
            or list(check_reach(document, rows, entry_ids(document.data)))
            or list(check_parts(document, rows))
        )
    return [*problems, *islice(_check_centers(document, rows), MOST)]


def _are_entries_readable(rows: Iterable[RegionRow]) -> bool:
    """Return whether it is clear which regions are at the edge: the schema reports other values."""
    return all(isinstance(region.get(key, False), bool) for _, _, region in rows for key in ("border", "entry"))


def _check_repeated_ids(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, name, _ in rows:
        if name in first:
            related = document.related(lazy("the first one is here"), ("regions", first[name], "id"))
            message = lazy("two regions are called {name!r}", name=name)
            path = ("regions", index, "id")
            yield document.problem("duplicate-id", path, message, lazy("rename one"), related=related)
        first.setdefault(name, index)


def _unknown_names(
    document: Document,
    index: int,
    region: dict[str, Any],
    terrains: Collection[str] | None,
    symbols: Collection[str] | None,
) -> Iterator[Problem]:
    terrain = region.get("terrain")
    if terrains is not None and isinstance(terrain, str) and terrain not in terrains:
        hint = suggest(terrain, terrains) or lazy("define it under terrains")
        message = no_such("terrain", repr(terrain))
        yield document.problem("unknown-terrain", ("regions", index, "terrain"), message, hint, names=(terrain,))
    for position, symbol in enumerate(list_of(region.get("symbols"))):
        if symbols is not None and isinstance(symbol, str) and symbol not in symbols:
            hint = suggest(symbol, symbols) or lazy("list it under symbols of the variant")
            message = no_such("symbol", repr(symbol))
            path = ("regions", index, "symbols", position)
            yield document.problem("unknown-symbol", path, message, hint, names=(symbol,))


def _check_entries(document: Document, rows: list[RegionRow], water: Collection[str]) -> Iterator[Problem]:
    if not isinstance(document.data.get("size", ""), str):
        return  # a size of another type does not show whether this is an island
    entries = entry_ids(document.data)
    if document.data.get("landing") is False:
        yield from _check_landing(document, entries)
    elif rows and not any(name in entries for _, name, region in rows if str(region.get("terrain")) not in water):
        message = lazy("no land region is open to a first conquest")
        hint = lazy("mark regions at the edge with border: true, or with entry: true")
        if document.data.get("size"):
            hint = lazy(
                "mark the landings with entry: true, or write landing: false if only abilities lead to this island"
            )
        yield document.problem("no-entry", ("regions",), message, hint, at_key=True)


def _check_landing(document: Document, entries: Collection[str]) -> Iterator[Problem]:
    """Report an island without landing that has an entry region, and a whole board without landing."""
    if entries:
        message = lazy("nobody lands on this island, but {region!r} is an entry region", region=min(entries))
        hint = lazy("leave out entry: true there, or landing: false here")
        yield document.problem("no-entry", ("landing",), message, hint, at_key=True)
    elif not document.data.get("size"):
        message = lazy("a board without landing has no size, so it cannot be one of several islands")
        hint = lazy("give it a size, or leave out landing: false")
        yield document.problem("no-entry", ("landing",), message, hint, at_key=True)


def _check_centers(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report two regions at one place of the picture."""
    first: dict[tuple[float, float], tuple[int, str]] = {}
    for index, name, region in rows:
        center = region.get("center")
        if not (isinstance(center, list) and len(center) == 2 and all(type(x) in (int, float) for x in center)):
            continue
        position, twin = first.setdefault((float(center[0]), float(center[1])), (index, name))
        if position != index:
            related = document.related(lazy("the first one is here"), ("regions", position, "center"))
            message = lazy("{name!r} has the same center as {twin!r}", name=name, twin=twin)
            path = ("regions", index, "center")
            yield document.warning("same-center", path, message, lazy("move one of them"), related=related)
