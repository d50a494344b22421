"""Edits of a board: its regions and the borders between them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any

from smallworld.languages import _
from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, list_of, mapping_of
from smallworld_validate.text_edits.entries import add_item, add_key, new_items, remove_item, set_value, tried
from smallworld_validate.text_edits.layout import Layout, Uneditable

ORDER = ("id", "name", "terrain", "symbols", "natives", "border", "relic_slot", "center", "adjacent")
"""Keys of a region in the order in which they are written."""


def connect(document: Document, one: str, other: str) -> tuple[Edit, ...]:
    """Make a border between two regions: each is written into the list of the other that lacks it.

    :raises Uneditable: a region is missing, or the text cannot be changed so with certainty.
    """
    if one == other:
        raise Uneditable(_("a region has no border with itself"))
    pairs = [
        (name, neighbour)
        for name, neighbour in ((one, other), (other, one))
        if neighbour not in _adjacent(document, name)
    ]
    return tuple(edit for name, neighbour in pairs for edit in _with_neighbour(document, name, neighbour))


def _with_neighbour(document: Document, name: str, neighbour: str) -> tuple[Edit, ...]:
    path = ("regions", _index(document, name))
    region = Layout(document).node(path)
    if "adjacent" not in region:
        return add_key(document, path, "adjacent", [neighbour])
    named = list_of(region["adjacent"])
    order = {str(mapping_of(row).get("id")): place for place, row in enumerate(_regions(document))}
    return add_item(
        document, (*path, "adjacent"), neighbour, follower(named, neighbour, order, _around(document, neighbour))
    )


def follower(named: Sequence[Any], name: str, order: Mapping[str, int], around: frozenset[str]) -> int:
    """Return the index in a list of neighbours at which a name belongs.

    A list is in the order of the file, or goes around the region.

    :param order: region id → its place in the file. :param around: the neighbours of the name.
    """
    ranks = [order.get(str(other), -1) for other in named]
    if ranks == sorted(ranks) and -1 not in ranks:
        return next((index for index, rank in enumerate(ranks) if rank > order[name]), len(named))
    gaps = (index + 1 for index, pair in enumerate(pairwise(named)) if around.issuperset(pair))
    return next(gaps, len(named))


def _around(document: Document, name: str) -> frozenset[str]:
    return frozenset(filter(lambda other: isinstance(other, str), _adjacent(document, name)))


def neighbour_edits(
    document: Document, path: Sequence[str | int], items: Mapping[int, Sequence[str]]
) -> tuple[Edit, ...]:
    """Return the edits that write names into a list of neighbours; none where it is written in an unusual way.

    :param items: index → the names to write before it.
    """
    try:
        return tuple(new_items(Layout(document), tuple(path), items))
    except Uneditable:
        return ()


def disconnect(document: Document, one: str, other: str) -> tuple[Edit, ...]:
    """Remove the border between two regions from both lists.

    :raises Uneditable: no such border is there, or the text cannot be changed so with certainty.
    """
    edits: list[Edit] = []
    for name, neighbour in ((one, other), (other, one)):
        named = _adjacent(document, name)
        if neighbour in named:
            edits += remove_item(document, ("regions", _index(document, name), "adjacent", named.index(neighbour)))
    if not edits:
        raise Uneditable(_("{one} and {other} have no border", one=one, other=other))
    return tuple(edits)


def add_region(document: Document, region: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Add a region at the end of the list, and to the lists of its neighbours.

    :param region: its keys; at least ``id``.
    :raises Uneditable: the board has this region, or the text cannot be changed so with certainty.
    """
    name = region["id"]
    if name in _ids(document):
        raise Uneditable(_("the board has a region {name!r} already", name=name))
    neighbours = [other for other in list_of(region.get("adjacent")) if other in _ids(document)]
    row = {key: region[key] for key in (*ORDER, *(key for key in region if key not in ORDER)) if key in region}
    row.setdefault("adjacent", [])
    expected = copy.deepcopy(document.data)
    if not expected.get("regions"):
        return set_value(document, ("regions",), [row])
    expected["regions"].append(row)
    edits = list(add_item(document, ("regions",), row))
    for other in neighbours:
        index = _index(document, other)
        named = list_of(document.data["regions"][index].get("adjacent"))
        if name not in named:
            edits += new_items(Layout(document), ("regions", index, "adjacent"), {len(named): [name]})
            expected["regions"][index]["adjacent"].append(name)
    return tried(document, edits, expected)


def region_path(document: Document, name: str) -> tuple[str, int]:
    """Return the path of a region.

    :raises Uneditable: the board has no such region.
    """
    return "regions", _index(document, name)


def next_id(document: Document) -> str:
    """Return an id for a further region: ``r01``, ``r02`` …"""
    ids = set(_ids(document))
    return next(name for number in count(1) if (name := f"r{number:02}") not in ids)


def remove_region(document: Document, name: str) -> tuple[Edit, ...]:
    """Remove a region, also from the lists of its neighbours.

    :raises Uneditable: the board has no such region, or the text cannot be changed so with certainty.
    """
    place = _index(document, name)
    edits = list(remove_item(document, ("regions", place)))
    expected = copy.deepcopy(document.data)
    for index, row in enumerate(_regions(document)):
        named = list_of(mapping_of(row).get("adjacent"))
        if index != place and name in named:
            edits += remove_item(document, ("regions", index, "adjacent", named.index(name)))
            expected["regions"][index]["adjacent"].remove(name)
    del expected["regions"][place]
    return tried(document, edits, expected)


# --- reading


def _regions(document: Document) -> list[Any]:
    return list_of(mapping_of(document.data).get("regions"))


def _ids(document: Document) -> list[Any]:
    return [mapping_of(row).get("id") for row in _regions(document)]


def _index(document: Document, name: str) -> int:
    ids = _ids(document)
    if name not in ids:
        raise Uneditable(_("the board has no region {name!r}", name=name))
    return ids.index(name)


def _adjacent(document: Document, name: str) -> list[Any]:
    return list_of(_regions(document)[_index(document, name)].get("adjacent"))
