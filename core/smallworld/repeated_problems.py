"""Equal mistakes in several places of a file, which people read as one problem with a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from smallworld.languages import lazy_n

if TYPE_CHECKING:
    from smallworld.content.problems.problem import Problem

MOST_LINES = 12
"""Most numbers of lines in a note; programs get every place."""


def group_repeated(problems: Iterable[Problem]) -> list[tuple[Problem, list[Problem]]]:
    """Group problems: the first one of each mistake, and the same mistake in other places of the file."""
    groups: dict[tuple[str, str, str, str, str], list[Problem]] = {}
    for problem in problems:
        mistake = problem.mistake or problem.message
        groups.setdefault((problem.file, problem.code, problem.severity, mistake, problem.hint), []).append(problem)
    return [(first, repetitions) for first, *repetitions in groups.values()]


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
