"""An edition with different values of a path, compared with the edition as it is: what would change?

Every combination of values plays games with the same seeds, and is compared with the unchanged edition in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from typing import Any

import pyarrow as pa

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _, lazy
from smallworld_lab.analysis.aggregate import Aggregate, Group, against_others, difference, flat
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
    count = 1
    for values in paths.values():
        count *= len(values)
    if count > MOST_COMBINATIONS:
        raise SmallWorldError(
            lazy("these are {count} combinations; name at most {most}", count=count, most=MOST_COMBINATIONS)
        )
    return [dict(zip(paths, values, strict=True)) for values in product(*paths.values())]


def play_runs(runs: Sequence[Run], how: Backend, done: Callable[[int], object]) -> Iterator[tuple[Run, pa.Table]]:
    """Yield the games of each run.

    :param runs: all of them different, with the same number of games.
    :param done: called with the number of games of each chunk.
    """
    todo = list(runs)
    parts: list[pa.Table] = []
    with closing(play_in_order(tuple(todo), how)) as chunks:
        for rows in chunks:
            done(rows.num_rows)
            parts.append(rows)
            if sum(part.num_rows for part in parts) == todo[0].games:
                yield todo.pop(0), pa.concat_tables(parts)
                parts = []


@dataclass(frozen=True, slots=True)
class Sweep:
    """The results of a sweep.

    :ivar table: a row for each combination and entry. :ivar games: games of a combination.
    :ivar runs: those that were played, the edition as it is first.
    :ivar widest: half the width of the widest interval of a difference; 0 without any.
    """

    table: ResultTable
    games: int
    runs: tuple[Run, ...]
    widest: float

    def games_needed(self, half: float) -> int:
        """Estimate the games of a combination after which every difference is known to so much to either side."""
        return rounded_up(self.games * (self.widest / half) ** 2)


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
    played = dict(play_runs(different, how, begin(base.games * len(different))))
    compared = {run: _Compared(rows, played[base]) for run, rows in played.items()}
    names = tuple(settings[0])
    shown: list[tuple[Run, Values]] = [] if base in runs else [(base, dict.fromkeys(names, _(AS_IT_IS)))]
    shown += zip(runs, settings, strict=True)
    width = z_of_many(len(played) - 1)
    rows = [
        (*(value if type(value) is int else str(value) for value in values.values()), name_of_key(group, key),
         *compared[run].cells(group, key, width, is_base=run == base))
        for group, key in entries or _seats(list(compared.values())) for run, values in shown
    ]  # fmt: skip
    gaps = [cell for row in rows if isinstance(cell := row[len(names) + 4], Interval) and cell.high > cell.low]
    table = ResultTable("sweep", TITLE, NOTE, (*names, *HEAD), tuple(rows), SHARES, POINTS)
    return Sweep(table, base.games, tuple(played), max(((gap.high - gap.low) / 2 for gap in gaps), default=0.0))


def _seats(compared: Sequence[_Compared]) -> list[Entry]:
    """Return every seat that all combinations have."""
    keys = [set(each.results.groups["order"]) for each in compared]
    return [("order", key) for key in sorted(set.intersection(*keys))]


class _Compared:
    """The games of one combination, next to those of the edition as it is."""

    def __init__(self, rows: pa.Table, before: pa.Table) -> None:
        self.results, self.before, self.pairing = Aggregate(), Aggregate(), Pairing()
        self.results.add(flat(rows))
        self.before.add(flat(before))
        if rows is not before:
            self.pairing = pair_batches([flat(rows)], [flat(before)])

    def cells(self, group: str, key: tuple[Any, ...], width: float, *, is_base: bool) -> tuple[Any, ...]:
        """Return picks, rates, difference and coins of one entry.

        :param width: of the strict interval, which decides whether a difference is clear, in standard errors.
        """
        one, two = (each.groups[group].get(key) for each in (self.results, self.before))
        if one is None:
            return (0, None, None, None, "–", None, None)
        lift = against_others(self.results.groups[group], group)[key]
        rates = (one.count, one.share("won"), lift)
        if is_base or two is None:
            return (*rates, None, "–", one.mean("coins"), None)
        gap, strict = (self._difference(group, key, one, two, z) for z in (Z, width))
        clear = "more" if strict.low > 0 else "less" if strict.high < 0 else "–"
        coins = mean_difference(one.values["coins"], two.values["coins"])
        return (*rates, gap, clear, one.mean("coins"), self.pairing.narrow(coins, group, key, "coins", one, two))

    def _difference(self, group: str, key: tuple[Any, ...], one: Group, two: Group, z: float) -> Interval:
        if min(one.count, two.count) < 2:
            return NOTHING
        return self.pairing.narrow(difference(one, two, z), group, key, "lift", one, two)
