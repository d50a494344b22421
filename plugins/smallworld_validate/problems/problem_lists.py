"""Lists of problems as people read them: limited for each file, without consequences of others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from smallworld.languages import lazy, lazy_n
from smallworld_editions.problem import MOST, Problem, Severity, errors_of, sort_problems


def limit_by_file(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by place, and limit their number for each file."""
    kept: dict[str, list[Problem]] = {}
    for problem in sort_problems(problems):
        kept.setdefault(problem.file, []).append(problem)
    for name, problems_found in kept.items():
        if len(problems_found) > MOST:
            rest = problems_found[MOST]
            severity: Severity = "error" if any(p.severity == "error" for p in problems_found[MOST:]) else "warning"
            problems_found[MOST:] = [
                Problem(
                    "too-many-problems", severity, name, rest.range, lazy("there is more"), lazy("mend these first")
                )
            ]
    return [problem for problems_found in kept.values() for problem in problems_found]


def report_variants_once(problems: Iterable[Problem]) -> list[Problem]:
    """Report a broken variant once, for the first file that names it, with the number of the other files."""
    listed = list(problems)
    files: dict[str, list[str]] = {}
    for problem in listed:
        if problem.code == "broken-variant":
            files.setdefault(problem.message, []).append(problem.file)
    kept = []
    for problem in listed:
        named = files.get(problem.message, [problem.file])
        if len(named) > 1 and problem.code == "broken-variant":
            if problem.file != named[0]:
                continue
            message = lazy_n(
                "{message}; {count} more file names it", "{message}; {count} more files name it",
                len(named) - 1, message=problem.message,
            )  # fmt: skip
            problem = replace(problem, message=message)
        kept.append(problem)
    return kept


def drop_consequences(problems: Iterable[Problem]) -> tuple[list[Problem], int]:
    """Drop the problems that another problem causes; count the files that can be checked after its repair."""
    listed = list(problems)
    wrong = {os.path.realpath(file) for file in {problem.file for problem in errors_of(listed) if not problem.causes}}
    is_reported = {cause: os.path.realpath(cause) in wrong for problem in listed for cause in problem.causes}
    kept, waiting = [], set()
    for problem in listed:
        if any(is_reported[cause] for cause in problem.causes):
            waiting.add(problem.file)
        else:
            kept.append(problem)
    return kept, len(waiting)
