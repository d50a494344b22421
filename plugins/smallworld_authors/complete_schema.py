"""The JSON schema of variants with all installed abilities, so that an editor completes names and parameters."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any

from smallworld.model.variant import Variant
from smallworld_editions.form import schema_of
from smallworld_editions.variants.plain_data import Schemas

Names = Mapping[str, Sequence[str]]
"""Kind of entry, such as ``terrain`` or ``race`` → the ids that a variant can use or change."""


def names_of(variant: Variant) -> Names:
    """Return the ids that a variant can use if it extends this one."""
    return {
        "terrain": [*variant.terrains],
        "symbol": [*variant.symbols],
        "piece": [*variant.pieces],
        "ruling": [*variant.rulings],
        "race": [*variant.races],
        "power": [*variant.powers],
        "relic": [*variant.relics],
    }


def complete_schema(abilities: Schemas, names: Names | None = None) -> str:
    """Return the JSON schema of variants with the known abilities, as text.

    :param abilities: ability name → JSON schema of its parameters.
    :param names: ids to propose; a file may use others, which it defines itself.
    """
    schema = copy.deepcopy(schema_of("variant"))
    del schema["$id"]  # this schema is no longer the published one
    schema["title"] = "Variant, with the installed abilities"
    listed = {name: _ability(dict(parameters), names or {}) for name, parameters in sorted(abilities.items())}
    bare = {"type": "string", "enum": [name for name, entry in listed.items() if "required" not in entry]}
    single = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    schema["$defs"]["abilities"]["items"] = {"anyOf": [bare, {**single, "properties": listed}]}
    changes = {name: {**entry, "type": "object", "minProperties": 1} for name, entry in listed.items()}
    for entry in changes.values():
        entry.pop("required", None)
    schema["$defs"]["abilities_change"] |= {"properties": changes, "additionalProperties": False}
    _propose_changes(schema["properties"]["change"]["properties"], names or {})
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _propose_changes(sections: dict[str, Any], names: Names) -> None:
    """Propose the ids of entries under ``change``; a file may extend several variants, so others are allowed."""
    for section, entry in sections.items():
        values = entry.get("additionalProperties")
        if values is not None:
            entry["properties"] = dict.fromkeys(names.get(section.removesuffix("s"), ()), values)


def _ability(parameters: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return the schema of the parameters of an ability, each a value or the answer to a ruling."""
    entries = {key: _parameter(dict(entry), names) for key, entry in parameters.get("properties", {}).items()}
    kinds = "object" if parameters.get("required") else ["object", "null"]
    return {**parameters, "type": kinds, "properties": entries}


def _parameter(entry: dict[str, Any], names: Names) -> dict[str, Any]:
    texts: dict[str, Any] = {key: entry[key] for key in ("title", "description", "default") if key in entry}
    proposed = list(names.get(entry.get("x-names", ""), ()))
    values = [{"enum": proposed}] if proposed and entry.get("type") == "string" else []
    if proposed and entry.get("type") == "array":
        entry["items"] = {"anyOf": [{"enum": proposed}, entry.get("items", {})]}
    return {**texts, "anyOf": [*values, entry, {"$ref": "#/$defs/by_ruling"}]}
