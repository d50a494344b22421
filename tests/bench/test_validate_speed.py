"""Validating costs little more than reading: the largest edition against bare ruamel and bare jsonschema."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from smallworld_editions.discovery import find_variants
from smallworld_editions.form import schema_of
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import files_in

KINDS = {"boards": "board", "languages": "language"}
"""Folder → the kind of its files."""
MOST = 1.5
ROUNDS = 5


def largest() -> list[Path]:
    """The files of the shipped edition with most bytes, its boards included."""
    editions = [files_in(path.parent) for path in find_variants().values()]
    return max(editions, key=lambda files: sum(file.stat().st_size for file in files))


def bare(files: list[Path]) -> None:
    """Parsing to plain data and validating it, without a place, a name or a meaning."""
    for file in files:
        data = YAML(typ="safe", pure=True).load(file.read_text("utf-8"))
        plain = json.loads(json.dumps(data))  # numbers of players as keys are text in our schemas
        schema = schema_of(KINDS.get(file.parent.name, "variant"))
        assert not list(Draft202012Validator(schema).iter_errors(plain))


def ours(files: list[Path]) -> None:
    checker = FileChecker()
    assert [problem for file in files for problem in checker.check_file(file)] == []


def seconds(work: Callable[[list[Path]], None], files: list[Path]) -> float:
    start = time.process_time()
    work(files)
    return time.process_time() - start


@pytest.mark.bench
@pytest.mark.timeout(300)
def test_validating_the_largest_edition() -> None:
    files = largest()
    bare(files), ours(files)  # what is loaded once is not counted
    pairs = [(seconds(bare, files), seconds(ours, files)) for _ in range(ROUNDS)]
    ratio = statistics.median(mine / plain for plain, mine in pairs)
    print(
        f"\nvalidate {files[0].parent.name}, {len(files)} files: {ratio:.2f} of bare parsing and schema validation "
        f"({min(mine for _, mine in pairs):.2f} s; bare {min(plain for plain, _ in pairs):.2f} s)"
    )
    assert ratio < MOST
