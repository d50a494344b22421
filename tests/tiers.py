"""The two tiers of tests: quick ones, and the marker ``full`` for longer proofs of the same behaviour."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FULL = pytest.mark.full
_NONE_OF = re.compile(r"not \((\w+(?: or \w+)*)\)")
"""An expression of ``-m`` that refuses markers and asks for nothing else."""
_MARKED_MODULE = re.compile(r"^pytestmark = \[?pytest\.mark\.(\w+)", re.MULTILINE)


def quick_first(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Parameters of a test: so many in the quick tier, the rest in the full one."""
    return [pytest.param(value, marks=() if number < quick else FULL) for number, value in enumerate(values)]


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of a test: the first of every so many in the quick tier, the rest in the full one."""
    return [pytest.param(value, marks=FULL if number % step else ()) for number, value in enumerate(values)]


def refused_markers(config: pytest.Config) -> frozenset[str]:
    """Return the markers of tests that need not be made, because ``-m`` refuses them; none where files are named."""
    match = _NONE_OF.fullmatch(config.option.markexpr)
    if match is None or not all(Path(name).is_dir() for name in config.args):
        return frozenset()
    return frozenset(match[1].split(" or "))


def is_refused_module(path: Path, refused: frozenset[str]) -> bool:
    """Return whether all tests of a file have such a marker."""
    match = _MARKED_MODULE.search(path.read_text("utf-8"))
    return match is not None and match[1] in refused


def drop_refused(definition: pytest.Function, refused: frozenset[str]) -> None:
    """Drop parameters with such a marker; one remains where all have it, which pytest deselects."""
    for parametrize in definition.iter_markers("parametrize"):
        values, ids = parametrize.args[1], parametrize.kwargs.get("ids")
        if isinstance(values, list) and (ids is None or callable(ids)):
            kept = [value for value in values if refused.isdisjoint(_marker_names(value))]
            values[:] = kept or values[:1]


def _marker_names(value: Any) -> set[str]:
    """Return the names of the markers of a parameter."""
    return {mark.name for mark in getattr(value, "marks", ())}
