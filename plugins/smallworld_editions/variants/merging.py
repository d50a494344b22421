"""The files of a variant as layers, the data combined from them, and the origin of each value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Final

from smallworld_editions.problem import Problem, Range, Related
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of

KEYED = ("plugins", "rounds", "boards", "terrains", "pieces", "rulings", "races", "powers", "relics", "symbol_icons")
"""Sections with entries that are added and replaced by key."""
LISTED = ("symbols", "abilities")
"""Sections that are lists, to which files add items."""
OWN = ("variant", "name", "note", "extends", "remove", "change", "prefer")
"""Keys that concern one file alone, so that two packs cannot disagree on them."""


REMOVED: Final = object()
"""The value of an entry that a file removes."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The value of an entry that ``prefer`` takes from one of the extended variants."""

    value: Any
    origins: Mapping[KeyPath, tuple[Document, KeyPath]]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One file of a variant; it occurs once, however many others extend it."""

    document: Document
    key: str
    """The file by its resolved path, or a name for data without a file."""
    ancestors: frozenset[str] = frozenset()
    """Keys of the layers that this file extends, directly or not."""
    choices: Mapping[tuple[str, ...], Choice] = field(default_factory=dict)

    def is_related(self, other: Layer) -> bool:
        """Return whether two files are one, or one extends the other."""
        return self is other or self.key in other.ancestors or other.key in self.ancestors

    def edits(self) -> Iterator[Edit]:
        """Yield every value that this file sets or removes in the merged data."""
        for path, choice in self.choices.items():
            yield Edit(self, path, choice.value, ("prefer", *path))
        data = self.document.data
        yield from self._removals(mapping_of(data.get("remove")))
        yield from self._changes(mapping_of(data.get("change")))
        for key, value in data.items():
            if key in KEYED:
                yield from (Edit(self, (key, name), item, (key, name)) for name, item in mapping_of(value).items())
            elif key not in LISTED and key not in OWN:
                yield Edit(self, (key,), value, (key,))
        for name, race in mapping_of(data.get("races")).items():
            lender = mapping_of(race).get("stands_in_for")
            if isinstance(lender, str):
                yield Edit(self, ("races", lender), REMOVED, ("races", name, "stands_in_for"))

    def _removals(self, removed: Mapping[str, Any]) -> Iterator[Edit]:
        for section, names in removed.items():
            for index, name in enumerate(list_of(names)):
                for part in (section, "rounds") if section == "boards" else (section,):
                    yield Edit(self, (part, str(name)), REMOVED, ("remove", section, index))

    def _changes(self, changed: Mapping[str, Any]) -> Iterator[Edit]:
        for section, entries in changed.items():
            for key, fields in mapping_of(entries).items():
                if not isinstance(fields, dict):  # a value of the natives
                    yield Edit(self, (section, key), fields, ("change", section, key))
                for name, value in mapping_of(fields).items():
                    yield from self._change((section, key, name), value)

    def _change(self, path: KeyPath, value: Any) -> Iterator[Edit]:
        """Yield the values of one changed key; of ``abilities`` each parameter on its own."""
        if path[-1] == "abilities" and isinstance(value, dict):
            for ability, parameters in value.items():
                for name, item in mapping_of(parameters).items():
                    inner = (*path, ability, name)
                    yield Edit(self, inner, item, ("change", *inner))
            return
        yield Edit(self, path, value, ("change", *path))


@dataclass(frozen=True, slots=True)
class Edit:
    """One value that a file sets in the merged data."""

    layer: Layer
    path: KeyPath
    value: Any
    inner: KeyPath
    """The path in the file."""

    @property
    def place(self) -> Range:
        """The place of the edit in its file."""
        document = self.layer.document
        return document.value(self.inner) if self.inner[0] == "remove" else document.key(self.inner)

    @property
    def entry(self) -> KeyPath:
        """The entry of the value: section and id, or a key at the top level."""
        return entry_of(self.path)

    def covers(self, other: Edit) -> bool:
        """Return whether this edit replaces everything that the other sets."""
        return other.path[: len(self.path)] == self.path

    def overrides(self, other: Edit) -> bool:
        """Return whether this edit replaces one of a file that its file extends."""
        return other.layer.key in self.layer.ancestors and self.covers(other)

    def differs(self, other: Edit) -> bool:
        """Return whether two edits set the same value differently."""
        if len(self.path) > len(other.path):
            return other.differs(self)
        if not self.covers(other):
            return False
        value = self.value
        for part in other.path[len(self.path) :]:
            if not isinstance(value, dict) or part not in value:
                return True
            value = value[part]
        return bool(value != other.value)


def entry_of(path: KeyPath) -> KeyPath:
    """Return the entry of a path: section and id, or a key at the top level."""
    return path[:2] if path[0] in (*KEYED, *LISTED) else path[:1]


def conflicts(layers: Iterable[Layer]) -> list[tuple[Edit, Edit]]:
    """List two edits for each entry on which unrelated files differ, unless a later file decides it."""
    by_entry: dict[KeyPath, list[Edit]] = {}
    for layer in layers:
        for edit in layer.edits():
            by_entry.setdefault(edit.entry, []).append(edit)
    pairs: list[tuple[Edit, Edit]] = []
    for entry, edits in by_entry.items():
        if entry[0] == "plugins":
            continue  # both requirements hold
        final = [edit for edit in edits if not any(later.overrides(edit) for later in edits)]
        unrelated = ((a, b) for a, b in combinations(final, 2) if not a.layer.is_related(b.layer))
        pairs += islice(((a, b) for a, b in unrelated if a.differs(b)), 1)  # the result would depend on their order
    return pairs


# --- the data of a variant combined with those that it extends, and the origin of each value


@dataclass(slots=True)
class Merged:
    """The data of a variant after ``extends``, with the document that each part comes from.

    :ivar lenders: race that stands in for another → that other race, which has left the variant.
    :ivar layers: the files that are combined, in their order, its own last.
    """

    data: dict[str, Any]
    document: Document
    origins: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)
    lenders: dict[str, str] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()
    parts: dict[KeyPath, list[KeyPath]] = field(default_factory=dict)
    """Entry → the paths of its values that come from elsewhere."""

    def find(self, path: KeyPath) -> tuple[Document, KeyPath]:
        """Return the document that has a path, and the path in it."""
        for length in range(len(path), 0, -1):
            origin = self.origins.get(path[:length])
            if origin is not None:
                return origin[0], (*origin[1], *path[length:])
        return self.document, path

    def set_origin(self, path: KeyPath, document: Document, inner: KeyPath) -> None:
        """Remember the document from which a value comes."""
        self.origins[path] = (document, inner)
        entry = entry_of(path)
        if entry != path:
            self.parts.setdefault(entry, []).append(path)

    def replace_origin(self, path: KeyPath, document: Document, inner: KeyPath) -> None:
        """Remember the document from which a whole value comes; origins of its parts are dropped."""
        self.drop_origins(path)
        self.set_origin(path, document, inner)

    def drop_origins(self, path: KeyPath) -> None:
        """Forget where a value and its parts come from."""
        self.origins.pop(path, None)
        entry = entry_of(path)
        for part in self.parts.get(entry, ()):
            if part[: len(path)] == path:
                self.origins.pop(part, None)
        self.parts[entry] = [part for part in self.parts.get(entry, ()) if part in self.origins]

    def is_own(self, path: KeyPath) -> bool:
        """Return whether a value is in the variant's own file, not in one that it extends."""
        return self.find(path)[0] is self.document

    def names(self, section: str) -> Collection[str] | None:
        """Return the ids of a section; None if it is missing or invalid, which the schema reports."""
        shape = dict if section in KEYED else list
        if section in self.document.data and not isinstance(self.document.data[section], shape):
            return None
        if section not in self.data:
            return None if section in ("terrains", "races", "powers") else ()
        return [name for name in self.data[section] if isinstance(name, str)]

    def problem(self, code: str, path: KeyPath, message: str, hint: str = "", **more: Any) -> Problem:
        """Return a problem at a value, or at a key, of the merged data; see :meth:`Document.problem`."""
        document, inner = self.find(path)
        return document.problem(code, inner, message, hint, **more)

    def warning(self, code: str, path: KeyPath, message: str, hint: str = "", **more: Any) -> Problem:
        """Return a problem that does not make the variant unusable."""
        return self.problem(code, path, message, hint, severity="warning", **more)

    def related(self, message: str, path: KeyPath, *, at_key: bool = False) -> tuple[Related]:
        """Return a second place that belongs to a problem."""
        document, inner = self.find(path)
        return document.related(message, inner, at_key=at_key)


def section(data: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a section that are mappings, as far as they are valid."""
    entries = data.get(name)
    if not isinstance(entries, dict):
        return {}
    return {key: entry for key, entry in entries.items() if isinstance(entry, dict)}


def whole(value: object) -> int | None:
    """Return a whole number, or None."""
    return value if type(value) is int else None


def item_name(item: object) -> str:
    """Return the name of an item: a key, a symbol, or an ability with or without parameters."""
    return str(next(iter(item), "")) if isinstance(item, dict) else str(item)
