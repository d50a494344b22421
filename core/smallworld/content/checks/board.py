"""Check the meaning of a board: neighbours, entry regions, terrains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from smallworld.content.reading.documents import Document
from smallworld.content.report.border_fixes import mirror
from smallworld.content.report.nouns import no_such
from smallworld.content.report.problem import Edit, Problem, Related
from smallworld.errors import suggest
from smallworld.languages import lazy

MOST = 30
"""Problems of one sort that are looked for in one board."""

RegionRow = tuple[int, str, dict[str, Any]]
"""Index in the file, id, data."""

_Half = tuple[tuple[int, str, int], tuple[int, str]]
"""A one-sided border: index, id and place in the list of the side that names it; index and id of the other."""


def check_board(
    document: Document,
    terrains: Collection[str] | None = None,
    symbols: Collection[str] | None = None,
    water: Collection[str] = ("sea", "lake"),
) -> list[Problem]:
    """Everything that is wrong with the meaning of a board.

    :param terrains: those of the variant; None = not known, any will do.
    :param symbols: those of the variant; None = any.
    """
    rows = regions_of(document.data)
    strangers = (p for index, _, region in rows for p in _unknown_names(document, index, region, terrains, symbols))
    # Proposals take time: a file that is wrong everywhere gets the first ones only.
    problems = [
        p for entries in (_repeated(document, rows), _borders(document, rows), strangers) for p in islice(entries, MOST)
    ]
    listed = document.data.get("regions") if isinstance(document.data, dict) else None
    if not problems and len(rows) == len(listed if isinstance(listed, list) else rows):
        problems = (
            list(_without_entry(document, rows, water))
            or list(_out_of_reach(document, rows))
            or list(_apart(document, rows))
        )
    return [*problems, *islice(_same_centers(document, rows), MOST)]


def regions_of(data: Any) -> list[RegionRow]:
    """The regions that are whole enough to speak of."""
    regions = data.get("regions") if isinstance(data, dict) else None
    rows: list[RegionRow] = []
    for index, region in enumerate(regions if isinstance(regions, list) else []):
        if isinstance(region, dict) and isinstance(region.get("id"), str):
            rows.append((index, region["id"], region))
    return rows


def entry_ids(data: Any) -> set[str]:
    """The regions for a first conquest: those with `entry: true`, else by R-TERM-4.

    On islands only those with `entry: true`.
    """
    rows = regions_of(data)
    shores = {n for _, _, r in rows if r.get("terrain") == "sea" and r.get("border") is True for n in neighbours_of(r)}
    island = bool(data.get("size"))
    entries = set()
    for _, name, region in rows:
        by_rule = not island and (region.get("border") is True or name in shores)
        if region.get("entry", by_rule) is True:
            entries.add(name)
    return entries


def neighbours_of(region: dict[str, Any]) -> list[str]:
    """The names in ``adjacent``; of a broken list, what can be read."""
    adjacent = region.get("adjacent")
    return [name for name in adjacent if isinstance(name, str)] if isinstance(adjacent, list) else []


def _repeated(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, name, _ in rows:
        if name in first:
            related = (Related(lazy("the first one is here"), document.name, document.value(_id(first[name]))),)
            message = lazy("two regions are called {name!r}", name=name)
            yield document.problem(
                "duplicate-id", document.value(_id(index)), message, lazy("rename one"), related=related
            )
        first.setdefault(name, index)


def _id(index: int) -> tuple[str | int, ...]:
    return ("regions", index, "id")


def _borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    by_name = {name: (index, region) for index, name, region in rows}
    order = {name: index for index, name, _ in rows}
    answers = {name: _answered(region, order) for _, name, region in rows}
    listed = document.data.get("regions")
    nameless = len(rows) < len(listed if isinstance(listed, list) else rows)
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    halves: list[_Half] = []
    for index, name, region in rows:
        for position, other in enumerate(
            region.get("adjacent") or [] if isinstance(region.get("adjacent"), list) else []
        ):
            place = document.value(("regions", index, "adjacent", position))
            if not isinstance(other, str) or {name, other} & twice:
                continue
            if other == name:
                yield document.problem(
                    "self-border", place, lazy("region {name!r} borders itself", name=name), lazy("remove it")
                )
            elif other not in by_name and (nameless or twice):
                continue  # perhaps this is the region with an id that is missing, misspelt or replaced by another
            elif other not in by_name:
                hint = suggest(other, by_name)
                yield document.problem("unknown-region", place, lazy("there is no region {name!r}", name=other), hint)
            elif (answer := answers[other]) is not None and name not in answer:
                halves.append(((index, name, position), (by_name[other][0], other)))
    yield from _one_sided_borders(document, rows, halves)


def _one_sided_borders(document: Document, rows: list[RegionRow], halves: list[_Half]) -> Iterator[Problem]:
    """A problem for each border that only one side names, with the missing half if that is certain.

    A region that names a stranger and is named by another in vain may have confused the two: that is a question.
    """
    order = {name: index for index, name, _ in rows}
    lists = {name: region.get("adjacent") for _, name, region in rows}
    users = Counter(id(adjacent) for adjacent in lists.values())
    naming = {name: other for (_, name, _), (_, other) in halves}
    named = {other: name for (_, name, _), (_, other) in halves}
    doubtful = naming.keys() & named.keys()
    counts = Counter(name for (_, name, _), _ in halves), Counter(other for _, (_, other) in halves)
    for naming_side, other_side in halves:
        name, other = naming_side[1], other_side[1]
        if other in doubtful and name not in doubtful and counts[0][other] == counts[1][other] == 1:
            continue  # one mistake: the question at the region that names a stranger covers both halves
        edits: tuple[Edit, ...] = ()
        hint = lazy("add {name} to the borders of {other}, or remove {other} here", name=name, other=other)
        if name in doubtful:
            hint = lazy(
                "is {meant} meant, which borders {name}? if not, add {name} to the borders of {other}",
                meant=named[name],
                name=name,
                other=other,
            )
        elif other in doubtful:
            hint = lazy(
                "add {name} to the borders of {other}, perhaps instead of {replaced}; or remove {other} here",
                name=name,
                other=other,
                replaced=naming[other],
            )
        elif users[id(lists[other])] == 1:
            edits = mirror(document, ("regions", other_side[0], "adjacent"), lists[other], name, order)
        yield _one_sided(document, naming_side, other_side, hint, edits)


def _answered(region: dict[str, Any], region_ids: Collection[str]) -> set[str] | None:
    """The names among the borders of a region; None if a mistake in them explains any that is missing."""
    adjacent = region.get("adjacent")
    if not isinstance(adjacent, list) or not all(isinstance(other, str) for other in adjacent):
        return None
    named = set(neighbours_of(region))
    return named if named.issubset(region_ids) else None


def _one_sided(
    document: Document,
    naming_side: tuple[int, str, int],
    other_side: tuple[int, str],
    hint: str,
    edits: tuple[Edit, ...],
) -> Problem:
    index, name, position = naming_side
    other_index, other = other_side
    place = document.value(("regions", index, "adjacent", position))
    path = ("regions", other_index, "adjacent")
    related = (Related(lazy("the borders of {other!r}", other=other), document.name, document.key(path)),)
    message = lazy("{name!r} borders {other!r}, but {other!r} does not border {name!r}", name=name, other=other)
    return document.problem("one-sided-border", place, message, hint, related=related, edits=edits)


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
        place = document.value(("regions", index, "terrain"))
        yield document.problem("unknown-terrain", place, no_such("terrain", repr(terrain)), hint)
    listed = region.get("symbols")
    for position, symbol in enumerate(listed if isinstance(listed, list) else []):
        if symbols is not None and isinstance(symbol, str) and symbol not in symbols:
            hint = suggest(symbol, symbols) or lazy("list it under symbols of the variant")
            place = document.value(("regions", index, "symbols", position))
            yield document.problem("unknown-symbol", place, no_such("symbol", repr(symbol)), hint)


def _without_entry(document: Document, rows: list[RegionRow], water: Collection[str]) -> Iterator[Problem]:
    if not isinstance(document.data.get("size", ""), str):
        return  # with a size of another type nobody knows whether this is an island
    entries = entry_ids(document.data)
    if document.data.get("landing") is False:
        yield from _closed_island(document, entries)
    elif rows and not any(name in entries for _, name, region in rows if str(region.get("terrain")) not in water):
        yield document.problem(
            "no-entry",
            document.key(("regions",)),
            lazy("no land region lets a first conquest in"),
            lazy("mark regions at the edge with border: true, or with entry: true"),
        )


def _closed_island(document: Document, entries: Collection[str]) -> Iterator[Problem]:
    """An island without landing that has an entry region, or a whole board without landing."""
    place = document.key(("landing",))
    if entries:
        message = lazy("nobody lands on this island, but {region!r} is an entry region", region=min(entries))
        yield document.problem("no-entry", place, message, lazy("leave out entry: true there, or landing: false here"))
    elif not document.data.get("size"):
        message = lazy("a board without landing has no size, so it cannot be one of several islands")
        yield document.problem("no-entry", place, message, lazy("give it a size, or leave out landing: false"))


def _out_of_reach(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Regions that no chain of borders joins to an entry region."""
    if document.data.get("landing") is False:
        return
    reached = _reached_from(entry_ids(document.data), rows)
    for index, name, _ in rows:
        if name not in reached:
            message = lazy("no way leads from an entry region to {name!r}", name=name)
            hint = lazy("is a border missing?")
            yield document.problem("unreachable-region", document.value(_id(index)), message, hint, severity="warning")


