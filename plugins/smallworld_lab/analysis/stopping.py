"""Runs that end when they know enough: the rule ``--until``, and how many games an interval needs.

A run ends at the first look at which every interval that was asked for is narrow enough. Looks see the width alone,
never a verdict, but the width depends on the rate, so that a plain 95 % interval would cover a little less often than
it promises. Therefore intervals are made a little wider while a run decides about its end (:data:`LOOKING`): by an
exact calculation over all paths (Frey 2010, "Fixed-Width Sequential Confidence Intervals for a Proportion") they cover
the rate in 95 % of runs; ``tests/sim/test_stopping.py`` calculates it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

import pyarrow as pa

from smallworld.errors import SmallWorldError
from smallworld.languages import _, grouped, lazy, ngettext
from smallworld_lab.analysis.aggregate import Aggregate, Group, flat

LOOKING = 2.07
"""Half the width of intervals in standard errors, in place of 1.96."""
FEWEST = 100
"""Picks, or games of a seat, before a width is believed."""
GROUPS: Mapping[str, str] = {"seats": "order", "races": "race", "powers": "power", "players": "entrant"}
"""Word of the rule → group of results."""
RULE = re.compile(r"(?:(?P<kind>\w+)=)?(?:±|\+/?-)?(?P<points>\d{1,2}(?:\.\d{1,3})?)\s*%?")
LEAST, MOST = 0.1, 50.0
"""Percentage points."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The width that ends a run.

    :ivar kind: a word of :data:`GROUPS`. :ivar half: half the width, as a share.
    """

    kind: str
    half: float

    def __str__(self) -> str:
        return f"{self.kind}=±{100 * self.half:g}"

    def is_kept(self, results: Aggregate) -> bool:
        """Return whether every interval is narrow enough."""
        groups = results.groups[GROUPS[self.kind]]
        return bool(groups) and all(is_narrow(group, self.half) for group in groups.values())

    def games(self, results: Aggregate) -> int:
        """Estimate the games that the rule needs, from some that were played."""
        groups = results.groups[GROUPS[self.kind]].values()
        return max((games_needed(group, self.half, results.games) for group in groups), default=0)


def parse_rule(text: str) -> Rule:
    """Read ``±2`` (for seats), ``races=±3`` …

    :raises SmallWorldError: the text has another form.
    """
    match = RULE.fullmatch(text.strip())
    kind, points = (match["kind"] or "seats", float(match["points"])) if match else ("", 0.0)
    if kind not in GROUPS or not LEAST <= points <= MOST:
        raise SmallWorldError(
            lazy("{text!r} must be percentage points from {least} to {most}, or KIND=POINTS with one of: {kinds}; "
                 "e.g. ±2 or races=±3", text=text, least=LEAST, most=f"{MOST:g}", kinds=", ".join(GROUPS))
        )  # fmt: skip
    return Rule(kind, points / 100)


def is_narrow(group: Group, half: float) -> bool:
    """Return whether a win rate is known well enough to end.

    :param half: half the width that is wanted, as a share.
    """
    if group.count < FEWEST:
        return False
    interval = group.share("won", LOOKING)
    return interval.high - interval.low <= 2 * half


def games_needed(group: Group, half: float, games: int) -> int:
    """Estimate the games after which a win rate is known well enough.

    :param half: half the width that is wanted, as a share. :param games: the games that the group is from.
    """
    interval = group.share("won", LOOKING)
    now = (interval.high - interval.low) / 2
    picks = max(FEWEST, group.count * (now / half) ** 2)
    return rounded_up(games * picks / group.count)


def rounded_up(games: float) -> int:
    """Round an estimate up to two digits: more would promise too much."""
    size: int = 10 ** max(0, len(str(int(games))) - 2)
    return ceil(games / size) * size


class Watch:
    """Looks at the games of a run in their order, and finds its end."""

    def __init__(self, rule: Rule) -> None:
        self.rule, self.results = rule, Aggregate()
        self.kept = False
        """Whether the rule is kept by the games so far."""

    def add(self, rows: pa.Table) -> bool:
        """Add the next games; return whether the run may end."""
        self.results.add(flat(rows), (GROUPS[self.rule.kind],))
        self.kept = self.rule.is_kept(self.results)
        return self.kept


def describe_need(kind: str, half: float, games: int, seconds: str) -> str:
    """Write how many games an interval needs.

    :param kind: a word of :data:`GROUPS`, or a name. :param seconds: how long they take, as text; empty = unknown.
    """
    values = {"kind": kind, "points": f"{100 * half:g}", "games": grouped(games)}
    text = ngettext("{kind} ±{points} points: about {games} game", "{kind} ±{points} points: about {games} games",
                    games, **values)  # fmt: skip
    return _("{need}, {time}", need=text, time=seconds) if seconds else text
