"""Every shipped file, broken in many ways: always a problem at the broken line, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutants import Mutant, mutants

from smallworld.model.variant_folder import shipped_folder
from smallworld_editions.discovery import find_variants
from smallworld_editions.problem import Problem
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import files_in
from tiers import one_in, quick_first

ROOT = Path(__file__).parents[3]
SHIPPED = [*files_in(shipped_folder()), *files_in(ROOT / "tests" / "boards")]


def far(problem: Problem, mutant: Mutant) -> int:
    """How many lines a problem, or a place that it names, is away from the mistake."""
    places = [problem.range, *(related.range for related in problem.related)]
    lines = [line for place in places if place is not None for line in (place.line, place.end_line)]
    return min((abs(line - mistaken) for line in lines for mistaken in mutant.lines), default=10**6)


def checker_for(path: Path) -> FileChecker:
    home = path.parent.parent.name
    return FileChecker(CheckSettings(against=home if path.parent.name == "boards" and home in find_variants() else ""))


def broken(path: Path, count: int) -> None:
    text = path.read_text("utf-8")
    checker = checker_for(path)
    assert checker.check_bytes(text.encode(), str(path), path) == []
    for mutant in mutants(text, count, seed=len(text), alone=path.parent.parent.name == "tests"):
        problems = checker.check_bytes(mutant.text.encode(), str(path), path)
        assert problems, (path.name, mutant.how)
        assert min(far(problem, mutant) for problem in problems) <= 1, (path.name, mutant.how, problems[0])


@pytest.mark.parametrize("path", one_in(4, SHIPPED), ids=lambda path: path.stem)
@pytest.mark.parametrize("count", quick_first([2, 6]))
def test_mutants(path: Path, count: int) -> None:
    broken(path, count)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_thousands_of_mutants(path: Path) -> None:
    broken(path, 300)
