"""A YAML document: plain data, and the line and column of each key and value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from smallworld_editions.problem import Problem, Range, Related, Severity

KeyPath = tuple[str | int, ...]
"""Keys and indexes from the root of a document."""

Places = dict[int, dict[str | int, tuple[Range, Range]]]
"""``id`` of a dict or list → key or index → places of the key and of the value."""


@dataclass(slots=True)
class Document:
    """One YAML document: plain data and the places of its keys and values.

    :ivar data: dicts, lists, strings, numbers, truth values and None.
    :ivar name: the file name as the user gave it.
    :ivar text: the whole text of the file.
    :ivar root: the place of the document.
    """

    data: Any
    name: str
    text: str
    root: Range
    places: Places = field(default_factory=dict, repr=False)

    def key(self, path: KeyPath) -> Range:
        """Return the place of the last key of a path; in lists, of the item itself.

        A path that leaves the document ends at the last place that exists.
        """
        return self._find(path)[0]

    def value(self, path: KeyPath) -> Range:
        """Return the place of the value at the end of a path."""
        return self._find(path)[1]

    def _find(self, path: KeyPath) -> tuple[Range, Range]:
        places, node = (self.root, self.root), self.data
        for part in path:
            place = self.places.get(id(node), {}).get(part)
            if place is None:
                break
            places, node = place, node[part]
        return places

    def problem(
        self, code: str, path: KeyPath, message: str, hint: str = "", *, at_key: bool = False, **more: Any
    ) -> Problem:
        """Return a problem at a value, or at a key; an error unless ``severity`` is given."""
        more.setdefault("names", tuple(part for part in path if isinstance(part, str)))
        return self.problem_at(code, self.key(path) if at_key else self.value(path), message, hint, **more)

    def warning(self, code: str, path: KeyPath, message: str, hint: str = "", **more: Any) -> Problem:
        """Return a problem that does not make the file unusable."""
        return self.problem(code, path, message, hint, severity="warning", **more)

    def problem_at(
        self, code: str, place: Range, message: str, hint: str = "", *, severity: Severity = "error", **more: Any
    ) -> Problem:
        """Return a problem at a place that is not a whole key or value."""
        return Problem(code, severity, self.name, place, message, hint, **more)

    def related(self, message: str, path: KeyPath, *, at_key: bool = False) -> tuple[Related]:
        """Return a second place that belongs to a problem, such as the first of two equal keys."""
        return (Related(message, self.name, self.key(path) if at_key else self.value(path)),)


def mapping_of(value: object) -> dict[str, Any]:
    """Return a mapping, or an empty one for any other value: the schema reports it."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """Return a list, or an empty one for any other value: the schema reports it."""
    return value if isinstance(value, list) else []


def walk(data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every value with its path, parents first; without recursion, aliases once."""
    stack: list[tuple[KeyPath, Any]] = [((), data)]
    seen: set[int] = set()
    while stack:
        path, value = stack.pop()
        yield path, value
        if not isinstance(value, dict | list) or id(value) in seen:
            continue
        seen.add(id(value))
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        stack.extend(((*path, key), item) for key, item in reversed(list(pairs)))


def texts_in(data: Any) -> set[str]:
    """Return every text among the values."""
    return {value for _, value in walk(data) if isinstance(value, str)}
