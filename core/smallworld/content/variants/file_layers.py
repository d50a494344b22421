"""Layers: the files of a variant in the order in which they apply, and conflicts between unrelated files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from smallworld.content.problems.problem import Range
from smallworld.content.reading.documents import Document, KeyPath, list_of, mapping_of

KEYED = ("plugins", "rounds", "boards", "terrains", "pieces", "rulings", "races", "powers", "relics")
"""Sections with entries that are added and replaced by key."""
LISTED = ("symbols", "abilities")
"""Sections that are lists, to which files add items."""
OWN = ("variant", "name", "note", "extends", "remove", "change", "prefer")
"""Keys that concern one file alone, so that two packs cannot disagree on them."""


class Removed:
    """The value of an entry that a file removes."""

    def __repr__(self) -> str:
        return "nothing"


REMOVED = Removed()


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
        """Return whether one of two files extends the other."""
        return self.key in other.ancestors or other.key in self.ancestors

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

    def contradicts(self, other: Edit) -> bool:
        """Return whether two edits of unrelated files differ, so that the result depends on their order."""
        related = self.layer is other.layer or self.layer.is_related(other.layer)
        return not related and self.differs(other)

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
        pairs += islice((pair for pair in combinations(final, 2) if pair[0].contradicts(pair[1])), 1)
    return pairs
