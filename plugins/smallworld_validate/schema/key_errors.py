"""Keys that are missing, unknown, misspelt, run together with their values, or in a wrong section or file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from smallworld.errors import did_you_mean
from smallworld.languages import N_, LazyText, lazy, lazy_and, lazy_or
from smallworld_editions.form import fits, schema_of
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.plain_data import Schemas, users_of
from smallworld_validate.text_edits.layout import node_at

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


class FormError:
    """A validation error, reduced to the facts that sentences need.

    :ivar keyword: the keyword of the schema that fails. :ivar expected: the value of that keyword.
    :ivar value: the data that does not fit. :ivar path: its path in the document.
    """

    def __init__(self, failed: ValidationError, path: KeyPath) -> None:
        self.failed, self.path = failed, path
        self.keyword = str(failed.validator)
        self.expected: Any = failed.validator_value
        self.value: Any = failed.instance
        self.schema: Mapping[str, Any] = mapping_of(failed.schema)
        self.is_item = bool(path) and isinstance(path[-1], int)
        """Whether the value is an item of a list."""

    @property
    def name(self) -> str:
        """The last key of the path, for a sentence."""
        return next((f"{part!r}" for part in reversed(self.path) if isinstance(part, str)), lazy("the file"))

    @property
    def owner(self) -> str:
        """The name of the value for a sentence."""
        return lazy("this item of {key}", key=self.name) if self.is_item else self.name


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
    for section in SECTIONS:
        entry = _entry(section)
        is_whole = "if" not in entry or bool(mapping.keys() & {"supply", "stands_in_for"})
        if section != path[0] and is_whole and {*entry["required"]} <= mapping.keys() <= entry["properties"].keys():
            return section
    return ""


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
        return _key_of(key, [name for name in SECTIONS if name != path[0]])
    if not path and "variant" in mapping and "scenario" not in mapping:
        section = fitting_section((key,), mapping[key])
        if section:
            return lazy("move it to {section}", section=section)
        kind = next((kind for kind in _OWN_FILE if key in schema_of(kind)["required"]), "")
        return lazy(_OWN_FILE[kind]) if kind else _key_of(key, SECTIONS)
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
    hint = lazy("did you mean {name!r}?", name=f"{word}: {{{section}: …}}")
    return document.problem("unknown-key", (section, word), message, hint, at_key=True)


def _key_of(key: str, sections: Iterable[str]) -> str:
    names = [section for section in sections if key in _entry(section)["properties"]]
    sentence = N_("{key!r} is a key of entries of {sections}")
    return lazy(sentence, key=key, sections=lazy_or(names)) if names else ""


def explain_abilities(document: Document, problems: Iterable[Problem], abilities: Schemas) -> list[Problem]:
    """Return the problems, with a remedy for abilities outside of their list, or with a value for a parameter."""
    hints: dict[object, str] = {}
    for owner, user in users_of(document.data):
        properties = (_entry(str(owner[0])) if owner else schema_of("variant"))["properties"]
        for key in user.keys() & abilities.keys() - properties.keys():
            hint = lazy("{name!r} is an ability: write it as an item of abilities", name=key)
            hints[document.name, "unknown-key", document.key((*owner, key))] = hint
        items = enumerate(list_of(user.get("abilities")))
        for index, name, value in ((i, *pair) for i, item in items for pair in mapping_of(item).items()):
            fitting = _fitting_parameters(abilities.get(name, {}), value)
            if len(fitting) == 1:
                place = document.value((*owner, "abilities", index, name))
                hint = lazy("write {value}", value=f"{name}: {write_yaml({fitting[0]: value})}")
                hints[document.name, "wrong-type", place] = hint
    return [replace(p, hint=hints.get((p.file, p.code, p.range), p.hint)) for p in problems]


def _fitting_parameters(schema: Mapping[str, Any], value: Any) -> list[str]:
    """Return the parameters of an ability that can have a plain value, those that it requires before all others."""
    if value is None or isinstance(value, dict):
        return []
    properties = schema.get("properties", {})
    fitting = [key for key, entry in properties.items() if fits(entry, value)]
    return [key for key in fitting if key in schema.get("required", ())] or fitting


_ADD_OR_EXTEND = N_("add it, or 'extends: base' if only some things differ from another variant")


def complain_of_missing_key(document: Document, error: FormError) -> Problem:
    """Return the problem of a missing key, or of a misspelt key that was meant to be this one."""
    key, properties = missing_key(error.failed), error.schema.get("properties", {})
    misspelt = next((name for name in error.value if name not in properties and is_misspelt(name, key)), "")
    if misspelt:
        return _unknown_key(document, error, misspelt, lazy("did you mean {name!r}?", name=key))
    place = document.key(error.path or tuple(document.data)[:1])
    if error.is_item:
        place = Range.at(*document.value(error.path).start)
    hint, entry = lazy("add it"), mapping_of(properties.get(key))
    if not error.path and "pattern" in entry and entry.get("examples"):
        hint = lazy("add it, for example {value}", value=write_yaml({key: entry["examples"][0]})[1:-1])
    if not error.path and "terrains" in error.expected and key != "name":
        hint = lazy(_ADD_OR_EXTEND)
    message = lazy("{owner} lacks the key '{key}'", owner=error.owner, key=key)
    return document.problem_at("missing-key", place, message, hint, mistake=key)


def each_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems, an unknown key only once, however many mappings have it by << or an alias."""
    seen = set()
    for problem in problems:
        if problem.code != "unknown-key" or problem.range not in seen:
            seen.add(problem.range if problem.code == "unknown-key" else None)
            yield problem


