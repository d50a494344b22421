"""The examples of docstrings do what they show."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import types
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = {
    "adjacency_map": 1, "smallworld": 10, "smallworld_cli": 1, "smallworld_draw": 2, "smallworld_output": 2,
    "smallworld_play": 2, "smallworld_testing": 2,
}  # fmt: skip
"""The packages with examples, and how many of their modules have some, at least."""


def modules_of(package: str) -> Iterator[str]:
    """The package and all modules below it with an example in their source; only packages are imported."""
    below = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    for name in [package, *(module.name for module in below)]:
        spec = find_spec(name)
        if spec and spec.origin and any(line.lstrip().startswith(">>> ") for line in lines_of(spec.origin)):
            yield name


def lines_of(path: str) -> list[str]:
    """The lines of a source file."""
    return Path(path).read_text("utf-8").splitlines()


@pytest.mark.parametrize("package", EXAMPLES)
def test_the_examples_of_a_package(package: str) -> None:
    results = {name: doctest.testmod(importlib.import_module(name)) for name in modules_of(package)}
    assert len(results) >= EXAMPLES[package]
    assert [name for name, result in results.items() if result.failed or not result.attempted] == []


def test_a_wrong_example_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    module = types.ModuleType("wrong", ">>> 1 + 1\n3\n")
    assert doctest.testmod(module).failed == 1
    assert "Expected:\n    3" in capsys.readouterr().out
