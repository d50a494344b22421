"""The data of a variant combined with those that it extends, and the origin of each value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from smallworld.content.problems.problem import Problem, Related
from smallworld.content.reading.documents import Document, KeyPath
from smallworld.content.variants.file_layers import KEYED, Layer, entry_of


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
