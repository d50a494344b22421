"""``extends``: one variant's data laid over another's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from smallworld.content.reading.documents import Document, Path_
from smallworld.content.report.problem import Problem, Range, Related
from smallworld.errors import suggest

KEYED = ("plugins", "rounds", "boards", "terrains", "pieces", "rulings", "races", "powers", "relics")
"""Sections that are added to by key and replaced by key."""
LISTED = ("symbols", "abilities")
"""Sections that are added to."""


@dataclass(slots=True)
class Merged:
    """The data of a variant after ``extends``, with the document that each part comes from.

    :ivar lenders: race that stands in for another → that other race, which has left the variant.
    """

    data: dict[str, Any]
    document: Document
    origins: dict[tuple[str | int, ...], tuple[Document, Path_]] = field(default_factory=dict)
    lenders: dict[str, str] = field(default_factory=dict)

    def find(self, path: Path_) -> tuple[Document, tuple[str | int, ...]]:
        """The document that holds a path, and the path in it."""
        for length in (2, 1):
            origin = self.origins.get(tuple(path[:length]))
            if origin is not None:
                return origin[0], (*origin[1], *path[length:])
        return self.document, tuple(path)

    def is_own(self, path: Path_) -> bool:
        """Is this in the variant's own file, not in one that it extends?"""
        return self.find(path)[0] is self.document

    def key(self, path: Path_) -> tuple[Document, Range]:
        """The document and place of a key."""
        document, inner = self.find(path)
        return document, document.key(inner)

    def names(self, section: str) -> Collection[str] | None:
        """The ids of a section; None if it is missing or misshapen, which the schema reports."""
        shape = dict if section in KEYED else list
        if section in self.document.data and not isinstance(self.document.data[section], shape):
            return None
        if section not in self.data:
            return None if section == "terrains" else ()
        return [name for name in self.data[section] if isinstance(name, str)]

    def problem(
        self,
        code: str,
        path: Path_,
        message: str,
        hint: str = "",
        *,
        at_key: bool = False,
        **more: Any,
    ) -> Problem:
        """A problem at a value, or at a key, of the merged data."""
        document, inner = self.find(path)
        place = document.key(inner) if at_key else document.value(inner)
        return document.problem(code, place, message, hint, **more)


