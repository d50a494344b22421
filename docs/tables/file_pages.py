"""Tables of the keys of files, from their schemas, and of the columns of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from smallworld_lab.result_file import Column

from .markdown import code, default_text, table


def key_table(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """One row for each key of an object in a file."""
    schema = next((part for part in schema.get("oneOf", ()) if "properties" in part), schema)
    excused = schema.get("else", {}).get("required", ())
    rows = []
    for key, entry in schema["properties"].items():
        entry = {**resolved(entry, defs), **entry}
        default = default_text(key, entry, schema.get("required", ()))
        if key in excused:
            default = f"required without `{schema['if']['required'][0]}`"
        rows.append((f"`{key}`", shape(entry, defs), default, entry.get("description", "")))
    return table(("key", "value", "default", "meaning"), rows)


def resolved(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a schema to which a reference points."""
    part: Mapping[str, Any] = defs[entry["$ref"].rpartition("/")[2]] if "$ref" in entry else entry
    return part


SHAPES = {
    "id": "id", "ids": "ids", "players": "number", "scalar": "text, whole number, true or false",
    "variant_name": "id or path",
    "preferred": "id → id or path", "preferred_by_players": "number → id or path",
    "abilities": "[abilities](#abilities)", "by_ruling": "`{ruling: KEY}`", "region": "regions",
}  # fmt: skip
"""Parts of schemas that have a short name in the tables."""


def shape(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """The kind of a value in words, from its schema."""
    name = entry.get("$ref", "").rpartition("/")[2]
    if name in SHAPES:
        return SHAPES[name]
    if name.endswith("_change"):
        kind = name.removesuffix("_change")
        return f"[{kind}](#{kind})"
    if name:
        plain = "properties" not in defs[name]
        return shape(defs[name], defs) if plain else f"[{name}](#{name})"
    if "enum" in entry:
        return " or ".join(map(code, entry["enum"]))
    if "oneOf" in entry:
        return " or ".join(shape(part, defs) for part in entry["oneOf"])
    if entry["type"] == "array":
        each = entry["prefixItems"][0] if "prefixItems" in entry else entry["items"]
        return {"id": "ids", "regions": "regions"}.get(shape(each, defs), f"list of {shape(each, defs)}")
    if entry["type"] == "object":
        return _object(entry, defs)
    if "maximum" in entry:
        return f"{entry['minimum']} to {entry['maximum']}"
    names = {"boolean": "true or false", "string": "text", "integer": "whole number"}
    return names.get(entry["type"], entry["type"])


def _object(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """An object: either one with keys of its own, or one for each id."""
    values = entry.get("additionalProperties")
    if not isinstance(values, Mapping) and "title" not in entry and "id" not in entry.get("properties", ()):
        return f"`{{{', '.join(f'{key}: …' for key in entry['properties'])}}}`"
    if not isinstance(values, Mapping):
        title = entry.get("title", "natives").lower()
        return f"[{title}](#{title})"
    return f"{shape(entry['propertyNames'], defs)} → {shape(values, defs)}"


def column_table(columns: Iterable[Column]) -> str:
    """One row for each column of the results of simulations."""
    rows = [(f"`{column.name}`", column.type.rstrip("_"), column.meaning) for column in columns]
    return table(("column", "type", "meaning"), rows)
