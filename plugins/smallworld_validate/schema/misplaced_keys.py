"""Find the section or the kind of file to which a misplaced key belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from smallworld.languages import N_, lazy
from smallworld_editions.form import FastValidator, schema_of
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.plain_data import Schemas, users_of
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
    is_whole = all(key in mapping for key in entry["required"])
    is_whole = is_whole and ("if" not in entry or bool(mapping.keys() & {"supply", "stands_in_for"}))
    return is_whole and mapping.keys() <= entry["properties"].keys()


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


def explain_abilities(document: Document, problems: Iterable[Problem], abilities: Schemas) -> list[Problem]:
    """Return the problems, with a remedy for abilities outside of their list, or with a value for a parameter."""
    hints = {}
    for path in _unknown_keys(document.data):
        if path[-1] in abilities:
            hint = lazy("{name!r} is an ability: write it as an item of abilities", name=path[-1])
            hints["unknown-key", document.key(path)] = hint
    for owner, user in users_of(document.data):
        for index, item in enumerate(list_of(user.get("abilities"))):
            for name, value in item.items() if isinstance(item, dict) else ():
                fitting = _fitting_parameters(abilities.get(name, {}), value)
                if len(fitting) == 1:
                    hint = lazy("write {value}", value=f"{name}: {write_yaml({fitting[0]: value})}")
                    hints["wrong-type", document.value((*owner, "abilities", index, name))] = hint
    return [
        replace(problem, hint=hints.get((problem.code, problem.range), problem.hint))
        if problem.file == document.name and problem.range is not None
        else problem
        for problem in problems
    ]


def _fitting_parameters(schema: Mapping[str, Any], value: Any) -> list[str]:
    """Return the parameters of an ability that can have a plain value, those that it requires before all others."""
    if value is None or isinstance(value, dict):
        return []
    properties = schema.get("properties", {})
    fitting = [key for key, entry in properties.items() if FastValidator(dict(entry)).is_valid(value)]
    return [key for key in fitting if key in schema.get("required", ())] or fitting


def _unknown_keys(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of keys of a variant, and of its races, powers and relics, that the schema does not have."""
    yield from ((key,) for key in data if key not in schema_of("variant")["properties"])
    for section in ("races", "powers", "relics"):
        for name, entry in mapping_of(data.get(section)).items():
            strangers = mapping_of(entry).keys() - _entry(section)["properties"].keys()
            yield from ((section, name, key) for key in strangers)
