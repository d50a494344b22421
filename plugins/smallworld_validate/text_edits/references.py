"""Edits that follow references: borders between regions, and an id at each place that names it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Any

from smallworld.languages import _
from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, walk
from smallworld_validate.text_edits.entries import add_item, add_key, new_items, remove_key, set_value, tried
from smallworld_validate.text_edits.layout import Layout, Uneditable, node_at, write_key, write_scalar

ORDER = ("id", "name", "terrain", "symbols", "natives", "border", "relic_slot", "center", "adjacent")
"""Keys of a region in the order in which they are written."""


def connect(document: Document, one: str, other: str) -> tuple[Edit, ...]:
    """Make a border between two regions: each is written into the list of the other that lacks it.

    :raises Uneditable: a region is missing, or the text cannot be changed so with certainty.
    """
    if one == other:
        raise Uneditable(_("a region has no border with itself"))
    edits: list[Edit] = []
    order = {str(name): place for place, name in enumerate(_ids(document))}
    for name, neighbour in ((one, other), (other, one)):
        path, named = region_path(document, name), _adjacent(document, name)
        around = frozenset(name for name in _adjacent(document, neighbour) if isinstance(name, str))
        if "adjacent" not in Layout(document).node(path):
            edits += add_key(document, path, "adjacent", [neighbour])
        elif neighbour not in named:
            index = follower(named, neighbour, order, around)
            edits += add_item(document, (*path, "adjacent"), neighbour, index)
    return tuple(edits)


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


def disconnect(document: Document, one: str, other: str) -> tuple[Edit, ...]:
    """Remove the border between two regions from both lists.

    :raises Uneditable: no such border is there, or the text cannot be changed so with certainty.
    """
    edits: list[Edit] = []
    for name, neighbour in ((one, other), (other, one)):
        named = _adjacent(document, name)
        if neighbour in named:
            edits += remove_key(document, (*region_path(document, name), "adjacent", named.index(neighbour)))
    if not edits:
        raise Uneditable(_("{one} and {other} have no border", one=one, other=other))
    return tuple(edits)


def add_region(document: Document, region: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Add a region at the end of the list, and to the lists of its neighbours.

    :param region: its keys; at least ``id``.
    :raises Uneditable: the board has this region, or the text cannot be changed so with certainty.
    """
    name, ids = region["id"], _ids(document)
    if name in ids:
        raise Uneditable(_("the board has a region {name!r} already", name=name))
    row = {key: region[key] for key in dict.fromkeys((*ORDER, *region)) if key in region}
    row.setdefault("adjacent", [])
    expected = copy.deepcopy(document.data)
    if not expected.get("regions"):
        return set_value(document, ("regions",), [row])
    expected["regions"].append(row)
    edits = list(add_item(document, ("regions",), row))
    for index in (ids.index(other) for other in list_of(region.get("adjacent")) if other in ids):
        named = list_of(document.data["regions"][index].get("adjacent"))
        if name not in named:
            edits += new_items(Layout(document), ("regions", index, "adjacent"), {len(named): [name]})
            expected["regions"][index]["adjacent"].append(name)
    return tried(document, edits, expected)


def region_path(document: Document, name: str) -> tuple[str, int]:
    """Return the path of a region.

    :raises Uneditable: the board has no such region.
    """
    ids = _ids(document)
    if name not in ids:
        raise Uneditable(_("the board has no region {name!r}", name=name))
    return "regions", ids.index(name)


def next_id(document: Document) -> str:
    """Return an id for a further region: ``r01``, ``r02`` …"""
    ids = _ids(document)
    return next(name for number in count(1) if (name := f"r{number:02}") not in ids)


def remove_region(document: Document, name: str) -> tuple[Edit, ...]:
    """Remove a region, also from the lists of its neighbours.

    :raises Uneditable: the board has no such region, or the text cannot be changed so with certainty.
    """
    path = region_path(document, name)
    edits = list(remove_key(document, path))
    expected = copy.deepcopy(document.data)
    for index, row in enumerate(_regions(document)):
        named = list_of(mapping_of(row).get("adjacent"))
        if index != path[1] and name in named:
            edits += remove_key(document, ("regions", index, "adjacent", named.index(name)))
            expected["regions"][index]["adjacent"].remove(name)
    del expected["regions"][path[1]]
    return tried(document, edits, expected)