def join_missing_keys(problems: Iterable[Problem]) -> list[Problem]:
    """Join the problems of several keys that one mapping lacks."""
    joined: dict[object, list[Problem]] = {}
    for index, problem in enumerate(problems):
        joined.setdefault(problem.range if problem.code == "missing-key" else index, []).append(problem)
    for group in joined.values():
        first, message = group[0], group[0].message
        if len(group) > 1 and isinstance(message, LazyText):
            keys, hint = sorted(problem.mistake for problem in group), lazy("add them")
            if any(problem.hint.startswith(_ADD_OR_EXTEND) for problem in group):
                hint = lazy("add them, or 'extends: base' if only some things differ from another variant")
            names = lazy_and(f"'{key}'" for key in keys)
            message = lazy("{owner} lacks the keys {keys}", owner=message.values["owner"], keys=names)
            group[0] = replace(first, message=message, hint=hint, mistake=" ".join(keys))
    return [group[0] for group in joined.values()]


def _unknown_key(document: Document, error: FormError, key: str, hint: str) -> Problem:
    owner = error.owner if error.path else lazy("this kind of file")
    message = lazy("{owner} has no key {key!r}", owner=owner, key=key)
    return document.problem("unknown-key", (*error.path, key), message, hint, at_key=True, mistake=key)


def is_misspelt(name: str, key: str) -> bool:
    """Return whether a name is a likely misspelling of this key."""
    alike = bool(get_close_matches(key, [name], n=1, cutoff=0.6))
    return alike or sorted(name.lower()) == sorted(key) or glued_key(name, (key,))[0] == key


_GLUED_KEY = re.compile(r"([A-Za-z_][\w.-]*)(\s*[:=：]\s*|\s+)(?=\S)")


def glued_key(key: str, known_keys: Iterable[str]) -> tuple[str, str]:
    """Return the key and the sign in a key that was joined with its value, such as ``banner:5``."""
    match = _GLUED_KEY.match(key)
    return (match[1], match[2]) if match and match[1] in known_keys else ("", "")


