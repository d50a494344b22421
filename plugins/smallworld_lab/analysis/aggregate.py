"""Counts over any number of games, and which of their groups are clearly out of line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import sqrt
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy, lazy_and
from smallworld_lab.analysis.stats import NOTHING, Interval, Moments, Z, mean, share_difference, wilson, z_of_many
from smallworld_lab.result_file import check_columns, check_compatible, reading

Key = tuple[Any, ...]
BATCH = 5000
"""Games that are read together, as many as are written together; or some more."""
MOST_PARTS = 20
"""Tables of sums, each of one batch, after which they are joined."""

GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "race": ("combos", ("race",)),
    "power": ("combos", ("power",)),
    "pair": ("combos", ("race", "power")),
    "first_race": ("first combos", ("race",)),
    "first_power": ("first combos", ("power",)),
    "first_pair": ("first combos", ("race", "power")),
    "position": ("combos", ("position",)),
    "combo_number": ("combos", ("number",)),
    "race_players": ("combos", ("players", "race")),
    "power_players": ("combos", ("players", "power")),
    "decline": ("combos", ("turns", "declined")),
    "decline_round": ("combos", ("players", "decline_round")),
    "source": ("sources", ("source",)),
    "order": ("seats", ("players", "order")),
    "entrant": ("seats", ("name", "bot")),
    "players": ("games", ("players",)),
    "board": ("games", ("board",)),
    "decisions": ("games", ("players", "length")),
}
"""Group → its table, and the columns that make its key."""
_OF_COMBOS = (
    "won", "even", "coins", "declined_coins", "turns", "declined_turns", "conquests", "paid", "found", "position",
    "rate", "kept",
)  # fmt: skip
VALUES: Mapping[str, tuple[str, ...]] = {
    "combos": _OF_COMBOS,
    "first combos": _OF_COMBOS,
    "seats": ("won", "even", "coins", "combos", "declines", "paid", "found", "other"),
    "games": ("decisions", "tied", "lost_tie", "shared", "margin", "coins", "spread", "picks", "gain", "picks_gain"),
    "sources": ("coins",),
}  # fmt: skip
"""Table → columns that are added up."""


@dataclass(slots=True)
class Group:
    """Sums of one group, e.g. of one race."""

    values: dict[str, Moments] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Rows of the group."""
        return next(iter(self.values.values())).n

    def mean(self, name: str) -> Interval:
        """Return the mean of a value with its interval."""
        return mean(self.values[name])

    def share(self, name: str, z: float = Z) -> Interval:
        """Return the share of rows for which a value is 1, with Wilson's interval of a width in standard errors."""
        return wilson(self.values[name].total, self.values[name].n, z)

    def lift(self, z: float = Z) -> Interval:
        """Return the win rate less the even share of a game of that many players."""
        return self.share("won", z) - self.values["even"].mean

    def pick_lift(self) -> Interval:
        """Return the win rate of all picks less the even share, for a group of games.

        Picks of one game depend on each other, as one player wins; so its interval is that of a ratio of sums by game.
        """
        picks, gain = self.values["picks"], self.values["gain"]
        value = gain.total / picks.total
        spread = gain.squares - 2 * value * self.values["picks_gain"].total + value**2 * picks.squares
        half = Z * sqrt(max(0.0, spread) * self.count / max(1, self.count - 1)) / picks.total
        return Interval(value, value - half, value + half)

    def plus(self, other: Group, times: int = 1) -> Group:
        """Return the sums of both groups; -1 times takes a part of the rows away."""
        return Group({name: moments.plus(other.values[name], times) for name, moments in self.values.items()})


