"""Where one race or power stands among the others: games are played until that is clear enough.

Sampling ends when the interval is narrow enough, never when it says something pleasant, so that
looking again and again does not bias it (Chow and Robbins 1965).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from io import BytesIO

from smallworld.errors import SmallWorldError
from smallworld.sim.playing import play_chunk
from smallworld.sim.run import Run
from smallworld.sim.stats import NOTHING, Interval, share_difference, z_of_many
from smallworld.sim.tables import by_lift
from smallworld.sim.tally import Group, Tally, flat
from smallworld.sim.work import Backend

FEWEST = 50
"""So often it must have been picked before the interval is believed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands.

    :ivar group: ``race`` or ``power``. :ivar enough: the interval became narrow enough.
    :ivar rank: 1 = its holders win most often, of ``of``; 0 = it was never picked.
    :ivar usual: how all picks of the group together stand against even; whoever picks more often moves it.
    :ivar stronger: than these it is clearly stronger, beyond chance among all at once; :ivar weaker: than these
        clearly weaker.
    :ivar above, below: the next in rank; empty at the end.
    """

    name: str
    group: str
    games: int
    picked: int
    enough: bool
    rank: int
    of: int
    win_rate: Interval
    lift: Interval
    coins: Interval
    usual: float
    stronger: tuple[str, ...]
    weaker: tuple[str, ...]
    above: str
    below: str

    def sentence(self) -> str:
        """The result for people."""
        if not self.picked:
            return (
                f"{self.name} was never picked in {self.games:,} games: these bots find everything else better, "
                "or it lay too deep in the stack; let more games be played"
            )
        others = self.of - 1
        where = f"place {self.rank} of {self.of}"
        between = " and ".join(filter(None, (self.above, self.below)))
        near = f", between {between}" if self.above and self.below else f", next to {between}" if between else ""
        alike = others - len(self.stronger) - len(self.weaker)
        short = "" if self.enough else "; the cap of games was reached before the interval was as narrow as wanted"
        return (
            f"{self.name}: holders win {_points(self.lift)} points against even ({100 * self.win_rate.value:.1f} % of "
            f"games), {where}{near}; clearly stronger than {len(self.stronger)} of {others}, clearly weaker than "
            f"{len(self.weaker)}, not to be told apart from {alike}; {self._verdict()} "
            f"({self.games:,} games, picked {self.picked:,} times{short})"
        )

    def _verdict(self) -> str:
        others = self.of - 1
        if len(self.stronger) == others:
            return "too strong: it is clearly stronger than every other"
        if len(self.weaker) == others:
            return "too weak: it is clearly weaker than every other"
        if self.lift.low > self.usual and not self.weaker:
            return "strong: it is above the average pick"
        if self.lift.high < self.usual and not self.stronger:
            return "weak: it is below the average pick"
        return "it fits among the others"


def _points(lift: Interval) -> str:
    return f"{100 * lift.value:+.1f} ({100 * lift.low:+.1f} to {100 * lift.high:+.1f})"


def place(run: Run, group: str, name: str, how: Backend, half: float, tell: Callable[[int, Interval], None]) -> Place:
    """Play the games of a run until the interval of the win rate is at most ``half`` to either side.

    :param half: half the width, as a share. :param tell: told the games and the interval as they come.
    :raises SmallWorldError: a game fails or workers die.
    """
    found = Tally()
    enough = False
    waiting: deque[Future[bytes]] = deque()
    try:
        with how.open() as executor:
            for chunk in run.chunks():
                waiting.append(executor.submit(play_chunk, run, *chunk))
                if len(waiting) >= how.width:
                    _add(found, waiting.popleft().result())
                    enough = _narrow(found, group, name, half, tell)
                    if enough:
                        break
            while waiting and not enough:
                _add(found, waiting.popleft().result())
                enough = _narrow(found, group, name, half, tell)
            for future in waiting:
                future.cancel()
    except BrokenExecutor as error:
        raise SmallWorldError("a worker died; is there enough memory? try fewer --jobs") from error
    return _placed(found, group, name, enough=enough)


def _add(found: Tally, content: bytes) -> None:
    import pyarrow.parquet as pq

    found.add(flat(pq.read_table(BytesIO(content))))


def _narrow(found: Tally, group: str, name: str, half: float, tell: Callable[[int, Interval], None]) -> bool:
    one = found.groups[group].get((name,))
    if one is None or one.count < FEWEST:
        return False
    lift = one.lift()
    tell(found.games, lift)
    return lift.high - lift.low <= 2 * half


def _placed(found: Tally, group: str, name: str, *, enough: bool) -> Place:
    groups = found.groups[group]
    ordered = [key[0] for key, _ in by_lift(groups)]
    one = groups.get((name,))
    if one is None:
        nothing = (NOTHING, NOTHING, NOTHING, 0.0)
        return Place(name, group, found.games, 0, False, 0, len(ordered) + 1, *nothing, (), (), "", "")
    z = z_of_many(len(ordered))
    gaps = {other: _gap(one, groups[other,], z) for other in ordered if other != name}
    rank = ordered.index(name) + 1
    return Place(
        name, group, found.games, one.count, enough, rank, len(ordered), one.share("won"), one.lift(),
        one.mean("coins"), found.total(group).lift().value, tuple(other for other, gap in gaps.items() if gap.low > 0),
        tuple(other for other, gap in gaps.items() if gap.high < 0),
        ordered[rank - 2] if rank > 1 else "", ordered[rank] if rank < len(ordered) else "",
    )  # fmt: skip


def _gap(one: Group, two: Group, z: float) -> Interval:
    """How much more often the holders of one win, wide enough to hold for all the others at once."""
    even = one.values["even"].mean - two.values["even"].mean
    return share_difference(one.share_at("won", z), two.share_at("won", z)) - even
