"""Wishes of a page, such as "connect r02 and r12", as edits of the text of one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_editions.problem import Edit, Range, errors_of
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.merging import item_name, section
from smallworld_studio.draft_files import difference
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.text_edits import entries, references
from smallworld_validate.text_edits.layout import Uneditable, fix_text, node_at, write_block, write_key
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


def _toggle(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    one, other = _name(wish, "a"), _name(wish, "b")
    rows = {str(row.get("id")): row for row in map(mapping_of, mapping_of(document.data).get("regions") or ())}
    named = [other in (rows.get(one, {}).get("adjacent") or ()), one in (rows.get(other, {}).get("adjacent") or ())]
    return references.disconnect(document, one, other) if any(named) else references.connect(document, one, other)


def _add_region(document: Document, wish: Mapping[str, Any], answer: dict[str, Any], _folder: DraftFolder) -> Edits:
    answer["id"] = _name(wish, "id") if wish.get("id") else references.next_id(document)
    return references.add_region(document, {**_region(wish), "id": answer["id"]})


def _set_region(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    """Set and remove keys of a region, one after the other, as edits of the text as it was."""
    values = wish.get("values")
    if not isinstance(values, dict) or len(values) > 20:
        raise WrongWish(_('a wish needs "values", a mapping'))
    text = document.text
    for key, value in values.items():
        current = read(text, document.name)[0][0]
        path = (*references.region_path(current, _name(wish, "id")), str(key))
        is_there = path[-1] in mapping_of(node_at(current.data, path[:-1]))
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
    region: Mapping[str, Any] = node_at(document.data, path[:-1])
    key = AFTER.get(str(path[-1]), "")
    while key and key not in region:
        key = AFTER.get(key, "")
    return key


# --- wishes about races and powers, which an edition may define, change or inherit


KINDS = {"race": "races", "power": "powers", "relic": "relics"}
"""Kind of thing with abilities → its section."""
NEW = {"race": {"banner": 5, "supply": 10}, "power": {"badge": 4}}
"""Kind → the numbers of a new one."""


class Holder:
    """A race, a power or a relic, and the place where the draft's own file writes its values.

    :raises Uneditable: the edition has none of this id.
    """

    def __init__(self, folder: DraftFolder, document: Document, kind: str, name: str) -> None:
        self.document, self.section, self.name = document, KINDS.get(kind, ""), name
        self.is_own = name in mapping_of(mapping_of(document.data).get(self.section))
        merged = folder.bundle.merged.data if folder.bundle is not None else {}
        self.values: Mapping[str, Any] = section(merged, self.section).get(name, {}) if self.section else {}
        if self.is_own:
            self.values = mapping_of(document.data[self.section][name])
        elif not self.values:
            raise Uneditable(_("the edition has no {name!r}", name=name))
        self.path: KeyPath = (self.section, name) if self.is_own else ("change", self.section, name)

    @property
    def abilities(self) -> list[Any]:
        """Its abilities, also those that it inherits."""
        return list_of(self.values.get("abilities"))

    def ability_path(self, index: int) -> KeyPath:
        """Return the path of the parameters of an ability in the draft's file, which may be missing yet."""
        name = item_name(self.abilities[index])
        written = value_at(self.document.data, (*self.path, "abilities"))
        if self.is_own or isinstance(written, list):
            return (*self.path, "abilities", index, name)
        return (*self.path, "abilities", name)

    def with_abilities(self, abilities: list[Any]) -> Edits:
        """Write the whole list of abilities."""
        return entries.set_value(self.document, (*self.path, "abilities"), abilities)


