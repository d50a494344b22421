"""When enough games are played: runs that end (``--until``), and the rank of a race, a power or a pair among all.

A run ends at the first look at which every interval that was asked for is narrow enough, for any value of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil

import pyarrow as pa

from smallworld.errors import SmallWorldError
from smallworld.languages import _, decimal, grouped, lazy, ngettext
from smallworld_lab.analysis.aggregate import Aggregate, Group, Key, by_lift, clear_differences, difference, flat
from smallworld_lab.analysis.stats import NOTHING, Interval, z_of_many

LOOKING = 2.07
"""Half the width of intervals in standard errors, in place of 1.96.

Looks see the width alone, never a verdict, but the width depends on the rate, so that a plain 95 % interval would cover
a little less often than it promises. By an exact calculation over all paths (Frey 2010, "Fixed-Width Sequential
Confidence Intervals for a Proportion") these cover the rate in 95 % of runs; ``tests/sim/test_stopping.py`` calculates
it again.
"""
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
        groups = self.results.groups[GROUPS[self.rule.kind]]
        self.kept = bool(groups) and all(is_narrow(group, self.rule.half) for group in groups.values())
        return self.kept


def describe_need(kind: str, half: float, games: int, seconds: str) -> str:
    """Write how many games an interval needs.

    :param kind: a word of :data:`GROUPS`, or a name. :param seconds: how long they take, as text; empty = unknown.
    """
    values = {"kind": kind, "points": f"{100 * half:g}", "games": grouped(games)}
    text = ngettext("{kind} ±{points} points: about {games} game", "{kind} ±{points} points: about {games} games",
                    games, **values)  # fmt: skip
    return _("{need}, {time}", need=text, time=seconds) if seconds else text


# --- the rank of one entry: games are played until its interval is narrow enough


@dataclass(frozen=True, slots=True)
class Place:
    """The rank of a race, a power or a pair."""

    name: str
    group: str
    """``race``, ``power`` or ``pair``."""
    games: int
    picked: int
    """Number of picks."""
    enough: bool
    """The interval became narrow enough."""
    rank: int
    """1 = its holders win most often, of ``of``; 0 = it was never picked."""
    of: int
    win_rate: Interval
    lift: Interval
    """Win rate less the even share."""
    coins: Interval
    against_rest: Interval
    """Win rate against even less that of the picks of all others, beyond chance among all entries at once."""
    stronger: tuple[str, ...]
    """Entries that it clearly surpasses, beyond chance among all at once."""
    weaker: tuple[str, ...]
    """Entries that clearly surpass it."""
    needed: int
    """Games that the wanted interval needs, estimated from those that were played; 0 = unknown."""
    above: str
    """The next better entry; empty for the best."""
    below: str
    """The next worse entry; empty for the worst."""

    def sentence(self) -> str:
        """Return the result as a sentence."""
        if not self.picked:
            return _(
                "{name} was never picked in {games} games: these bots find everything else better, "
                "or it was too deep in the stack; let more games be played",
                name=self.name,
                games=grouped(self.games),
            )
        rivals = self.of - 1
        value, low, high = (decimal(100 * part, 1, signed=True) for part in self.lift)
        text = _(
            "{name}: holders win {points} points against even ({percent} % of games), {place}; "
            "clearly stronger than {stronger} of {rivals}, clearly weaker than {weaker}, "
            "not clearly different from {alike}; {verdict}",
            name=self.name,
            points=_("{value} ({low} to {high})", value=value, low=low, high=high),
            percent=decimal(100 * self.win_rate.value, 1),
            place=self._place(),
            stronger=len(self.stronger),
            rivals=rivals,
            weaker=len(self.weaker),
            alike=rivals - len(self.stronger) - len(self.weaker),
            verdict=self._verdict(),
        )
        return f"{text} ({self._sample()})"

    def _place(self) -> str:
        values = {"rank": self.rank, "count": self.of, "above": self.above, "below": self.below}
        if self.above and self.below:
            return _("place {rank} of {count}, between {above} and {below}", **values)
        if self.above or self.below:
            return _("place {rank} of {count}, next to {name}", name=self.above or self.below, **values)
        return _("place {rank} of {count}", **values)

    def _sample(self) -> str:
        """Write how many games were played, and whether they are enough."""
        text = ngettext(
            "{games} game, picked {picked} times", "{games} games, picked {picked} times", self.games,
            games=grouped(self.games), picked=grouped(self.picked),
        )  # fmt: skip
        if self.enough:
            return text
        capped = _("the cap of games was reached before the interval was as narrow as wanted")
        need = ngettext("it needs about {games} game", "it needs about {games} games", self.needed,
                        games=grouped(self.needed))  # fmt: skip
        return f"{text}; {capped}; {need}" if self.needed else f"{text}; {capped}"

    def _verdict(self) -> str:
        rivals = self.of - 1
        if len(self.stronger) == rivals:
            return _("too strong: it is clearly stronger than every other")
        if len(self.weaker) == rivals:
            return _("too weak: it is clearly weaker than every other")
        if self.against_rest.low > 0 and not self.weaker:
            return _("strong: it is above the average pick")
        if self.against_rest.high < 0 and not self.stronger:
            return _("weak: it is below the average pick")
        return _("it fits among the others")


def measure_rank(
    games: Iterable[pa.Table], group: str, key: Key, half: float, report: Callable[[int, Interval], None]
) -> Place:
    """Take games until the interval of the win rate is at most ``half`` to either side.

    :param games: the rows of each chunk. :param half: half the width, as a share.
    :param report: called with the number of games and the interval after each chunk.
    """
    results, enough = Aggregate(), False
    for rows in games:
        results.add(flat(rows), (group,))
        one = results.groups[group].get(key)
        if one is not None and one.count >= FEWEST:
            report(results.games, one.lift(LOOKING))
            enough = is_narrow(one, half)
            if enough:
                break
    return _placed(results, group, key, half, enough=enough)


def _placed(results: Aggregate, group: str, key: Key, half: float, *, enough: bool) -> Place:
    groups, name = results.groups[group], _name(key)
    ordered = [other for other, _group in by_lift(groups)]
    one = groups.get(key)
    if one is None:
        nothing = (NOTHING, NOTHING, NOTHING, NOTHING)
        return Place(name, group, results.games, 0, False, 0, len(ordered) + 1, *nothing, (), (), 0, "", "")
    z = z_of_many(len(ordered))
    gaps = {_name(other): difference(one, groups[other], z) for other in ordered if other != key}
    rank = ordered.index(key) + 1
    return Place(
        name, group, results.games, one.count, enough, rank, len(ordered), one.share("won"),
        one.lift(LOOKING),
        one.mean("coins"), clear_differences(groups, group)[key],
        tuple(other for other, gap in gaps.items() if gap.low > 0),
        tuple(other for other, gap in gaps.items() if gap.high < 0),
        games_needed(one, half, results.games),
        _name(ordered[rank - 2]) if rank > 1 else "", _name(ordered[rank]) if rank < len(ordered) else "",
    )  # fmt: skip


def _name(key: Key) -> str:
    """Write a pair with the power first, as in a game."""
    return " ".join(reversed(key))
