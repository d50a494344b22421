"""Find the section or the kind of file to which a misplaced key belongs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from smallworld.languages import N_, lazy
from smallworld_editions.form import schema_of
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_validate.schema.jsonschema_errors import FormError
from smallworld_validate.schema.phrasing import list_alternatives

SECTIONS = {"races": "race", "powers": "power", "relics": "relic", "pieces": "piece", "terrains": "terrain"}
"""Section of a variant → the definition of its entries in the schema."""
_OWN_FILE = {
    "board": N_("it belongs to a file of its own, a board"),
    "language": N_("it belongs to a file of its own, a language"),
    "scenario": N_("it belongs to a file of its own, a scenario"),
}
"""Kind of file → the remedy for a key of such a file in another one."""


def _entry(section: str) -> dict[str, Any]:
    """Return the schema of an entry of a section."""
    entry: dict[str, Any] = schema_of("variant")["$defs"][SECTIONS[section]]
    return entry


def fitting_section(path: KeyPath, mapping: object) -> str:
    """Return another section with entries that have all keys of this mapping; empty if no section fits.

    :param path: of the mapping: at the top of a variant, or an entry of a section.
    """
    is_entry = len(path) == 1 or (len(path) == 2 and path[0] in SECTIONS)
    if not isinstance(mapping, dict) or not mapping or not is_entry:
        return ""
    if len(path) == 2 and mapping.keys() <= _entry(str(path[0]))["properties"].keys():
        return ""
    return next((section for section in SECTIONS if section != path[0] and _fits(mapping, section)), "")


def _fits(mapping: Mapping[str, Any], section: str) -> bool:
    entry = _entry(section)
    return mapping.keys() <= entry["properties"].keys() and all(key in mapping for key in entry["required"])


def placement_hint(path: KeyPath, key: str, mapping: Mapping[str, Any]) -> str:
    """Explain where an unknown key belongs; empty if no schema has it.

    :param path: of the mapping that has the key.
    """
    if path == ("change",) and key in schema_of("variant")["properties"]:
        return lazy("write {key} at the top of the file: it takes the place of the older value", key=key)
    if len(path) == 2 and path[0] in SECTIONS:
        section = fitting_section(path, mapping)
        if section:
            return lazy("move {key!r} to {section}", key=path[1], section=section)
        return _key_of(key, (name for name in SECTIONS if name != path[0]))
    if not path and "variant" in mapping and "scenario" not in mapping:
        section = fitting_section((key,), mapping[key])
        if section:
            return lazy("move it to {section}", section=section)
        kind = next((kind for kind in _OWN_FILE if key in schema_of(kind)["required"]), "")
        return lazy(_OWN_FILE[kind]) if kind else _key_of(key, iter(SECTIONS))
    return ""


def misplaced_change(document: Document, error: FormError) -> Problem | None:
    """Return the problem of ``races: {change: …}``, where ``change: {races: …}`` is meant; else None."""
    section, word = (*error.path[:2], "", "")[:2]
    if section not in SECTIONS or word not in ("change", "remove"):
        return None
    entry = document.data[section][word]
    if isinstance(entry, dict) and (not entry or entry.keys() & _entry(str(section))["properties"].keys()):
        return None
    message = lazy("{section!r} has no place for {word!r}, which is a key of the file", section=section, word=word)
    example = f"{word}: {{{section}: …}}"
    hint = lazy("did you mean {name!r}?", name=example)
    return document.problem("unknown-key", (section, word), message, hint, at_key=True)


def _key_of(key: str, sections: Iterator[str]) -> str:
    names = [section for section in sections if key in _entry(section)["properties"]]
    if not names:
        return ""
    return lazy("{key!r} is a key of entries of {sections}", key=key, sections=list_alternatives(names))


def name_misplaced_abilities(
    document: Document, problems: Iterable[Problem], abilities: Collection[str]
) -> list[Problem]:
    """Return the problems, with a remedy for abilities that are written outside of a list ``abilities``."""
    names = {document.key(path): path for path in _unknown_keys(document.data) if path[-1] in abilities}
    return [
        replace(
            problem,
            hint=lazy("{name!r} is an ability: write it as an item of abilities", name=names[problem.range][-1]),
        )
        if problem.code == "unknown-key" and problem.file == document.name and problem.range in names
        else problem
        for problem in problems
    ]


def _unknown_keys(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of keys of a variant, and of its races, powers and relics, that the schema does not have."""
    yield from ((key,) for key in data if key not in schema_of("variant")["properties"])
    for section in ("races", "powers", "relics"):
        for name, entry in mapping_of(data.get(section)).items():
            strangers = mapping_of(entry).keys() - _entry(section)["properties"].keys()
            yield from ((section, name, key) for key in strangers)