def _holder(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Holder:
    return Holder(folder, document, str(wish.get("kind")), str(wish.get("id")))


def _ability(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> tuple[Holder, int]:
    """Return who has an ability, and its place in the list."""
    holder, index = _holder(folder, document, wish), wish.get("index")
    if not isinstance(index, int) or not 0 <= index < len(holder.abilities):
        raise Uneditable(_("{name} has no such ability", name=holder.name))
    return holder, index


def _add_ability(document: Document, wish: Mapping[str, Any], _answer: Any, folder: DraftFolder) -> Edits:
    holder, parameters = _holder(folder, document, wish), mapping_of(wish.get("parameters"))
    name = str(wish.get("ability"))
    if name not in folder.plugins.schemas():
        raise Uneditable(_("no plugin of this server has the ability {name!r}", name=name[:60]))
    use = {name: parameters} if parameters else name
    if holder.is_own and "abilities" in holder.values:
        return entries.add_item(document, (*holder.path, "abilities"), use)
    return holder.with_abilities([*holder.abilities, use])


def _remove_ability(document: Document, wish: Mapping[str, Any], _answer: Any, folder: DraftFolder) -> Edits:
    holder, index = _ability(folder, document, wish)
    if holder.is_own:
        return entries.remove_key(document, (*holder.path, "abilities", index))
    return holder.with_abilities([use for place, use in enumerate(holder.abilities) if place != index])


def _set_parameter(document: Document, wish: Mapping[str, Any], _answer: Any, folder: DraftFolder) -> Edits:
    """Write a parameter of an ability; nothing removes it, so that its default counts."""
    (holder, index), key, value = _ability(folder, document, wish), str(wish.get("key")), wish.get("value")
    use = holder.abilities[index]
    path = holder.ability_path(index)
    names = [item_name(item) for item in holder.abilities]
    if names.count(names[index]) > 1 and not isinstance(path[-2], int):  # ``change`` cannot name one of two
        parameters = {**mapping_of(mapping_of(use).get(names[index])), key: value}
        uses = [*holder.abilities]
        uses[index] = {names[index]: parameters}
        return holder.with_abilities(uses)
    if isinstance(path[-2], int) and not isinstance(use, dict):  # an ability without parameters is a word
        return entries.set_value(document, path[:-1], {names[index]: {key: value}})
    if value is None:
        return entries.remove_key(document, (*path, key))
    return entries.set_value(document, (*path, key), value)


def _add_entry(document: Document, wish: Mapping[str, Any], _answer: Any, folder: DraftFolder) -> Edits:
    kind, name = str(wish.get("kind")), str(wish.get("id"))
    if kind not in NEW:
        raise Uneditable(_("only races and powers can be added so"))
    merged = folder.bundle.merged.data if folder.bundle is not None else {}
    if name in section(merged, KINDS[kind]):
        raise Uneditable(_("the name {new!r} is taken already", new=name))
    values = {"name": str(wish.get("name") or name.replace("_", " ").capitalize()), **NEW[kind], "abilities": []}
    return entries.set_value(document, (KINDS[kind], name), values)


# --- the texts of an edition in other languages


LONGEST = 5_000
"""Letters of a translation."""


def _translate(document: Document, wish: Mapping[str, Any], *_more: Any) -> Edits:
    """Write a translation; an empty one is removed, with the entries that have nothing else."""
    path, value = wish.get("path"), wish.get("value")
    if not isinstance(path, list) or not 0 < len(path) <= 3 or not all(isinstance(part, str) for part in path):
        raise Uneditable(_("a translation needs the path of a text"))
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Uneditable(_("a translation is a text of at most {most} letters", most=LONGEST))
    place, text = tuple(path), value.strip()
    if text:
        return entries.set_value(document, place, text)
    if not isinstance(value_at(document.data, place), str):
        return ()
    while len(place) > 1 and len(node_at(document.data, place[:-1])) == 1:
        place = place[:-1]
    return entries.remove_key(document, place)


def value_at(data: Any, path: KeyPath, instead: Any = None) -> Any:
    """Return the value at a path of keys and numbers, or another if the data has none."""
    for part in path:
        is_item = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if not is_item and not (isinstance(data, dict) and part in data):
            return instead
        data = data[part]
    return data


# --- all wishes


_WISHES: Mapping[str, Wish] = {
    "set_value": lambda document, wish, *_more: entries.set_value(document, _path(wish), wish.get("value")),
    "add_key": lambda document, wish, *_more: (
        entries.add_key(document, _path(wish), _name(wish, "key"), wish.get("value"))
    ),
    "remove_key": _remove, "remove_item": _remove, "add_item": _add_item, "rename_id": _rename,
    "connect": lambda document, wish, *_more: references.connect(document, _name(wish, "a"), _name(wish, "b")),
    "disconnect": lambda document, wish, *_more: references.disconnect(document, _name(wish, "a"), _name(wish, "b")),
    "toggle_border": _toggle, "add_region": _add_region, "set_region": _set_region,
    "remove_region": lambda document, wish, *_more: references.remove_region(document, _name(wish, "id")),
    "add_ability": _add_ability, "remove_ability": _remove_ability, "set_parameter": _set_parameter,
    "add_entry": _add_entry, "translate": _translate,
}  # fmt: skip