def _reached_from(first: Collection[str], rows: list[RegionRow]) -> set[str]:
    """The regions that borders join to the first ones, these included."""
    borders = {name: neighbours_of(region) for _, name, region in rows}
    reached, waiting = set(first), list(first)
    while waiting:
        new = [other for other in borders[waiting.pop()] if other not in reached]
        reached.update(new)
        waiting += new
    return reached


def _apart(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """A board in two parts: no border joins the smaller one to the rest."""
    names = [name for _, name, _ in rows]
    if not names:
        return
    lists = [region.get("adjacent") for _, _, region in rows]
    if not all(isinstance(entries, list) and all(isinstance(x, str) for x in entries) for entries in lists):
        return  # the borders that cannot be read may join them
    one = _reached_from(names[:1], rows)
    rest = [name for name in names if name not in one]
    if not rest:
        return
    other = _reached_from(rest[:1], rows)
    part, whole = (other, one) if len(other) <= len(one) else (one, other)
    index, name = next((index, name) for index, name, _ in rows if name in part)
    message = lazy(
        "the board is in two parts: no border joins {name!r} to {other!r}", name=name, other=min(whole, key=names.index)
    )
    hint = lazy("is a border missing?")
    yield document.problem("split-board", document.value(_id(index)), message, hint, severity="warning")


def _same_centers(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Two regions that a picture would draw at one place."""
    first: dict[tuple[float, float], tuple[int, str]] = {}
    for index, name, region in rows:
        center = region.get("center")
        if not (isinstance(center, list) and len(center) == 2 and all(type(x) in (int, float) for x in center)):
            continue
        position, twin = first.setdefault((float(center[0]), float(center[1])), (index, name))
        if position != index:
            place = document.value(("regions", index, "center"))
            related = (
                Related(lazy("the first one is here"), document.name, document.value(("regions", position, "center"))),
            )
            message, hint = (
                lazy("{name!r} has the same center as {twin!r}", name=name, twin=twin),
                lazy("move one of them"),
            )
            yield document.problem("same-center", place, message, hint, severity="warning", related=related)