# --- reading


def _regions(document: Document) -> list[Any]:
    return list_of(mapping_of(document.data).get("regions"))


def _ids(document: Document) -> list[Any]:
    return [mapping_of(row).get("id") for row in _regions(document)]


def _adjacent(document: Document, name: str) -> list[Any]:
    return list_of(_regions(document)[region_path(document, name)[1]].get("adjacent"))


SECTIONS = {
    "terrain": "terrains", "symbol": "symbols", "piece": "pieces", "race": "races", "power": "powers",
    "relic": "relics",
}  # fmt: skip
"""Kind of thing → the section of a variant that defines it."""
_BY_KEY = {"stands_in_for": "race", "terrain": "terrain", "symbols": "symbol"}
"""Key outside of abilities → the kind of thing that its value names."""


def rename_id(
    document: Document, kind: str, old: str, new: str, abilities: Mapping[str, Mapping[str, Any]] = {}
) -> tuple[Edit, ...]:  # fmt: skip
    """Rename an id at its definition and at each place where the file names it.

    :param kind: ``region``, or a kind of thing of a variant. :param abilities: ability → schema of its parameters.
    :raises Uneditable: the file does not name it, has the new name already, or is written in an unusual way.
    """
    places = list(_places(document, kind, old, abilities))
    if not places:
        raise Uneditable(_("the file names no {old!r}", old=old))
    if any(_places(document, kind, new, abilities)):
        raise Uneditable(_("the name {new!r} is taken already", new=new))
    layout, expected, edits = Layout(document), copy.deepcopy(document.data), []
    for path, is_key in sorted(places, key=lambda place: -len(place[0])):
        entry, node = layout.entry(path), node_at(expected, path[:-1])
        if is_key:
            edits.append(layout.edit(entry.start, entry.key_end, write_key(new)))
            renamed = {new if key == path[-1] else key: value for key, value in node.items()}
            node.clear()
            node.update(renamed)
        else:
            written = write_scalar(new, layout.text[entry.value : entry.end], in_flow=True)
            edits.append(layout.edit(entry.value, entry.end, written))
            node[path[-1]] = new
    return tried(document, edits, expected)


def _places(
    document: Document, kind: str, name: str, abilities: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[KeyPath, bool]]:
    """Yield the paths of keys and values that mean this thing, and whether each is a key."""
    if kind == "region":
        for index, region in enumerate(list_of(mapping_of(document.data).get("regions"))):
            values = [(("regions", index, "id"), mapping_of(region).get("id"))]
            named = enumerate(list_of(mapping_of(region).get("adjacent")))
            values += [(("regions", index, "adjacent", place), other) for place, other in named]  # type: ignore[misc]
            yield from ((path, False) for path, value in values if value == name)
        return
    section = SECTIONS[kind]
    for path, value in walk(document.data):
        if not path:
            continue
        if path[-1] == name and path[:-1] in ((section,), ("change", section), (f"{kind}_icons",)):
            yield path, True
        elif value == name and isinstance(value, str) and _named_kind(path, abilities) in (kind, section):
            yield path, False


def _named_kind(path: KeyPath, abilities: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the kind or section of thing that a value names; empty if it names none."""
    keys = [part for part in path if isinstance(part, str)]
    if len(path) == 3 and path[0] == "remove":
        return keys[1]
    if path[:1] == ("symbols",):
        return "symbols"
    if "abilities" in keys:
        inner = keys[keys.index("abilities") + 1 :]
        entry = abilities.get(inner[0], {}).get("properties", {}).get(inner[1], {}) if len(inner) == 2 else {}
        return str(entry.get("x-names") or mapping_of(entry.get("items")).get("x-names", ""))
    return _BY_KEY.get(keys[-1], "") if keys else ""
