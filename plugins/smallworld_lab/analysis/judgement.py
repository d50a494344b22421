"""Which races, powers, pairs and seats are clearly out of line: one judgement for ``report`` and ``balance``.

Picks are compared with all other picks of their kind, not with the even share: losers pick more often than winners, so
that most races of an edition in which all are equal are below even.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from smallworld_lab.analysis.aggregate import Group, Key
from smallworld_lab.analysis.stats import NOTHING, Interval, Z, share_difference, z_of_many

BY_PLAYERS = ("race_players", "power_players")
"""Groups with the number of players first in their keys: others of the same number are of their kind."""
BY_GAME = ("order",)
"""Groups of which each game has all. Their base line is the even share itself."""


def against_others(groups: Mapping[Key, Group], name: str, z: float = Z) -> dict[Key, Interval]:
    """Return key → how much more often its holders win than those of all others of its kind.

    :param name: the name of the groups.
    :param z: the width of the intervals in standard errors.
    """
    if name in BY_GAME:
        return {key: group.lift(z) for key, group in groups.items()}
    kinds: dict[Key, dict[Key, Group]] = {}
    for key, group in groups.items():
        kinds.setdefault(key[:1] if name in BY_PLAYERS else (), {})[key] = group
    intervals: dict[Key, Interval] = {}
    for kind in kinds.values():
        total = reduce(Group.plus, kind.values())
        for key, group in kind.items():
            intervals[key] = difference(group, total.less(group), z) if len(kind) > 1 else NOTHING
    return intervals


def clear_differences(groups: Mapping[Key, Group], name: str) -> dict[Key, Interval]:
    """Return the same with intervals that hold for all keys at once: one without 0 is a clear difference."""
    return against_others(groups, name, z_of_many(len(groups)))


def difference(one: Group, two: Group, z: float) -> Interval:
    """Return how much more often the holders of one win, both against even."""
    even = one.values["even"].mean - two.values["even"].mean
    return share_difference(one.share("won", z), two.share("won", z)) - even
