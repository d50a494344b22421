"""What a board means: neighbours, entry regions, terrains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from smallworld.content.documents import Document
from smallworld.content.mirrors import mirror
from smallworld.content.problem import Edit, Problem, Related
from smallworld.errors import suggest

MOST = 30
"""Problems of one sort that are looked for in one board."""

RegionRow = tuple[int, str, dict[str, Any]]
"""Index in the file, id, data."""


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
    strangers = (p for index, _, region in rows for p in _known(document, index, region, terrains, symbols))
    # Proposals take time: a file that is wrong everywhere gets the first ones only.
    problems = [
        p for found in (_repeated(document, rows), _borders(document, rows), strangers) for p in islice(found, MOST)
    ]
    if not problems:
        problems = list(_without_entry(document, rows, water)) or list(_out_of_reach(document, rows))
    return problems


def regions_of(data: Any) -> list[RegionRow]:
    """The regions that are whole enough to speak of."""
    regions = data.get("regions") if isinstance(data, dict) else None
    rows: list[RegionRow] = []
    for index, region in enumerate(regions if isinstance(regions, list) else []):
        if isinstance(region, dict) and isinstance(region.get("id"), str):
            rows.append((index, region["id"], region))
    return rows


def entry_ids(data: Any) -> set[str]:
    """The regions for a first conquest: those that say so, else by R-TERM-4.

    On islands only those that say so.
    """
    rows = regions_of(data)
    shores = {n for _, _, r in rows if r.get("terrain") == "sea" and r.get("border") is True for n in neighbours_of(r)}
    island = bool(data.get("size"))
    found = set()
    for _, name, region in rows:
        by_rule = not island and (region.get("border") is True or name in shores)
        if region.get("entry", by_rule) is True:
            found.add(name)
    return found


def neighbours_of(region: dict[str, Any]) -> list[str]:
    """The names in ``adjacent``; of a broken list, what can be read."""
    adjacent = region.get("adjacent")
    return [name for name in adjacent if isinstance(name, str)] if isinstance(adjacent, list) else []


def _repeated(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, name, _ in rows:
        if name in first:
            related = (Related("the first one is here", document.name, document.value(_id(first[name]))),)
            message = f"two regions are called {name!r}"
            yield document.problem("duplicate-id", document.value(_id(index)), message, "rename one", related=related)
        first.setdefault(name, index)


def _id(index: int) -> tuple[str | int, ...]:
    return ("regions", index, "id")


def _borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    by_name = {name: (index, region) for index, name, region in rows}
    order = {name: index for index, name, _ in rows}
    answers = {name: _answered(region, order) for _, name, region in rows}
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    for index, name, region in rows:
        for at, other in enumerate(region.get("adjacent") or [] if isinstance(region.get("adjacent"), list) else []):
            place = document.value(("regions", index, "adjacent", at))
            if not isinstance(other, str) or {name, other} & twice:
                continue
            if other == name:
                yield document.problem("self-border", place, f"region {name!r} borders itself", "remove it")
            elif other not in by_name:
                hint = suggest(other, by_name).removeprefix("; ")
                yield document.problem("unknown-region", place, f"there is no region {other!r}", hint)
            elif (answer := answers[other]) is not None and name not in answer:
                there, region_there = by_name[other]
                path = ("regions", there, "adjacent")
                edits = mirror(document, path, region_there.get("adjacent"), name, order)
                yield _one_sided(document, (index, name, at), (there, other), edits)


def _answered(region: dict[str, Any], known: Collection[str]) -> set[str] | None:
    """The names among the borders of a region; None if a mistake in them explains any that is missing."""
    if not isinstance(region.get("adjacent"), list):
        return None
    named = set(neighbours_of(region))
    return named if named.issubset(known) else None


def _one_sided(
    document: Document, here: tuple[int, str, int], there: tuple[int, str], edits: tuple[Edit, ...]
) -> Problem:
    index, name, at = here
    other_index, other = there
    place = document.value(("regions", index, "adjacent", at))
    path = ("regions", other_index, "adjacent")
    related = (Related(f"the borders of {other!r}", document.name, document.key(path)),)
    message = f"{name!r} borders {other!r}, but {other!r} does not border {name!r}"
    hint = f"add {name} to the borders of {other}, or remove {other} here"
    return document.problem("one-sided-border", place, message, hint, related=related, edits=edits)


def _known(
    document: Document,
    index: int,
    region: dict[str, Any],
    terrains: Collection[str] | None,
    symbols: Collection[str] | None,
) -> Iterator[Problem]:
    terrain = region.get("terrain")
    if terrains is not None and isinstance(terrain, str) and terrain not in terrains:
        hint = suggest(terrain, terrains).removeprefix("; ") or "define it under terrains"
        place = document.value(("regions", index, "terrain"))
        yield document.problem("unknown-terrain", place, f"the variant has no terrain {terrain!r}", hint)
    listed = region.get("symbols")
    for at, symbol in enumerate(listed if isinstance(listed, list) else []):
        if symbols is not None and isinstance(symbol, str) and symbol not in symbols:
            hint = suggest(symbol, symbols).removeprefix("; ") or "list it under symbols of the variant"
            place = document.value(("regions", index, "symbols", at))
            yield document.problem("unknown-symbol", place, f"the variant has no symbol {symbol!r}", hint)


def _without_entry(document: Document, rows: list[RegionRow], water: Collection[str]) -> Iterator[Problem]:
    entries = entry_ids(document.data)
    if rows and not any(name in entries for _, name, region in rows if str(region.get("terrain")) not in water):
        yield document.problem(
            "no-entry",
            document.key(("regions",)),
            "no land region lets a first conquest in",
            "mark regions at the edge with border: true, or with entry: true",
        )


def _out_of_reach(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Regions that no chain of borders joins to an entry region."""
    borders = {name: neighbours_of(region) for _, name, region in rows}
    reached = set(entry_ids(document.data))
    waiting = list(reached)
    while waiting:
        for other in borders[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    for index, name, _ in rows:
        if name not in reached:
            message = f"no way leads from an entry region to {name!r}"
            hint = "is a border missing?"
            yield document.problem("unreachable-region", document.value(_id(index)), message, hint, severity="warning")