@dataclass
class Aggregate:
    """The sums of result files that a report needs: tables of Arrow until somebody asks for a group.

    Games are added a batch of rows at a time, so that memory does not grow with them.
    """

    games: int = 0
    editions: set[str] = field(default_factory=set)
    """Ids of the editions."""
    observed: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Numbers of observers: name → sum over all games, and sum of squares."""
    _parts: dict[str, list[pa.Table]] = field(default_factory=lambda: {name: [] for name in GROUPS})
    """Name of a group → its sums by key, a table for each batch or several."""

    def add(self, tables: Mapping[str, pa.Table], names: Iterable[str] = GROUPS) -> None:
        """Add a batch of rows.

        :param names: the groups that are needed.
        """
        self.__dict__.pop("groups", None)
        self.games += tables["games"].num_rows
        self.editions.update(tables["games"]["variant"].unique().to_pylist())
        if "observed" in tables["games"].column_names:
            self._add_observed(tables["games"]["observed"])
        moments = {of: _moments(tables[of], VALUES[of]) for of in {GROUPS[name][0] for name in names}}
        for name in names:
            of, keys = GROUPS[name]
            parts = self._parts[name]
            parts.append(sums_by_key({**{f"key {key}": tables[of][key] for key in keys}, **moments[of]}))
            if len(parts) >= MOST_PARTS:
                parts[:] = [_joined(parts)]

    @cached_property
    def groups(self) -> dict[str, dict[Key, Group]]:
        """Name of a group → key → sums."""
        groups: dict[str, dict[Key, Group]] = {}
        for name, parts in self._parts.items():
            of, keys = GROUPS[name]
            groups[name] = {
                tuple(row[f"key {key}"] for key in keys): Group({
                    value: Moments(row[f"{value} n"], row[value] or 0.0, row[f"{value}²"] or 0.0)
                    for value in VALUES[of]
                })
                for row in (_joined(parts).to_pylist() if parts else ())
            }  # fmt: skip
        return groups

    def _add_observed(self, column: pa.ChunkedArray) -> None:
        """Add numbers of observers."""
        maps = column.combine_chunks()
        numbers = pa.table({"key": maps.keys, "sum": maps.items, "squares": pc.multiply(maps.items, maps.items)})
        sums = numbers.group_by("key", use_threads=False).aggregate([("sum", "sum"), ("squares", "sum")])
        for row in sums.to_pylist():
            total, squares = self.observed.get(row["key"], (0.0, 0.0))
            self.observed[row["key"]] = total + row["sum_sum"], squares + row["squares_sum"]

    def observed_mean(self, name: str) -> Interval:
        """Return the mean of a number of an observer over all games; it is 0 in a game without it."""
        return mean(Moments(self.games, *self.observed[name]))

    def total(self, name: str) -> Group:
        """Return the sums of all groups of one name."""
        return reduce(Group.plus, self.groups[name].values())


def aggregate(paths: Sequence[Path]) -> Aggregate:
    """Add up files of results, e.g. all shards of a run.

    :raises SmallWorldError: a file cannot be read, they are of different editions or rulings, a game is in two of
        them, or they have no games.
    """
    check_compatible(paths)
    combined = Aggregate()
    for path in paths:
        with reading(path):
            for tables in batches(path):
                combined.add(tables)
    if not combined.games:
        raise SmallWorldError(lazy("there are no games in {files}", files=lazy_and(paths)))
    return combined


def batches(path: Path) -> Iterator[dict[str, pa.Table]]:
    """Yield the games of a file, some thousands at a time, as flat tables of games, seats, combos and sources.

    :raises SmallWorldError: the file cannot be read.
    """
    with reading(path), pq.ParquetFile(path) as file:
        check_columns(path, file.schema_arrow)
        together: list[int] = []
        for number in range(file.num_row_groups):  # iter_batches() would keep all that it has read
            together.append(number)
            games = sum(file.metadata.row_group(each).num_rows for each in together)
            if games >= BATCH or number == file.num_row_groups - 1:
                yield flat(file.read_row_groups(together, use_threads=False))
                together = []


def flat(rows: pa.Table) -> dict[str, pa.Table]:
    """Split rows of games into flat tables of games, seats, combos, first combos and sources."""
    seats, combos = _unnest(rows, "seats"), _unnest(rows, "combos")
    lift = pc.subtract(pc.cast(seats["won"], pa.float64()), seats["even"])
    seats = seats.append_column("gain", pc.multiply(lift, pc.cast(seats["combos"], pa.float64())))
    per_game = seats.group_by("parent", use_threads=False).aggregate(
        [("lost_tie", "max"), ("coins", "mean"), ("coins", "max"), ("coins", "min"), ("combos", "sum"), ("gain", "sum")]
    )
    best = per_game.sort_by("parent")
    games = rows.drop_columns(["seats", "combos"])
    more = {
        "lost_tie": best["lost_tie_max"], "coins": best["coins_mean"],
        "spread": pc.subtract(best["coins_max"], best["coins_min"]),
        "picks": best["combos_sum"], "gain": best["gain_sum"],
        "picks_gain": pc.multiply(pc.cast(best["combos_sum"], pa.float64()), best["gain_sum"]),
        "shared": pc.greater(rows["winners"], 1), "length": pc.multiply(pc.divide(rows["decisions"], 10), 10),
    }  # fmt: skip
    for name, column in more.items():
        games = games.append_column(name, column)
    active = pc.cast(combos["turns"], pa.float64())
    rate = pc.divide(pc.cast(pc.subtract(combos["coins"], combos["declined_coins"]), pa.float64()), active)
    combos = combos.append_column("rate", pc.if_else(pc.equal(combos["turns"], 0), None, rate))
    combos = combos.append_column("declined", pc.is_valid(combos["decline_round"]))
    combos = combos.append_column("kept", pc.invert(combos["declined"]))
    first = combos.filter(pc.equal(combos["number"], 1))
    paid = combos["sources"].combine_chunks()
    of_combo = pc.list_parent_indices(pa.ListArray.from_arrays(paid.offsets, paid.keys))
    sources = pa.table({"source": paid.keys, "coins": paid.items, "parent": pc.take(combos["parent"], of_combo)})
    return {"games": games, "seats": seats, "combos": combos, "first combos": first, "sources": sources}


def _unnest(rows: pa.Table, name: str) -> pa.Table:
    """Return one of the lists as a table of its own, with the number of players and the even share."""
    column = rows[name].combine_chunks()
    parents = pc.list_parent_indices(column)
    flat = pa.Table.from_struct_array(pc.list_flatten(column))
    players = pc.take(rows["players"].combine_chunks(), parents)
    flat = flat.append_column("parent", parents).append_column("players", players)
    return flat.append_column("even", pc.divide(1.0, pc.cast(players, pa.float64())))


# --- sums by key, as tables: a column for each part of the key, then count, sum and sum of squares of each value


def _moments(rows: pa.Table, values: Sequence[str]) -> dict[str, pa.ChunkedArray]:
    """Return the columns that are added up: for each value whether it is there, itself, and its square."""
    columns: dict[str, pa.ChunkedArray] = {}
    for name in values:
        number = pc.cast(rows[name], pa.float64())
        columns |= {f"{name} n": pc.is_valid(number), name: number, f"{name}²": pc.multiply(number, number)}
    return columns


def sums_by_key(columns: Mapping[str, pa.ChunkedArray]) -> pa.Table:
    """Add up all columns by key: those with names that begin with ``key``."""
    keys = [name for name in columns if name.startswith("key ")]
    numbers = list(columns)[len(keys) :]
    grouped = pa.table(dict(columns)).group_by(keys, use_threads=False).aggregate([(name, "sum") for name in numbers])
    return grouped.select([*keys, *(f"{name}_sum" for name in numbers)]).rename_columns(list(columns))


def _joined(parts: Sequence[pa.Table]) -> pa.Table:
    """Add up several tables of sums."""
    whole = pa.concat_tables(parts)
    return sums_by_key(dict(zip(whole.column_names, whole.columns, strict=True)))


# --- which races, powers, pairs and seats are clearly out of line: one judgement for report and balance. Picks are
# compared with all other picks of their kind, not with the even share: losers pick more often than winners, so that
# most races of an edition in which all are equal are below even.


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
            intervals[key] = difference(group, total.plus(group, -1), z) if len(kind) > 1 else NOTHING
    return intervals


def by_lift(groups: Mapping[Key, Group]) -> list[tuple[Key, Group]]:
    """Sort groups, the most successful first."""
    # Rounded, because the same games in other files are added up in another order.
    return sorted(groups.items(), key=lambda item: (-round(item[1].lift().value, 9), item[0]))


def clear_differences(groups: Mapping[Key, Group], name: str) -> dict[Key, Interval]:
    """Return the same with intervals that hold for all keys at once: one without 0 is a clear difference."""
    return against_others(groups, name, z_of_many(len(groups)))


def difference(one: Group, two: Group, z: float) -> Interval:
    """Return how much more often the holders of one win, both against even."""
    even = one.values["even"].mean - two.values["even"].mean
    return share_difference(one.share("won", z), two.share("won", z)) - even
