"""Descriptions of forms: for each value its label, its kind, its limits, and the place where it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from smallworld.api import Ability
from smallworld.errors import SmallWorldError
from smallworld.languages import ENGLISH, _, pgettext
from smallworld.languages.messages import ABILITY, SCHEMA
from smallworld_authors.commands.language import TWO_LETTERS
from smallworld_authors.reference_text import ability_data
from smallworld_draw.icons import glyphs
from smallworld_editions.form import schema_of
from smallworld_editions.language_files import TextPath
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import item_name, section
from smallworld_studio.draft_files import LANGUAGES, VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.wishes import KINDS, Holder, value_at
from smallworld_validate.variant_checks.lint import inherited_texts, texts_of

ICON = "icon"
EDITION = ("name", "note", "coins", "column", "die", "bank", "base_cost", "rounds", "boards")
"""Keys of an edition in its form."""
FIRST = ("name", "text", "banner", "badge", "supply")
"""Keys of a race or a power that come first in its form."""
NAMED = {"terrain": "terrain", "symbols": "symbol", "stands_in_for": "race", "icon": ICON}
"""Key of a region, a race or a power → the kind of thing that it names, where the schema has only an id."""
NAMES_IN = {"terrain": "terrains", "symbol": "symbols", "piece": "pieces", "race": "races", "power": "powers",
            "relic": "relics"}  # fmt: skip
Field = dict[str, Any]


def form(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the form of an edition, a race, a power, a relic, a region, or an empty one of an ability.

    ``languages`` is the table of translations.

    :raises SmallWorldError: the draft has no such thing, or its file cannot be read.
    """
    kind, name = str(request.get("kind")), str(request.get("id") or "")
    if kind == "ability":
        return _ability_form(folder, str(request.get("ability") or name))
    if kind == "languages":
        return _translations(folder)
    if kind == "region":
        return _region_form(folder, str(request.get("board")), name)
    document = _document(folder, VARIANT)
    if kind == "edition":
        return _edition_form(folder, document)
    if kind not in KINDS:
        raise SmallWorldError(_("{kind!r} has no form", kind=kind[:40]))
    return _holder_form(folder, document, kind, name)


