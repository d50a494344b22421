"""Check the meaning of a board: ids, entry regions, terrains, centers, borders and ways between regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.plain_data import RegionRow, entry_ids, neighbours_of, regions_of
from smallworld_validate.schema.phrasing import no_such
from smallworld_validate.variant_checks.border_graph import Half, center_of, check_halves

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
    strangers = (problem for row in rows for problem in _unknown_names(document, row, terrains, symbols))
    # Proposals take time: a file that is wrong everywhere gets the first ones only.
    checks = (_check_repeated_ids(document, rows), _check_borders(document, rows), strangers)
    problems = [problem for check in checks for problem in islice(check, MOST)]
    # Only where it is clear which regions are at the edge: the schema reports other values.
    is_clear = all(isinstance(region.get(key, False), bool) for _, _, region in rows for key in ("border", "entry"))
    if is_clear and not problems and len(rows) == len(list_of(mapping_of(document.data).get("regions"))):
        problems = [*_check_entries(document, rows, water)] or [*_check_reach(document, rows)]
        problems = problems or [*_check_parts(document, rows)]
    return [*problems, *islice(_check_centers(document, rows), MOST)]


def _check_repeated_ids(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, name, _ in rows:
        if first.setdefault(name, index) != index:
            related = document.related(lazy("the first one is here"), ("regions", first[name], "id"))
            path, message = ("regions", index, "id"), lazy("two regions are called {name!r}", name=name)
            yield document.problem("duplicate-id", path, message, lazy("rename one"), related=related)


def _unknown_names(
    document: Document, row: RegionRow, terrains: Collection[str] | None, symbols: Collection[str] | None
) -> Iterator[Problem]:
    index, _, region = row
    named: list[tuple[KeyPath, Any]] = [(("terrain",), region.get("terrain"))]
    named += [(("symbols", place), symbol) for place, symbol in enumerate(list_of(region.get("symbols")))]
    for inner, name in named:
        kind, names, remedy = "symbol", symbols, N_("list it under symbols of the variant")
        if inner == ("terrain",):
            kind, names, remedy = "terrain", terrains, N_("define it under terrains")
        if names is not None and isinstance(name, str) and name not in names:
            hint, path = suggest(name, names) or lazy(remedy), ("regions", index, *inner)
            yield document.problem(f"unknown-{kind}", path, no_such(kind, repr(name)), hint, names=(name,))


def _check_entries(document: Document, rows: list[RegionRow], water: Collection[str]) -> Iterator[Problem]:
    """Report a board or an island on which nobody can land, or one without landing that has an entry region."""
    size, entries = document.data.get("size", ""), entry_ids(document.data)
    if not isinstance(size, str):
        return  # a size of another type does not show whether this is an island
    path, message, hint = ("landing",), "", ""
    if document.data.get("landing") is False and entries:
        message = lazy("nobody lands on this island, but {region!r} is an entry region", region=min(entries))
        hint = lazy("leave out entry: true there, or landing: false here")
    elif document.data.get("landing") is False and not size:
        message = lazy("a board without landing has no size, so it cannot be one of several islands")
        hint = lazy("give it a size, or leave out landing: false")
    elif document.data.get("landing") is not False and rows:
        path, hint = ("regions",), lazy("mark regions at the edge with border: true, or with entry: true")
        if size:
            hint = lazy(
                "mark the landings with entry: true, or write landing: false if only abilities lead to this island"
            )
        if not any(name in entries for _, name, region in rows if str(region.get("terrain")) not in water):
            message = lazy("no land region is open to a first conquest")
    if message:
        yield document.problem("no-entry", path, message, hint, at_key=True)


def _check_centers(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report two regions at one place of the picture."""
    first: dict[tuple[float, float], tuple[int, str]] = {}
    for index, name, region in rows:
        center = center_of(region)
        position, twin = first.setdefault(center, (index, name)) if center is not None else (index, name)
        if position != index:
            related = document.related(lazy("the first one is here"), ("regions", position, "center"))
            message = lazy("{name!r} has the same center as {twin!r}", name=name, twin=twin)
            path, hint = ("regions", index, "center"), lazy("move one of them")
            yield document.warning("same-center", path, message, hint, related=related)


def _check_borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report neighbours that do not exist, and borders that only one side names."""
    order = {name: index for index, name, _ in rows}
    answers = {name: _readable_borders(region, order) for _, name, region in rows}
    nameless = len(rows) < len(list_of(document.data.get("regions")))
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    halves: list[Half] = []
    for index, name, region in rows:
        for position, other in enumerate(list_of(region.get("adjacent"))):
            path = ("regions", index, "adjacent", position)
            if not isinstance(other, str) or {name, other} & twice:
                continue
            if other == name:
                message = lazy("region {name!r} borders itself", name=name)
                yield document.problem("self-border", path, message, lazy("remove it"))
            elif other not in order and (nameless or twice):
                continue  # perhaps this is the region with an id that is missing, misspelt or replaced by another
            elif other not in order:
                hint = suggest(other, order)
                yield document.problem("unknown-region", path, lazy("there is no region {name!r}", name=other), hint)
            elif (answer := answers[other]) is not None and name not in answer:
                halves.append(Half(name, path, other))
    yield from check_halves(document, rows, halves)


def _readable_borders(region: dict[str, Any], region_ids: Collection[str]) -> set[str] | None:
    """Return the names among the borders of a region; None if a mistake in them explains every missing one."""
    adjacent = region.get("adjacent")
    if not isinstance(adjacent, list) or not all(isinstance(other, str) for other in adjacent):
        return None
    named = set(neighbours_of(region))
    return named if named.issubset(region_ids) else None


def _check_reach(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report regions that no chain of borders joins to an entry region."""
    if document.data.get("landing") is False or not _are_borders_readable(rows):
        return
    reached = _reached_from(entry_ids(document.data), rows)
    for index, name, _ in rows:
        if name not in reached:
            message, hint = (
                lazy("no way leads from an entry region to {name!r}", name=name),
                lazy("is a border missing?"),
            )
            yield document.warning("unreachable-region", ("regions", index, "id"), message, hint)


def _reached_from(first: Collection[str], rows: list[RegionRow]) -> set[str]:
    """Return the regions that borders connect to the first ones, these included."""
    borders = {name: neighbours_of(region) for _, name, region in rows}
    reached, waiting = set(first), list(first)
    while waiting:
        new = [other for other in borders[waiting.pop()] if other not in reached]
        reached.update(new)
        waiting += new
    return reached


def _are_borders_readable(rows: list[RegionRow]) -> bool:
    """Return whether every list of borders is one; those that cannot be read may join parts of the board."""
    lists = [region.get("adjacent") for _, _, region in rows]
    return all(isinstance(entries, list) and all(isinstance(x, str) for x in entries) for entries in lists)


def _check_parts(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report a board in two parts: no border joins the smaller one to the rest."""
    names = [name for _, name, _ in rows]
    if not names or not _are_borders_readable(rows):
        return
    one = _reached_from(names[:1], rows)
    rest = [name for name in names if name not in one]
    if not rest:
        return
    other = _reached_from(rest[:1], rows)
    part, whole = (other, one) if len(other) <= len(one) else (one, other)
    index, name = next((index, name) for index, name, _ in rows if name in part)
    sentence = N_("the board is in two parts: no border joins {name!r} to {other!r}")
    message = lazy(sentence, name=name, other=min(whole, key=names.index))
    yield document.warning("split-board", ("regions", index, "id"), message, lazy("is a border missing?"))
