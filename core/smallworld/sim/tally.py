"""Counts over any number of games, a batch of rows at a time, so that memory does not grow with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.sim.misfits import check_columns, refuse_misfits
from smallworld.sim.stats import Interval, Moments, Z, mean, wilson
from smallworld.sim.store import first_line, run_of

if TYPE_CHECKING:
    import pyarrow as pa

Key = tuple[Any, ...]
BATCH = 2000
"""Games that are held in memory at a time."""

GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "race": ("combos", ("race",)),
    "power": ("combos", ("power",)),
    "pair": ("combos", ("race", "power")),
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
"""Group → the table of rows that it is of, and the columns that make it."""
VALUES: Mapping[str, tuple[str, ...]] = {
    "combos": ("won", "even", "coins", "declined_coins", "turns", "declined_turns", "conquests", "paid", "found",
               "position", "rate", "kept"),
    "seats": ("won", "even", "coins", "combos", "declines", "paid", "found", "other"),
    "games": ("decisions", "tied", "lost_tie", "shared", "margin", "coins", "spread"),
    "sources": ("coins",),
}  # fmt: skip
"""Table → what is added up of it."""


@dataclass(slots=True)
class Group:
    """What was added up of one group, e.g. of one race."""

    values: dict[str, Moments] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Rows of the group."""
        return next(iter(self.values.values())).n

    def mean(self, name: str) -> Interval:
        """The mean of a value with its interval."""
        return mean(self.values[name])

    def share(self, name: str) -> Interval:
        """The share of rows for which a value is 1, with Wilson's interval."""
        return self.share_at(name, Z)

    def share_at(self, name: str, z: float) -> Interval:
        """The same with another width of the interval, in standard errors."""
        return wilson(self.values[name].total, self.values[name].n, z)

    def lift(self, z: float = Z) -> Interval:
        """Win rate less the even share of a game of that many players."""
        return self.share_at("won", z) - self.values["even"].mean

    def plus(self, other: Group) -> Group:
        """Both groups together."""
        return Group({name: moments.plus(other.values[name]) for name, moments in self.values.items()})


@dataclass(slots=True)
class Tally:
    """Everything that a report needs of some files of results.

    :ivar groups: name of a group → key → what was added up. :ivar games: number of games.
    :ivar editions: their ids.
    """

    games: int = 0
    editions: set[str] = field(default_factory=set)
    groups: dict[str, dict[Key, Group]] = field(default_factory=lambda: {name: {} for name in GROUPS})

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Add a batch of rows."""
        self.games += tables["games"].num_rows
        self.editions.update(tables["games"]["variant"].unique().to_pylist())
        for name, (of, keys) in GROUPS.items():
            for key, group in _grouped(tables[of], keys, VALUES[of]):
                known = self.groups[name].get(key)
                self.groups[name][key] = group if known is None else known.plus(group)

    def total(self, name: str) -> Group:
        """All groups of one name together.

        :raises SmallWorldError: there are none.
        """
        groups = list(self.groups[name].values())
        if not groups:
            raise SmallWorldError("there are no games in these results")
        found = groups[0]
        for group in groups[1:]:
            found = found.plus(group)
        return found


def tally(paths: Sequence[Path]) -> Tally:
    """Add up files of results, e.g. all shards of a run.

    :raises SmallWorldError: a file cannot be read, they are of different editions or rulings, a game is in two of
        them, or there are no games.
    """
    refuse_misfits(paths)
    found = Tally()
    for path in paths:
        for tables in batches(path):
            found.add(tables)
    if not found.games:
        raise SmallWorldError(f"there are no games in {' and '.join(map(str, paths))}")
    return found


def batches(path: Path) -> Iterator[dict[str, pa.Table]]:
    """The rows of a file as flat tables of games, seats, combos and sources.

    :raises SmallWorldError: the file cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    run_of(path)
    try:
        with pq.ParquetFile(path) as file:
            check_columns(path, file.schema_arrow)
            for batch in file.iter_batches(BATCH):
                yield flat(pa.Table.from_batches([batch]))
    except (pa.ArrowException, OSError) as error:
        raise SmallWorldError(f"{path} cannot be read: {first_line(error)}; simulate it anew") from None


def flat(rows: pa.Table) -> dict[str, pa.Table]:
    """Rows of games as flat tables of games, seats, combos and sources."""
    import pyarrow as pa
    import pyarrow.compute as pc

    seats, combos = _unnested(rows, "seats"), _unnested(rows, "combos")
    per_game = seats.group_by("parent", use_threads=False).aggregate(
        [("lost_tie", "max"), ("coins", "mean"), ("coins", "max"), ("coins", "min")]
    )
    best = per_game.sort_by("parent")
    games = rows.drop_columns(["seats", "combos"])
    more = {
        "lost_tie": best["lost_tie_max"], "coins": best["coins_mean"],
        "spread": pc.subtract(best["coins_max"], best["coins_min"]),
        "shared": pc.greater(rows["winners"], 1), "length": pc.multiply(pc.divide(rows["decisions"], 10), 10),
    }  # fmt: skip
    for name, column in more.items():
        games = games.append_column(name, column)
    active = pc.cast(combos["turns"], pa.float64())
    rate = pc.divide(pc.cast(pc.subtract(combos["coins"], combos["declined_coins"]), pa.float64()), active)
    combos = combos.append_column("rate", pc.if_else(pc.equal(combos["turns"], 0), None, rate))
    combos = combos.append_column("declined", pc.is_valid(combos["decline_round"]))
    combos = combos.append_column("kept", pc.invert(combos["declined"]))
    return {"games": games, "seats": seats, "combos": combos, "sources": _sources(combos)}


def _unnested(rows: pa.Table, name: str) -> pa.Table:
    """One of the lists as a table of its own, with the number of players and the even share."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = rows[name].combine_chunks()
    parents = pc.list_parent_indices(column)
    flat = pa.Table.from_struct_array(pc.list_flatten(column))
    players = pc.take(rows["players"].combine_chunks(), parents)
    flat = flat.append_column("parent", parents).append_column("players", players)
    return flat.append_column("even", pc.divide(1.0, pc.cast(players, pa.float64())))


def _sources(combos: pa.Table) -> pa.Table:
    """One row for each source of each combo."""
    import pyarrow as pa

    column = combos["sources"].combine_chunks()
    return pa.table({"source": column.keys, "coins": column.items})


def _grouped(rows: pa.Table, keys: Sequence[str], values: Sequence[str]) -> Iterator[tuple[Key, Group]]:
    """Count, sum and sum of squares of some columns for each key."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = {f"key {name}": rows[name] for name in keys}
    wanted: list[tuple[str, str]] = []
    for name in values:
        number = pc.cast(rows[name], pa.float64())
        columns[name], columns[f"{name}²"] = number, pc.multiply(number, number)
        wanted += [(name, "count"), (name, "sum"), (f"{name}²", "sum")]
    found = pa.table(columns).group_by([f"key {name}" for name in keys], use_threads=False).aggregate(wanted)
    for row in found.to_pylist():
        moments = {
            name: Moments(row[f"{name}_count"], row[f"{name}_sum"] or 0.0, row[f"{name}²_sum"] or 0.0)
            for name in values
        }
        yield tuple(row[f"key {name}"] for name in keys), Group(moments)
