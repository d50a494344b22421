"""Wishes about races and powers, which an edition may define, change or inherit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from smallworld.languages import _
from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.merging import item_name, section
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.text_edits import entries
from smallworld_validate.text_edits.layout import Uneditable

KINDS = {"race": "races", "power": "powers", "relic": "relics"}
"""Kind of thing with abilities → its section."""
NEW = {"race": {"banner": 5, "supply": 10}, "power": {"badge": 4}}
"""Kind → the numbers of a new one."""
Edits = tuple[Edit, ...]


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
        written = self._written()
        if self.is_own or isinstance(written, list):
            return (*self.path, "abilities", index, name)
        return (*self.path, "abilities", name)

    def _written(self) -> Any:
        """Return what the draft's own file has for the abilities."""
        node: Any = self.document.data
        for part in (*self.path, "abilities"):
            node = mapping_of(node).get(str(part))
        return node

    def with_abilities(self, abilities: list[Any]) -> Edits:
        """Write the whole list of abilities."""
        return entries.set_value(self.document, (*self.path, "abilities"), abilities)


def _holder(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Holder:
    return Holder(folder, document, str(wish.get("kind")), str(wish.get("id")))


def _index(holder: Holder, wish: Mapping[str, Any]) -> int:
    index = wish.get("index")
    if not isinstance(index, int) or not 0 <= index < len(holder.abilities):
        raise Uneditable(_("{name} has no such ability", name=holder.name))
    return index


def _add_ability(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Edits:
    holder, parameters = _holder(folder, document, wish), mapping_of(wish.get("parameters"))
    name = str(wish.get("ability"))
    if name not in folder.plugins.schemas():
        raise Uneditable(_("no plugin of this server has the ability {name!r}", name=name[:60]))
    use = {name: parameters} if parameters else name
    if holder.is_own and "abilities" in holder.values:
        return entries.add_item(document, (*holder.path, "abilities"), use)
    return holder.with_abilities([*holder.abilities, use])


def _remove_ability(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Edits:
    holder = _holder(folder, document, wish)
    index = _index(holder, wish)
    if holder.is_own:
        return entries.remove_key(document, (*holder.path, "abilities", index))
    return holder.with_abilities([use for place, use in enumerate(holder.abilities) if place != index])


def _set_parameter(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Edits:
    """Write a parameter of an ability; nothing removes it, so that its default counts."""
    holder, key, value = _holder(folder, document, wish), str(wish.get("key")), wish.get("value")
    index = _index(holder, wish)
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


def _add_entry(folder: DraftFolder, document: Document, wish: Mapping[str, Any]) -> Edits:
    kind, name = str(wish.get("kind")), str(wish.get("id"))
    if kind not in NEW:
        raise Uneditable(_("only races and powers can be added so"))
    merged = folder.bundle.merged.data if folder.bundle is not None else {}
    if name in section(merged, KINDS[kind]):
        raise Uneditable(_("the name {new!r} is taken already", new=name))
    values = {"name": str(wish.get("name") or name.replace("_", " ").capitalize()), **NEW[kind], "abilities": []}
    return entries.set_value(document, (KINDS[kind], name), values)


ABILITY_WISHES: Mapping[Any, Callable[[DraftFolder, Document, Mapping[str, Any]], Edits]] = {
    "add_ability": _add_ability, "remove_ability": _remove_ability, "set_parameter": _set_parameter,
    "add_entry": _add_entry,
}  # fmt: skip