def section(data: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    """The entries of a section that are mappings, as far as they can be read."""
    entries = data.get(name)
    if not isinstance(entries, dict):
        return {}
    return {key: entry for key, entry in entries.items() if isinstance(entry, dict)}


def whole(value: object) -> int | None:
    """A whole number, or None."""
    return value if type(value) is int else None


def as_seen_from(document: Document, own_names: Collection[str], problems: Iterable[Problem]) -> list[Problem]:
    """Problems that a variant causes in the one that it extends, placed where its author can mend them.

    :param own_names: the files of the variant; problems in all others are reported at its ``remove`` or ``extends``.
    """
    seen: dict[tuple[str, Range | None, str], Problem] = {}
    for problem in problems:
        if problem.file not in own_names:
            related = (Related("it stands here", problem.file, problem.range),) if problem.range else ()
            message = f"after these changes {problem.message}"
            place, hint = _cause(document, problem)
            problem = replace(
                problem, file=document.name, range=place, message=message, hint=hint, related=related, edits=()
            )
        # What is gone is missed in many places: the first report suffices.
        seen.setdefault((problem.file, problem.range, problem.message), problem)
    return list(seen.values())


def _cause(document: Document, problem: Problem) -> tuple[Range, str]:
    """Where a document has caused a problem elsewhere, at what it removes if the message names it; and the remedy."""
    removed: Any = document.data.get("remove")
    for section, names in (removed if isinstance(removed, dict) else {}).items():
        for index, name in enumerate(names if isinstance(names, list) else []):
            if isinstance(name, str) and repr(name) in problem.message:  # a number of players may be in any message
                return document.value(("remove", section, index)), "leave it in, or remove what needs it as well"
    key = next((key for key in ("remove", "extends") if key in document.data), next(iter(document.data)))
    return document.key((key,)), problem.hint


def alone(document: Document) -> Merged:
    """A variant that extends nothing."""
    merged = Merged({}, document)
    _lay(merged, document)
    _stand_in(merged, document)
    return merged


def over(base: Merged, document: Document) -> tuple[Merged, list[Problem]]:
    """A variant laid over the one that it extends; problems of its ``remove``."""
    merged = Merged(_copied(base.data), document, dict(base.origins), dict(base.lenders))
    problems = _remove(merged, document)
    _lay(merged, document)
    _stand_in(merged, document)
    return merged, problems


def _copied(data: dict[str, Any]) -> dict[str, Any]:
    return {k: dict(v) if k in KEYED else list(v) if k in LISTED else v for k, v in data.items()}


def _lay(merged: Merged, document: Document) -> None:
    for section, value in document.data.items():
        if section in KEYED and isinstance(value, dict):
            mine = merged.data.setdefault(section, {})
            for key, item in value.items():
                old = mine.get(key)
                mine[key] = {**old, "default": item} if section == "rulings" and _answers(old, item) else item
                merged.origins[section, key] = (document, (section, key))
        elif section in LISTED and isinstance(value, list):
            mine = merged.data.setdefault(section, [])
            for index, item in enumerate(value):
                if section == "symbols" and item in mine:
                    continue
                merged.origins[section, len(mine)] = (document, (section, index))
                mine.append(item)
        elif section not in ("extends", "remove") and section not in KEYED + LISTED:
            merged.data[section] = value
        merged.origins[(section,)] = (document, (section,))


def _stand_in(merged: Merged, document: Document) -> None:
    """Races on a blank banner that use the tokens of another: the lender leaves the variant."""
    own_names, races = document.data.get("races"), merged.data.get("races")
    if not (isinstance(own_names, dict) and isinstance(races, dict)):
        return
    for key, race in own_names.items():
        lender = race.get("stands_in_for") if isinstance(race, dict) else None
        if isinstance(lender, str) and lender != key and isinstance(races.get(lender), dict):
            lent = races.pop(lender)
            merged.origins.pop(("races", lender), None)
            merged.lenders[key] = lender
            races[key] = {"supply": lent.get("supply"), **race}


def _answers(declared: object, item: object) -> bool:
    return isinstance(declared, dict) and not isinstance(item, dict)


def _remove(merged: Merged, document: Document) -> list[Problem]:
    problems = []
    removed = document.data.get("remove")
    for section, names in (removed if isinstance(removed, dict) else {}).items():
        if section not in (*KEYED, *LISTED):
            continue  # its form was refused already
        entries = merged.data.get(section, {})
        for index, name in enumerate(names if isinstance(names, list) else []):
            key, item_names = str(name), list(map(_name, entries))
            if name in names[:index]:
                continue  # the schema has reported the repetition
            if key not in item_names:
                place = document.value(("remove", section, index))
                hint = suggest(key, item_names).removeprefix("; ")
                problems.append(document.problem("remove-unknown", place, f"there is no {key!r} in {section}", hint))
            elif isinstance(entries, list):
                for i in reversed([i for i, item in enumerate(item_names) if item == key]):
                    _drop_item(merged, section, entries, i)
            else:
                for part in (section, "rounds") if section == "boards" else (section,):
                    merged.data.get(part, {}).pop(key, None)
                    merged.origins.pop((part, key), None)
    return problems


def _name(item: object) -> str:
    """A key, a symbol, or the name of an ability that is used with parameters or without."""
    return str(next(iter(item), "")) if isinstance(item, dict) else str(item)


def _drop_item(merged: Merged, section: str, entries: list[Any], index_of_item: int) -> None:
    origins = [merged.origins.pop((section, i), None) for i in range(len(entries))]
    del entries[index_of_item], origins[index_of_item]
    merged.origins.update({(section, i): o for i, o in enumerate(origins) if o is not None})
