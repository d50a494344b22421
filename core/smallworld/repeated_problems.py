"""Equal mistakes in several places of a file, which people read as one problem with a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from smallworld.languages import lazy_n

if TYPE_CHECKING:
    from smallworld.content.problem import Problem

MOST_SEPARATE = 2
"""Equal mistakes of a file that are still shown one by one."""
MOST_LINES = 12
"""Most numbers of lines in a note; programs get every place."""


def group_repeated(problems: Iterable[Problem]) -> list[tuple[Problem, list[Problem]]]:
    """Group problems, in order: each with its repetitions in other places of the file, if they are many."""
    groups: dict[tuple[str, str, str, str, str], list[Problem]] = {}
    grouped: list[tuple[Problem, list[Problem]]] = []
    for problem in (in_order := list(problems)):
        groups.setdefault(_mistake(problem), []).append(problem)
    for problem in in_order:
        first, *repetitions = groups[_mistake(problem)]
        if len(repetitions) < MOST_SEPARATE:
            grouped.append((problem, []))
        elif problem is first:
            grouped.append((first, repetitions))
    return grouped


def _mistake(problem: Problem) -> tuple[str, str, str, str, str]:
    """Return the parts of a problem that are equal in its repetitions."""
    return problem.file, problem.code, problem.severity, problem.mistake or problem.message, problem.hint


def repetition_note(repetitions: Sequence[Problem]) -> str:
    """Write in how many further places, and in which lines, a file has the same mistake; empty without any."""
    if not repetitions:
        return ""
    lines = list(dict.fromkeys(problem.range.line for problem in repetitions if problem.range))
    numbers = ", ".join([*map(str, lines[:MOST_LINES]), *(["…"] if len(lines) > MOST_LINES else [])])
    return lazy_n(
        "the same mistake is in {count} more place: {lines}", "the same mistake is in {count} more places: {lines}",
        len(repetitions), lines=lazy_n("line {numbers}", "lines {numbers}", len(lines), numbers=numbers),
    )  # fmt: skip
