"""Rename an id at each place where a file means it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.languages import _
from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, walk
from smallworld_validate.text_edits.entries import tried
from smallworld_validate.text_edits.layout import Layout, Uneditable
from smallworld_validate.text_edits.written_values import write_key, write_scalar

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
        entry, node = layout.entry(path), expected
        for part in path[:-1]:
            node = node[part]
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