def scattered_items(mapping: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Return the keys without values that follow a key for a list: the items of a list without its brackets."""
    items: list[str] = []
    collects, properties = False, schema.get("properties", {})
    for key, value in mapping.items():
        if key in properties:
            collects = properties[key].get("type") == "array" and isinstance(value, str | int | float)
        elif collects and value is None:
            items.append(key)
    return items


def rest_of_text(key: str, mapping: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Return the text that a comma has cut, as its parts up to this key; empty if it does not belong to a text.

    In braces ``{text: they may enter, wherever they like}`` ends the text at its comma.
    """
    parts: list[str] = []
    for name, value in mapping.items():
        if name in schema.get("properties", {}):
            parts = [value] if isinstance(value, str) else []
        else:
            parts = [*parts, name] if value is None and parts else []
        if name == key:
            break
    return parts if len(parts) > 1 else []


def empty_key_before(key: str, mapping: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the key without a value to which an unknown key belongs, because both lack indentation; else nothing."""
    properties, keys = schema.get("properties", {}), list(mapping)
    holder = next((name for name in reversed(keys[: keys.index(key)]) if name in properties), "")
    is_meant = bool(holder) and mapping[holder] is None and isinstance(mapping[key], dict | list)
    return holder if is_meant and not did_you_mean(key, properties) else ""


def complain_of_unknown_key(document: Document, error: FormError, key: str, intended: str | None = None) -> Problem:
    """Return the problem of a key that a mapping may not have.

    :param intended: the key that its author meant, if its value shows it.
    """
    properties, path = error.schema.get("properties", {}), (*error.path, key)
    fault, end = lazy("{key!r} is one word to YAML, a key without a value", key=key), document.key(path)
    meant, sign = ("", "") if intended else glued_key(key, properties)
    parts = [] if meant else rest_of_text(key, error.value, error.schema)
    is_rest = bool(parts) and (" " in key or not _unknown_key_hint(error, key).startswith("did you mean"))
    if is_rest:  # an entry of a mapping in braces has no colon then
        rest = document.text.split("\n")[end.end_line - 1][end.end_column - 1 :]
        is_rest = not rest.lstrip().startswith(":")
    if meant:
        hint = lazy(_UNGLUED.get(sign.strip(), N_("write a ':' after '{key}'")), key=meant)
    elif is_rest:
        fault = lazy("{key!r} is a key without a value: in braces a comma ends the text before it", key=key)
        hint = lazy('quote the whole text: "{text}"', text=", ".join(parts).replace('"', "'"))
    elif [*error.value] == [key] and error.value[key] is None and "name" in properties:
        hint = lazy("write {value}", value=f"{{name: {key}}}")
    elif not intended and (holder := empty_key_before(key, error.value, error.schema)):
        return complain_of_indentation(document, error.path, holder, key)
    else:
        hint = lazy("did you mean {name!r}?", name=intended) if intended else _unknown_key_hint(error, key)
        return _unknown_key(document, error, key, hint)
    return document.problem("unknown-key", path, fault, hint, at_key=True)


_UNGLUED = {
    ":": N_("write a space after '{key}:'"),
    "=": N_("write '{key}:' in place of '{key} ='"),
    "：": N_("write '{key}: ' in place of '{key}：'"),
}
"""Sign behind a key that is joined with its value → the remedy."""


INDENTATION = "keys next to an id"
"""Mark of the problem of all keys that are next to the id of their entry, not under it."""


def complain_of_indentation(document: Document, path: KeyPath, first: str, second: str, mistake: str = "") -> Problem:
    """Return the problem of a key of the mapping at ``path`` that probably belongs to the key next to it."""
    message = lazy("{second!r} is next to {first!r}, not under it", second=second, first=first)
    hint = lazy("indent it two more if it belongs to {key!r}", key=first)
    return document.problem("bad-length", (*path, second), message, hint, at_key=True, mistake=mistake)


def unindented_keys(document: Document, path: KeyPath) -> dict[str, str]:
    """Return the keys of entries that are next to the id of their entry, not under it → that id.

    :param path: of a value that is not an entry of its section.
    """
    section = path[-2] if len(path) == 2 or (len(path) == 3 and path[0] == "change") else ""
    if section not in SECTIONS:
        return {}
    keys, holder = {}, ""
    for key, value in node_at(document.data, path[:-1]).items():
        if key not in _entry(str(section))["properties"] or isinstance(value, dict):
            holder = key if value is None else ""
        elif holder:
            keys[key] = holder
    return keys


def _unknown_key_hint(error: FormError, key: str) -> str:
    """Write the remedy for an unknown key: the key that is meant, the place of this one, or the keys allowed."""
    allowed = [name for name in error.schema.get("properties", {}) if name not in error.value]
    swapped = next((name for name in allowed if sorted(name) == sorted(key)), "")
    hint = lazy("did you mean {name!r}?", name=swapped) if swapped else did_you_mean(key, allowed)
    if not error.path and key == "options" and "rulings" in error.schema.get("properties", {}):
        hint = lazy("did you mean {name!r}?", name="rulings")  # options are the answers of one game
    hint = hint or did_you_mean(key, error.schema.get("properties", {}))  # it may be next to a key that << brings
    better = placement_hint(error.path, key, error.value)
    if better and (not hint or better.startswith(("move", "it belongs", "write"))):
        hint = better
    if not hint and 0 < len(allowed) <= 12:
        hint = lazy("allowed here: {names}", names=", ".join(sorted(allowed)))
    return hint


def extra_keys(failed: ValidationError) -> list[str]:
    """Return the keys of a mapping that its schema does not allow."""
    schema = mapping_of(failed.schema)
    known_keys, patterns = schema.get("properties", {}), [*schema.get("patternProperties", {})]
    keys = (key for key in mapping_of(failed.instance) if key not in known_keys)
    return [key for key in keys if not any(re.search(pattern, key) for pattern in patterns)]


def has_misspelt_key(errors: Sequence[ValidationError]) -> bool:
    """Return whether the errors of a mapping with several keys are those of a misspelt one that is required."""
    by_keyword = {error.validator: error for error in errors}
    if by_keyword.keys() != {"required", "additionalProperties"}:
        return False
    missing, extra = missing_key(by_keyword["required"]), extra_keys(by_keyword["additionalProperties"])
    return len(extra) == 1 < len(mapping_of(errors[0].instance)) and is_misspelt(extra[0], missing)


def missing_key(failed: ValidationError) -> str:
    """Return the name of a missing key; jsonschema names it in the message only."""
    required, mapping = failed.validator_value, failed.instance
    listed: list[str] = [key for key in required if key not in mapping]  # type: ignore[union-attr, operator]
    return next((key for key in listed if failed.message.startswith(repr(key))), listed[0])
