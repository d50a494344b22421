"""Wishes of a page, such as "connect r02 and r12", as edits of the text of one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_editions.problem import Edit, Range, errors_of
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_studio.jobs.ability_wishes import ABILITY_WISHES
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.translations import translate
from smallworld_studio.text_difference import difference
from smallworld_validate.problems.fixes import fix_text
from smallworld_validate.text_edits import entries, references
from smallworld_validate.text_edits.layout import write_block, write_key
from smallworld_validate.text_edits.references import SECTIONS, rename_id

MOST_WISHES = 200
AFTER = {"symbols": "terrain", "natives": "symbols", "border": "natives", "center": "border"}
"""Key of a region → the key behind which it is written."""
Edits = tuple[Edit, ...]


class WrongWish(SmallWorldError):
    """A wish that is not written as one."""


def edit(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the edits that fulfil one wish, or several in their order."""
    name, text = request.get("file"), request.get("text")
    if not isinstance(name, str) or not isinstance(text, str):
        raise WrongWish(_('a wish needs "file" and "text"'))
    wishes = request.get("wishes", [request])
    if not isinstance(wishes, list) or not all(isinstance(wish, dict) for wish in wishes) or len(wishes) > MOST_WISHES:
        raise WrongWish(_("a request has 1 to {most} wishes", most=MOST_WISHES))
    answer: dict[str, Any] = {"file": name}
    new, edits = text, Edits()
    for wish in wishes:
        edits = _edits(folder, name, new, wish, answer)
        new = fix_text(new, edits)
    if len(wishes) != 1:
        edits = (difference(text, new),) if new != text else ()
    return {**answer, "edits": [edit_data(one) for one in edits]}


def edit_data(one: Edit) -> dict[str, Any]:
    """Return an edit as plain data."""
    return {"range": asdict(one.range), "text": one.text}


def _edits(folder: DraftFolder, name: str, text: str, wish: Mapping[str, Any], answer: dict[str, Any]) -> Edits:
    kind = str(wish.get("wish"))
    documents, problems = read(text, name)
    if errors_of(problems) and not documents:
        raise WrongWish(_("{file} cannot be read: {problem}; mend the text first",
                          file=name, problem=problems[-1].message))  # fmt: skip
    if not documents or documents[0].data is None:
        return _first_key(text, wish)
    if kind == "translate":
        return translate(documents[0], wish)
    if kind in ABILITY_WISHES:
        return ABILITY_WISHES[kind](folder, documents[0], wish)
    function = _WISHES.get(kind)
    if function is None:
        raise WrongWish(_("{wish!r} is not a wish", wish=kind[:40]))
    return function(documents[_number(wish.get("document", 0))], wish, answer, folder)


def _first_key(text: str, wish: Mapping[str, Any]) -> Edits:
    """Write the first key of a file without any."""
    if wish.get("wish") == "set_value" and _path(wish):
        path, value = _path(wish), wish.get("value")
        for key in reversed(path[1:]):
            value = {str(key): value}
    elif wish.get("wish") == "add_region":
        path, value = ("regions",), [{"id": "r01", **_region(wish), "adjacent": []}]
    else:
        raise WrongWish(_("the file is empty"))
    gap = "" if not text or text.endswith("\n") else "\n"
    written = f"{gap}{write_key(str(path[0]))}:{write_block(value, '', '  ', chr(10))}\n"
    lines = text.split("\n")
    place = Range.at(len(lines), len(lines[-1]) + 1, 0)
    return (Edit(place, written),)


# --- reading requests


def _path(wish: Mapping[str, Any]) -> KeyPath:
    path = wish.get("path")
    if not isinstance(path, list) or not all(isinstance(part, str | int) for part in path) or len(path) > 32:
        raise WrongWish(_('a wish needs "path", a list of keys and numbers'))
    return tuple(path)


