"""The published schemas: stable, described, and named by every shipped file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from running import ROOT

from smallworld.model.variant_folder import shipped_folder
from smallworld_authors.commands.schema import KINDS
from smallworld_authors.commands.schema import command as schema
from smallworld_editions.validator import FastValidator


@pytest.mark.parametrize("kind", KINDS)
def test_schemas(kind: str) -> None:
    result = CliRunner().invoke(schema, [kind])
    document = json.loads(result.output)
    assert result.exit_code == 0
    assert document["$id"] == f"{kind}.json"
    Draft202012Validator.check_schema(document)
    assert document["title"] and document["description"] and document["examples"]
    for example in document["examples"]:
        Draft202012Validator(document).validate(example)


def undescribed(node: Any, path: str) -> list[str]:
    """The properties of a schema without a title or description."""
    if isinstance(node, list):
        return [missing for item in node for missing in undescribed(item, path)]
    if not isinstance(node, dict):
        return []
    lacking = []
    for name, entry in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
        if isinstance(entry, dict) and "$ref" not in entry and not {"title", "description"} <= entry.keys():
            lacking.append(f"{path}/{name}")
    return lacking + [missing for key, value in node.items() for missing in undescribed(value, f"{path}/{key}")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_is_described(kind: str) -> None:
    document = json.loads(CliRunner().invoke(schema, [kind]).output)
    assert undescribed(document, kind) == []


@pytest.mark.parametrize("path", sorted(shipped_folder().rglob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_files_carry_a_modeline(path: Path) -> None:
    kind = {"boards": "board", "languages": "language"}.get(path.parent.name, "variant")
    first = path.read_text("utf-8").split("\n", 1)[0]
    up = "../" * (2 if kind == "variant" else 3)
    assert first == f"# yaml-language-server: $schema={up}schemas/{kind}.json"


def test_no_file_names_a_schema_by_an_address() -> None:
    """Nobody owns one; an editor would complete nothing."""
    paths = [path for folder in ("core", "docs", "tests") for path in (ROOT / folder).rglob("*")]
    files = [path for path in paths if path.suffix in (".yaml", ".md")]
    assert len(files) > 200
    assert [path for path in files if "$schema=http" in path.read_text("utf-8")] == []


def test_a_remembered_item_is_one_of_the_same_list_and_the_same_type() -> None:
    lists = {"properties": {"a": {"type": "array", "items": {"properties": {"n": {"type": "integer", "maximum": 3}}}},
                             "b": {"type": "array", "items": {"properties": {"n": {"maximum": 1}}}}}}  # fmt: skip
    for _time in range(2):
        validator = FastValidator(lists)
        assert validator.is_valid({"a": [{"n": 3}, {"n": 1}], "b": [{"n": 1}]})
        assert [list(error.path) for error in validator.iter_errors({"a": [{"n": 3}, {"n": 4}], "b": [{"n": 3}]})] == [
            ["a", 1, "n"], ["b", 0, "n"],
        ]  # fmt: skip
        assert not validator.is_valid({"a": [{"n": True}]})
