"""The JSON schemas of the kinds of files, as they are published."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from smallworld.content.variants.file_kind import PARTS


def schema_text(kind: str) -> str:
    """Read the JSON schema of a kind of file."""
    try:
        return (files("smallworld.schemas") / f"{kind}.json").read_text("utf-8")
    except ModuleNotFoundError:  # a source tree that is not installed
        return (Path(__file__).parents[4] / "schemas" / f"{kind}.json").read_text("utf-8")


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON schema of a kind of file; ``part`` is a variant with only races, powers, relics and the like."""
    if kind == "part":
        whole = schema_of("variant")
        properties = {key: value for key, value in whole["properties"].items() if key in PARTS}
        return {
            "type": "object", "additionalProperties": False, "patternProperties": whole["patternProperties"],
            "properties": properties, "$defs": whole["$defs"],
        }  # fmt: skip
    schema: dict[str, Any] = json.loads(schema_text(kind))
    return schema
