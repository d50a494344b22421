"""Slips of whole boards that come from other programs: numbers as ids, centers in pixels. Each is one problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from smallworld.languages import lazy
from smallworld_editions.problem import Edit, Problem
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_validate.schema.jsonschema_errors import FormError

NUMBERS, PIXELS = "numbers as ids", "centers in pixels"
"""Marks of problems that are joined to one."""


def board_slip(document: Document, error: FormError) -> Problem | None:
    """Return the problem of a number as the id of a region, or of a center outside of the board; else None."""
    if error.path[:1] != ("regions",) or isinstance(error.value, bool) or not isinstance(error.value, int | float):
        return None
    if error.keyword == "type" and {"id", "adjacent"} & {*error.path[2:3]} and isinstance(error.value, int):
        ids = [str(mapping_of(region).get("id")) for region in document.data["regions"]]
        meant = [name for name in ids if re.fullmatch(rf"[a-z-]+0*{error.value}", name)]
        if len(meant) == 1:
            message = lazy("the board has no region {name!r}", name=str(error.value))
            return document.problem("wrong-type", error.path, message, lazy("did you mean {name!r}?", name=meant[0]))
        message = lazy("ids of regions are text, but {value} is a number", value=error.value)
        hint = lazy('quote all such ids, as in "{value}"; validate --fix does', value=error.value)
        edit = Edit(document.value(error.path), f'"{error.value}"')
        return document.problem("wrong-type", error.path, message, hint, edits=(edit,), mistake=NUMBERS)
    if error.keyword == "maximum" and error.path[2:3] == ("center",):
        message = lazy("a center is in percent of the board, so it is at most 100, not {value}", value=error.value)
        hint = lazy("write percent of the width and of the height: pixels times 100 / the size of the picture")
        return document.problem("out-of-range", error.path, message, hint, mistake=PIXELS)
    return None


def join_board_slips(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield all problems; those of one slip of the whole board as one, with all edits."""
    joined: dict[str, list[Problem]] = {NUMBERS: [], PIXELS: []}
    for problem in problems:
        if problem.mistake in joined:
            joined[problem.mistake].append(problem)
        else:
            yield problem
    for group in filter(None, joined.values()):
        yield replace(group[0], edits=tuple(edit for problem in group for edit in problem.edits))