def abilities(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """List the abilities that a race, a power, a relic or an edition may have, each with an empty form."""
    kind = request.get("for")
    classes = sorted(folder.plugins.abilities.items())
    return {"abilities": [_described(folder, name) for name, cls in classes if not kind or kind in cls.users]}


def _document(folder: DraftFolder, name: str) -> Document:
    documents = folder.documents(name)
    if not documents or not isinstance(documents[0].data, dict):
        raise SmallWorldError(_("{file} cannot be read; mend the text first", file=name))
    return documents[0]


# --- the forms


def _edition_form(folder: DraftFolder, document: Document) -> dict[str, Any]:
    merged = folder.bundle.merged.data if folder.bundle is not None else document.data
    schema = schema_of("variant")["properties"]
    fields = [_field(folder, document, (key,), schema[key], mapping_of(merged).get(key)) for key in EDITION]
    return _form(document, "edition", "", str(merged.get("name", "")), fields, (), set(EDITION))


def _region_form(folder: DraftFolder, board: str, name: str) -> dict[str, Any]:
    document = _document(folder, f"boards/{board}.yaml")
    rows = list_of(document.data.get("regions"))
    index = next((place for place, row in enumerate(rows) if mapping_of(row).get("id") == name), None)
    if index is None:
        raise SmallWorldError(_("the board has no region {name!r}", name=name[:60]))
    schema, path = schema_of("board")["$defs"]["region"]["properties"], ("regions", index)
    fields = [
        _field(folder, document, (*path, key), _named(key, entry), rows[index].get(key))
        for key, entry in schema.items() if key not in ("id", "adjacent")
    ]  # fmt: skip
    return _form(document, "region", name, name, fields, path, set(schema))


def _holder_form(folder: DraftFolder, document: Document, kind: str, name: str) -> dict[str, Any]:
    holder = Holder(folder, document, kind, name)
    schema = schema_of("variant")["$defs"][kind]
    keys = [key for key in dict.fromkeys((*FIRST, *schema["properties"])) if key in schema["properties"]]
    keys = [key for key in keys if key not in ("abilities", "source")]
    if not holder.is_own:
        keys = [key for key in keys if key != "stands_in_for"]
    fields = [
        _field(folder, document, (*holder.path, key), _named(key, schema["properties"][key]), holder.values.get(key),
               is_required=key in schema["required"])
        for key in keys
    ]  # fmt: skip
    title = str(holder.values.get("name", name))
    answer = _form(document, kind, name, title, fields, holder.path, set(schema["properties"]))
    card = " ".join(_text_of(folder, item_name(use)) for use in holder.abilities)
    return {**answer, "card": card, "abilities": list(_uses(folder, document, holder))}


def _named(key: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**schema, "x-names": NAMED[key]} if key in NAMED else schema


def _form(
    document: Document, kind: str, name: str, title: str, fields: Sequence[Field], path: KeyPath, schema_keys: set[str]
) -> dict[str, Any]:
    """Put a form together; keys that it does not know are listed with their places."""
    unknown = [key for key in mapping_of(value_at(document.data, path)) if path and key not in schema_keys]
    more = [{"key": key, "range": asdict(document.key((*path, key)))} for key in unknown]
    return {
        "file": document.name, "kind": kind, "id": name, "title": title, "card": "", "fields": list(fields),
        "abilities": [], "more": more,
    }  # fmt: skip


def _uses(folder: DraftFolder, document: Document, holder: Holder) -> Iterator[dict[str, Any]]:
    """Yield the abilities of a race, a power or a relic, each with its form."""
    for index, use in enumerate(holder.abilities):
        name = item_name(use)
        parameters = mapping_of(use.get(name)) if isinstance(use, dict) else {}
        path = holder.ability_path(index)
        schema = folder.plugins.schemas().get(name)
        entry: dict[str, Any] = {"name": name, "text": _text_of(folder, name), "example": "", "path": [*path]}
        properties = schema["properties"] if schema is not None else {key: {} for key in parameters}
        required = list_of(mapping_of(schema).get("required"))
        entry["fields"] = [
            _field(folder, document, (*path, key), properties.get(key, {}), parameters.get(key),
                   is_required=key in required)
            for key in _ordered([*properties, *parameters], required)
        ]  # fmt: skip
        yield entry


def _ordered(keys: Sequence[str], required: Sequence[str]) -> list[str]:
    """Put parameters that are needed first, and those that every ability has last."""
    return sorted(dict.fromkeys(keys), key=lambda key: (key not in required, key in Ability.__dataclass_fields__))


def _ability_form(folder: DraftFolder, name: str) -> dict[str, Any]:
    if name not in folder.plugins.abilities:
        raise SmallWorldError(_("no plugin of this server has the ability {name!r}", name=name[:60]))
    described = _described(folder, name)
    return {
        "file": VARIANT, "kind": "ability", "id": name, "title": name, "card": described["text"],
        "fields": described["fields"], "abilities": [], "more": [],
    }  # fmt: skip


def _described(folder: DraftFolder, name: str) -> dict[str, Any]:
    """Describe an ability: its sentence, an example, and its empty form."""
    cls = folder.plugins.abilities[name]
    data = ability_data(cls)
    fields = [
        _field(folder, None, (key,), data["parameters"][key], None, is_required=key in data["required"])
        for key in _ordered([*data["parameters"]], data["required"])
    ]
    text = _text_of(folder, name)
    return {"name": name, "text": text, "example": data["example"], "for": data["for"], "fields": fields}


def _text_of(folder: DraftFolder, name: str) -> str:
    cls = folder.plugins.abilities.get(name)
    return pgettext(ABILITY, cls.summary()) if cls is not None else ""


# --- fields


def _field(
    folder: DraftFolder, document: Document | None, path: KeyPath, schema: Mapping[str, Any], value: Any, *,
    is_required: bool = False,
) -> Field:  # fmt: skip
    """Describe a value: how it is put in, which values it may have, and where it is written."""
    entry = _resolved(schema)
    key, place = str(path[-1]), None
    if document is not None and value_at(document.data, path, ...) is not ...:
        place = asdict(document.value(path))
    kind = _kind(entry)
    if isinstance(value, dict) or (isinstance(value, list) and kind not in ("names", "choices", "point")):
        kind = "json"  # the answer to a ruling, or a value that only the text can change
    return {
        "key": key, "label": _label(entry, key), "help": _help(entry), "kind": kind, "value": value,
        "default": entry.get("default"), "required": is_required, "least": entry.get("minimum"),
        "most": entry.get("maximum"), "options": _options(folder, entry, kind), "place": place, "path": [*path],
    }  # fmt: skip


def _resolved(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Follow references within the schemas of files; the first kind of a value that may be absent counts."""
    entry = dict(schema)
    for kind in ("variant", "board"):
        name = str(entry.get("$ref", "")).removeprefix("#/$defs/").split("/")
        target: Any = schema_of(kind).get("$defs", {})
        for part in name if name != [""] else ():
            target = target.get(part, {}) if isinstance(target, dict) else {}
        if name != [""] and target:
            entry = {**_resolved(target), **{key: value for key, value in entry.items() if key != "$ref"}}
    parts = entry.get("anyOf") or entry.get("oneOf") or ()
    kinds = [part for part in parts if part.get("type") != "null"]
    entry = {**entry, **(kinds[0] if kinds else {})}
    return entry


def _kind(entry: Mapping[str, Any]) -> str:
    """Return how a value is put in."""
    items = mapping_of(entry.get("items"))
    if "prefixItems" in entry:
        return "point"
    if "enum" in entry:
        return "choice"
    if entry.get("type") == "array":
        is_named = "x-names" in entry or "x-names" in items
        return "names" if is_named else "choices" if "enum" in items else "json"
    if "x-names" in entry:
        return "name"
    return {"boolean": "switch", "integer": "number", "number": "number", "string": "word"}.get(
        str(entry.get("type")), "json"
    )


def _label(entry: Mapping[str, Any], key: str) -> str:
    title = entry.get("title")
    return pgettext(SCHEMA, str(title)) if title else key.replace("_", " ").capitalize()


def _help(entry: Mapping[str, Any]) -> str:
    text = str(entry.get("description", ""))
    translated = pgettext(ABILITY, text) if text else ""
    return pgettext(SCHEMA, text) if translated == text and text else translated


def _options(folder: DraftFolder, entry: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    """List the values to choose from."""
    if kind in ("choice", "choices"):
        values = entry.get("enum") or mapping_of(entry.get("items")).get("enum", ())
        return [{"value": value, "label": str(value).replace("_", " ")} for value in values]
    named = entry.get("x-names") or mapping_of(entry.get("items")).get("x-names")
    if kind == "name" and named == ICON:
        return [{"value": name, "label": name.replace("_", " ")} for name in glyphs()]
    if kind not in ("name", "names") or named not in NAMES_IN:
        return []
    merged = folder.bundle.merged.data if folder.bundle is not None else {}
    if named == "symbol":
        return [{"value": name, "label": name} for name in list_of(merged.get("symbols"))]
    entries = section(merged, NAMES_IN[named])
    return [{"value": name, "label": str(row.get("name", name))} for name, row in entries.items()]


# --- the table of the texts of an edition in its languages


def _translations(folder: DraftFolder) -> dict[str, Any]:
    """Return every text of the edition, and for each language of the draft its translations.

    ``own`` are the texts of the draft's file (null if it cannot be read), ``inherited`` those of the editions below;
    a text that is in neither is missing. ``codes`` are the languages that the draft does not have.
    """
    bundle = folder.bundle
    if bundle is None:
        raise SmallWorldError(_("{file} cannot be read; mend the text first", file=VARIANT))
    english = dict(texts_of(bundle.merged.data, {name: board.data for name, board in bundle.boards.items()}))
    files = sorted(name for name in folder.files if name.startswith(LANGUAGES))
    languages = [_language(folder, bundle, name, english) for name in files]
    return {
        "languages": languages,
        "codes": sorted(TWO_LETTERS - {ENGLISH} - {language["code"] for language in languages}),
        "sections": [
            {"title": _title(section), "rows": [
                {"key": "/".join(path), "english": english[path], "path": [*_place(path)]} for path in paths
            ]}
            for section, paths in groupby(english, key=lambda path: path[0])
        ],
    }  # fmt: skip


def _language(folder: DraftFolder, bundle: Bundle, name: str, english: Mapping[TextPath, str]) -> dict[str, Any]:
    document = next((one for one in folder.documents(name)[:1] if isinstance(one.data, dict)), None)
    answer = {"code": name.removeprefix(LANGUAGES).removesuffix(".yaml"), "file": name}
    if document is None:
        return {**answer, "own": None, "inherited": {}, "missing": []}
    inherited = inherited_texts(document, bundle, tuple(folder.plugins.variants))
    written = {path: text for path in english
               if isinstance(text := value_at(document.data, _place(path)), str) and text}  # fmt: skip
    return {
        **answer,
        "own": {"/".join(path): text for path, text in written.items()},
        "inherited": {"/".join(path): inherited[path] for path in english if path in inherited},
        "missing": ["/".join(path) for path in english if path not in written and path not in inherited],
    }


def _place(path: TextPath) -> KeyPath:
    """Return the path of a text in a language file."""
    section, key, field = path
    return (field,) if section == "edition" else (section, key, field)


def _title(section: str) -> str:
    """Return the heading of a section."""
    return (
        _("Edition")
        if section == "edition"
        else pgettext(SCHEMA, schema_of("language")["properties"][section]["title"])
    )
