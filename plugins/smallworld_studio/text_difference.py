"""The difference of two texts as one edit."""

from __future__ import annotations

from smallworld_editions.problem import Edit, Range
from smallworld_validate.problems.fixes import lines_of


def difference(old: str, new: str) -> Edit:
    """Return the shortest single edit that turns a text into another one."""
    most = min(len(old), len(new))
    start = next((place for place in range(most) if old[place] != new[place]), most)
    if start and old[start - 1] == "\r":  # not between the two characters of a break
        start -= 1
    most -= start
    end = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    heads = old[: len(old) - end], new[: len(new) - end]
    if end and old[len(old) - end] == "\n" and any(head.endswith("\r") for head in heads):
        end -= 1
    return Edit(Range(*_place(old, start), *_place(old, len(old) - end)), new[start : len(new) - end])


def _place(text: str, offset: int) -> tuple[int, int]:
    lines = lines_of(text[:offset])
    return len(lines), len(lines[-1]) + 1