def _name(wish: Mapping[str, Any], key: str) -> str:
    value = wish.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 100:
        raise WrongWish(_("a wish needs {key!r}, a name", key=key))
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 20_000:
        raise WrongWish(_("a wish has a number that is not one"))
    return value


def _region(wish: Mapping[str, Any]) -> dict[str, Any]:
    return {key: wish[key] for key in references.ORDER if wish.get(key) is not None}


# --- wishes

Wish = Callable[[Document, Mapping[str, Any], dict[str, Any], DraftFolder], Edits]


def _set_value(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    return entries.set_value(document, _path(wish), wish.get("value"))


def _add_key(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    return entries.add_key(document, _path(wish), _name(wish, "key"), wish.get("value"))


def _remove(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    if not _path(wish):
        raise WrongWish(_('a wish needs "path", a list of keys and numbers'))
    return entries.remove_key(document, _path(wish))


def _add_item(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    place = None if wish.get("at") is None else _number(wish["at"])
    return entries.add_item(document, _path(wish), wish.get("value"), place)


def _rename(document: Document, wish: Mapping[str, Any], _answer: dict[str, Any], folder: DraftFolder) -> Edits:
    kind = _name(wish, "kind")
    if kind != "region" and kind not in SECTIONS:
        raise WrongWish(_("{wish!r} is not a wish", wish=f"rename {kind}"[:40]))
    return rename_id(document, kind, _name(wish, "old"), _name(wish, "new"), folder.plugins.schemas())


def _connect(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    return references.connect(document, _name(wish, "a"), _name(wish, "b"))


def _disconnect(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    return references.disconnect(document, _name(wish, "a"), _name(wish, "b"))


def _toggle(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    one, other = _name(wish, "a"), _name(wish, "b")
    rows = {str(row.get("id")): row for row in map(mapping_of, mapping_of(document.data).get("regions") or ())}
    named = [other in (rows.get(one, {}).get("adjacent") or ()), one in (rows.get(other, {}).get("adjacent") or ())]
    return references.disconnect(document, one, other) if any(named) else references.connect(document, one, other)


def _add_region(document: Document, wish: Mapping[str, Any], answer: dict[str, Any], _folder: DraftFolder) -> Edits:
    answer["id"] = _name(wish, "id") if wish.get("id") else references.next_id(document)
    return references.add_region(document, {**_region(wish), "id": answer["id"]})


def _remove_region(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    return references.remove_region(document, _name(wish, "id"))


def _set_region(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    """Set and remove keys of a region, one after the other, as edits of the text as it was."""
    values = wish.get("values")
    if not isinstance(values, dict) or len(values) > 20:
        raise WrongWish(_('a wish needs "values", a mapping'))
    text = document.text
    for key, value in values.items():
        current = read(text, document.name)[0][0]
        path = (*references.region_path(current, _name(wish, "id")), str(key))
        is_there = path[-1] in mapping_of(entries.node_at(current.data, path[:-1]))
        if value is None:
            edits = entries.remove_key(current, path) if is_there else ()
        elif is_there:
            edits = entries.set_value(current, path, value)
        else:
            edits = entries.add_key(current, path[:-1], str(key), value, after=_before(current, path))
        if len(values) == 1:
            return edits
        text = fix_text(text, edits)
    return (difference(document.text, text),) if text != document.text else ()


def _before(document: Document, path: KeyPath) -> str:
    """Return the key of a region behind which another one is written."""
    region: Mapping[str, Any] = entries.node_at(document.data, path[:-1])
    key = AFTER.get(str(path[-1]), "")
    while key and key not in region:
        key = AFTER.get(key, "")
    return key


_WISHES: Mapping[str, Wish] = {
    "set_value": _set_value, "add_key": _add_key, "remove_key": _remove, "add_item": _add_item,
    "remove_item": _remove, "rename_id": _rename, "connect": _connect, "disconnect": _disconnect,
    "toggle_border": _toggle, "add_region": _add_region, "remove_region": _remove_region, "set_region": _set_region,
}  # fmt: skip
