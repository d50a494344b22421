"""A compiled schema answers as jsonschema does, about the shipped files and about files with a mistake."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from smallworld.model.variant_folder import shipped_folder
from smallworld.plugins.manager import default_plugins
from smallworld_editions.compiled_schema import compile_schema
from smallworld_editions.form import kind_of, schema_of, validator_of
from smallworld_editions.reading.documents import walk
from smallworld_editions.reading.reader import read_documents

ROOT = Path(__file__).parents[3]
FILES = [
    *sorted(shipped_folder().rglob("*.yaml")), *sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")),
    *sorted((ROOT / "docs" / "examples").rglob("variant.yaml")),
]  # fmt: skip
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2.0, 3.5, 10**9, "", "x", "a b", "two\nlines", [], {}, ["a"], [1, 1], [{}], {"a": 1},
    {"ruling": "x"},
]  # fmt: skip


def with_a_mistake(data: Any, rng: random.Random) -> Any:
    """Change, remove or add one value of a copy."""
    copied = deepcopy(data)
    path, _value = rng.choice([pair for pair in walk(copied) if pair[0]])
    holder = copied
    for part in path[:-1]:
        holder = holder[part]
    choice = rng.random()
    if choice < 0.6:
        holder[path[-1]] = deepcopy(rng.choice(ODD))
    elif choice < 0.8:
        del holder[path[-1]]
    elif isinstance(holder, dict):
        holder[rng.choice(["x-y", "id", "name", "extends", "a b"])] = deepcopy(rng.choice(ODD))
    else:
        holder.append(deepcopy(rng.choice(holder)))
    return copied


def compare(paths: list[Path], copies: int) -> Iterator[bool]:
    rng = random.Random(5)
    for document in (document for path in paths for document in read_documents(path)):
        kind = str(kind_of(document.data))
        compiled = compile_schema(schema_of(kind))
        assert compiled is not None, kind
        for number in range(copies + 1):
            data = with_a_mistake(document.data, rng) if number else document.data
            verdict = validator_of(schema_of(kind)).is_valid(data)
            assert compiled(data) == verdict, (document.name, data)
            yield verdict


def test_some_files() -> None:
    boards = shipped_folder() / "base" / "boards"
    rules = ROOT / "tests" / "scenarios" / "base" / "powers"
    verdicts = list(compare([min(boards.glob("*.yaml")), min(rules.glob("*.yaml")), FILES[-1]], copies=5))
    assert verdicts.count(True) > 2
    assert verdicts.count(False) > 10


@pytest.mark.full
def test_every_file() -> None:
    verdicts = list(compare(FILES, copies=12))
    assert verdicts.count(True) > 500
    assert verdicts.count(False) > 500


@pytest.mark.parametrize("part", sorted(schema_of("replay")["$defs"]))
def test_every_line_of_a_record_has_a_function(part: str) -> None:
    schema = schema_of("replay")
    assert compile_schema({**schema["$defs"][part], "$defs": schema["$defs"]}) is not None


def test_every_ability_has_a_function() -> None:
    assert [name for name, schema in default_plugins().schemas().items() if compile_schema(schema) is None] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"contains": {"type": "string"}},
        {"$ref": "other.json#/$defs/a"},
        {"$ref": "#/$defs/a"},
        {"$ref": "#/$defs/a/$defs/b", "$defs": {"a": {"$id": "a.json", "$defs": {"b": True}}}},
        {"pattern": "["},
        {"type": "text"},
        {"$schema": "http://json-schema.org/draft-07/schema#"},
        {"properties": {"a": 5}},
    ],
)
def test_what_only_jsonschema_knows_is_not_compiled(schema: dict[str, Any]) -> None:
    assert compile_schema(schema) is None
