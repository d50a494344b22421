"""Rank of a race, a power or a pair among all: games are played until the interval is narrow enough.

Sampling ends by the width of the interval, never by its value (:mod:`smallworld_lab.analysis.stopping`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from smallworld.languages import _, decimal, grouped, ngettext
from smallworld_lab.analysis.aggregate import Aggregate, Key, clear_differences, difference, flat
from smallworld_lab.analysis.result_tables import by_lift
from smallworld_lab.analysis.stats import NOTHING, Interval, z_of_many
from smallworld_lab.analysis.stopping import FEWEST, LOOKING, games_needed, is_narrow
from smallworld_lab.executors import Backend, play_in_order
from smallworld_lab.run_plan import Run


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
        text = _(
            "{name}: holders win {points} points against even ({percent} % of games), {place}; "
            "clearly stronger than {stronger} of {rivals}, clearly weaker than {weaker}, "
            "not clearly different from {alike}; {verdict}",
            name=self.name,
            points=_points(self.lift),
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


def _points(lift: Interval) -> str:
    value, low, high = (decimal(100 * part, 1, signed=True) for part in (lift.value, lift.low, lift.high))
    return _("{value} ({low} to {high})", value=value, low=low, high=high)


def measure_rank(
    run: Run, group: str, key: Key, how: Backend, half: float, report: Callable[[int, Interval], None]
) -> Place:
    """Play the games of a run until the interval of the win rate is at most ``half`` to either side.

    :param half: half the width, as a share.
    :param report: called with the number of games and the interval after each chunk.
    :raises SmallWorldError: a game fails or workers die.
    """
    results, enough = Aggregate(), False
    with closing(play_in_order([run], how)) as chunks:
        for rows in chunks:
            results.add(flat(rows), (group,))
            enough = _narrow(results, group, key, half, report)
            if enough:
                break
    return _placed(results, group, key, half, enough=enough)


def _narrow(results: Aggregate, group: str, key: Key, half: float, report: Callable[[int, Interval], None]) -> bool:
    one = results.groups[group].get(key)
    if one is None or one.count < FEWEST:
        return False
    report(results.games, one.lift(LOOKING))
    return is_narrow(one, half)


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
