"""Versions of plugins and what variants require of them."""

from __future__ import annotations

import re
from itertools import zip_longest

__version__ = "0.1.0"
"""The version of this program."""

_PARTS = re.compile(r"(\d+(?:\.\d+)*)[-_.]?(.*)")
_CLAUSE = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*([0-9][0-9A-Za-z.*+!-]*)")


def satisfies(version: str, requirement: str) -> bool:
    """Whether a version fulfils a requirement such as ``>=0.1,<2``.

    An empty requirement and ``*`` are always fulfilled; so is any requirement if the
    version is not known (a plugin that was given as a path need not have one).
    """
    return not version or all(_clause(version, *match.groups()) for match in _CLAUSE.finditer(requirement))


def _clause(version: str, sign: str, wanted: str) -> bool:
    if wanted.endswith(".*"):
        inside = f"{version}.".startswith(wanted[:-1])
        return inside if sign == "==" else not inside
    order = _compare(version, wanted)
    if sign == "~=":
        return order >= 0 and _release(version)[: len(_release(wanted)) - 1] == _release(wanted)[:-1]
    allowed = {"==": (0,), "!=": (-1, 1), "<=": (-1, 0), ">=": (0, 1), "<": (-1,), ">": (1,)}
    return order in allowed[sign]


def _compare(one: str, two: str) -> int:
    """-1, 0 or 1; ``1.0rc1`` comes before ``1.0``, and ``1`` is ``1.0``."""
    for a, b in zip_longest(_release(one), _release(two), fillvalue=0):
        if a != b:
            return -1 if a < b else 1
    return (_suffix(one) > _suffix(two)) - (_suffix(one) < _suffix(two))


def _release(version: str) -> list[int]:
    match = _PARTS.match(version)
    return [int(part) for part in match[1].split(".")] if match else [0]


def _suffix(version: str) -> tuple[int, list[str | int]]:
    """What follows the numbers: less than nothing for a pre-release, more for a post-release."""
    match = _PARTS.match(version.partition("+")[0])
    rest = match[2] if match else ""
    rank = 0 if not rest else 1 if rest.startswith("post") else -1
    return rank, [int(part) if part.isdigit() else part for part in re.findall(r"\d+|[a-z]+", rest.lower())]
