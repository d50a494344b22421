"""An edition with other values of some paths, compared with the edition as it is in games with the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import pyarrow as pa

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _, lazy
from smallworld_lab.analysis.aggregate import Aggregate, against_others, difference, flat
from smallworld_lab.analysis.pairing import Pairing, pair_batches
from smallworld_lab.analysis.result_tables import POINTS, SHARES, ResultTable, name_of_key
from smallworld_lab.analysis.stats import NOTHING, Interval, Z, mean_difference, z_of_many
from smallworld_lab.analysis.stopping import rounded_up
from smallworld_lab.changes import format_change, read_value, split_change
from smallworld_lab.executors import Backend, play_in_order
from smallworld_lab.run_plan import Run
from smallworld_lab.run_setup import Entry

Values = Mapping[str, Any]
"""Path of the edition → its value."""
MOST_COMBINATIONS = 200
AS_IT_IS = N_("as it is")
HEAD = ("name", "picked", "win rate", "against others", "difference", "clear", "mean coins", "coins difference")
TITLE = N_("Values of an edition")
NOTE = N_("Difference: win rate against even, here less that of the edition as it is, in pairs of equal seeds.")


def parse_values(text: str) -> tuple[str, list[Any]]:
    """Read ``PATH=3..7`` or ``PATH=3,5,7``: a path of an edition, and its values.

    :raises SmallWorldError: the text has another form.
    """
    path, values = split_change(text)
    low, dots, high = values.partition("..")
    if dots:
        first, last = read_value(path, low), read_value(path, high)
        if type(first) is not int or type(last) is not int or not 0 < last - first + 1 <= MOST_COMBINATIONS:
            raise SmallWorldError(
                lazy("{text} must be a range of 1 to {most} whole numbers, from low to high, like {path}=3..7",
                     text=text, most=MOST_COMBINATIONS, path=path)
            )  # fmt: skip
        return path, list(range(first, last + 1))
    if values.startswith("["):
        return path, [read_value(path, values)]
    return path, [read_value(path, value.strip()) for value in values.split(",")]


def combinations(paths: Mapping[str, Sequence[Any]]) -> list[Values]:
    """List all combinations of the values of some paths.

    :raises SmallWorldError: there are too many.
    """
    count = prod(map(len, paths.values()))
    if count > MOST_COMBINATIONS:
        raise SmallWorldError(
            lazy("these are {count} combinations; name at most {most}", count=count, most=MOST_COMBINATIONS)
        )
    return [dict(zip(paths, values, strict=True)) for values in product(*paths.values())]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The results of a sweep.

    :ivar table: a row for each combination and entry. :ivar games: games of a combination.
    :ivar runs: those that were played, the edition as it is first.
    """

    table: ResultTable
    games: int
    runs: tuple[Run, ...]

    def games_needed(self, half: float) -> int:
        """Estimate the games of a combination after which every difference is known to so much to either side."""
        place = self.table.head.index("difference")
        gaps = [gap for row in self.table.rows if isinstance(gap := row[place], Interval) and gap.high > gap.low]
        widest = max(((gap.high - gap.low) / 2 for gap in gaps), default=0.0)
        return rounded_up(self.games * (widest / half) ** 2)


def play_sweep(
    plan: Callable[[tuple[str, ...]], Run], settings: Sequence[Values], entries: Sequence[Entry], how: Backend,
    begin: Callable[[int], Callable[[int], object]],
) -> Sweep:  # fmt: skip
    """Play all combinations, and compare each with the edition as it is.

    :param plan: makes the run of some changes and checks it. :param entries: these are compared; empty = the seats.
    :param begin: called with the number of all games; returns what is called with the number of each chunk.
    :raises SmallWorldError: a change does not fit, or a game fails.
    """
    base = plan(())
    runs = [plan(tuple(map(format_change, values.items()))) for values in settings]
    runs = [base if run.content == base.content else run for run in runs]  # its values are those of the edition
    different = list(dict.fromkeys([base, *runs]))
    done, chunks = begin(base.games * len(different)), list[pa.Table]()
    with closing(play_in_order(different, how)) as played:
        for chunk in played:
            done(chunk.num_rows)
            chunks.append(chunk)
    games, compared = pa.concat_tables(chunks), dict[Run, _Compared]()
    for place, run in enumerate(different):
        compared[run] = _Compared(flat(games.slice(place * base.games, base.games)), compared.get(base))
    if not entries:
        seats = (set(each.results.groups["order"]) for each in compared.values())
        entries = [("order", key) for key in sorted(set.intersection(*seats))]
    names = tuple(settings[0])
    shown: list[tuple[Run, Values]] = [] if base in runs else [(base, dict.fromkeys(names, _(AS_IT_IS)))]
    shown += zip(runs, settings, strict=True)
    width = z_of_many(len(different) - 1)
    rows = [
        (*(value if type(value) is int else str(value) for value in values.values()), name_of_key(group, key),
         *compared[run].cells(group, key, width))
        for group, key in entries for run, values in shown
    ]  # fmt: skip
    table = ResultTable("sweep", TITLE, NOTE, (*names, *HEAD), tuple(rows), SHARES, POINTS)
    return Sweep(table, base.games, tuple(different))


class _Compared:
    """The games of one combination, next to those of the edition as it is, if that is another one."""

    def __init__(self, games: Mapping[str, pa.Table], before: _Compared | None) -> None:
        self.games, self.before, self.results = games, before, Aggregate()
        self.results.add(games)
        self.pairing = pair_batches([games], [before.games]) if before else Pairing()

    def cells(self, group: str, key: tuple[Any, ...], width: float) -> tuple[Any, ...]:
        """Return picks, rates, difference and coins of one entry.

        :param width: of the strict interval, which decides whether a difference is clear, in standard errors.
        """
        one = self.results.groups[group].get(key)
        two = self.before.results.groups[group].get(key) if self.before else None
        if one is None:
            return (0, None, None, None, "–", None, None)
        lift = against_others(self.results.groups[group], group)[key]
        rates = (one.count, one.share("won"), lift)
        if two is None:
            return (*rates, None, "–", one.mean("coins"), None)
        gap, strict = NOTHING, NOTHING
        if min(one.count, two.count) >= 2:
            gap, strict = (
                self.pairing.narrow(difference(one, two, z), group, key, "lift", one, two) for z in (Z, width)
            )
        clear = "more" if strict.low > 0 else "less" if strict.high < 0 else "–"
        coins = mean_difference(one.values["coins"], two.values["coins"])
        return (*rates, gap, clear, one.mean("coins"), self.pairing.narrow(coins, group, key, "coins", one, two))
