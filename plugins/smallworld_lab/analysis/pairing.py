"""Pairs of games with equal seeds in two sets of results: how much narrower they make the intervals of differences.

Games of the same seed have the same set-up, and run alike until something changed plays a part. Mean and difference
stay the same; the variance of a difference is less by twice the covariance. Sums are those of ratio estimators: a game
contributes (sum − mean × count) / total count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from math import sqrt
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from smallworld_lab.analysis.aggregate import GROUPS, Group, Key, batches, sums_by_key
from smallworld_lab.analysis.stats import Interval

COMPARED_GROUPS = ("race", "power", "pair", "order", "entrant", "source")
"""Groups that are compared."""
VALUES = ("lift", "coins")
"""What is compared: win rate less the even share, and coins."""
Batch: TypeAlias = "Mapping[str, pa.Table]"
"""Flat tables of some games."""
Sums = dict[str, float]
"""Name of a product, e.g. ``lift*count``, → its sum over games."""


class Pairing:
    """The games with equal seeds of two sets of results, added up.

    :ivar games: how many there are.
    """

    def __init__(self) -> None:
        self.games = 0
        self.sums: tuple[dict[tuple[str, Key], Sums], ...] = ({}, {}, {})
        """Group and key → products of the first set, of the second set, and of a game in one with that in the other."""

    def narrow(self, interval: Interval, group: str, key: Key, value: str, one: Group, two: Group) -> Interval:
        """Return the interval of a difference, made narrower as far as games are alike.

        :param value: one of :data:`VALUES`.
        """
        *sums, cross = (each.get((group, key), {}) for each in self.sums)
        if not (cross and all(sums)):
            return interval
        means = [each.values["coins"].mean if value == "coins" else each.values["won"].mean - each.values["even"].mean
                 for each in (one, two)]  # fmt: skip
        counts = [each.count for each in (one, two)]
        alone = sum(
            (each[f"{value}*{value}"] - 2 * mean * each[f"{value}*count"] + mean**2 * each["count*count"]) / count**2
            for each, mean, count in zip(sums, means, counts, strict=True)
        )
        shared = (
            cross[f"{value}*{value}"] - means[1] * cross[f"{value}*count"] - means[0] * cross[f"count*{value}"]
            + means[0] * means[1] * cross["count*count"]
        ) / (counts[0] * counts[1])  # fmt: skip
        factor = sqrt(max(0.0, 1 - 2 * shared / alone)) if alone > 0 else 1.0
        centre, low, high = interval
        return Interval(centre, centre - factor * (centre - low), centre + factor * (high - centre))

    def renamed(self, name: Callable[[str, Key], Key]) -> Pairing:
        """Return the same with other keys, for results with names in place of ids."""
        pairing = Pairing()
        pairing.games = self.games
        for mine, renamed in zip(self.sums, pairing.sums, strict=True):
            renamed.update({(group, name(group, key)): sums for (group, key), sums in mine.items()})
        return pairing


def _add(sums: dict[tuple[str, Key], Sums], group: str, games: pa.Table) -> None:
    """Add up the products of counts and values, by key."""
    keys = GROUPS[group][1]
    mark = "'" if "count'" in games.column_names else ""
    names = [name for name in ("count", *VALUES) if name in games.column_names]
    products = {
        f"{one}*{two}": pc.multiply(games[one], games[f"{two}{mark}"])
        for one in names for two in names if "count" in (one, two) or one == two
    }  # fmt: skip
    for row in sums_by_key({**{f"key {name}": games[name] for name in keys}, **products}).to_pylist():
        total = sums.setdefault((group, tuple(row[f"key {name}"] for name in keys)), dict.fromkeys(products, 0.0))
        for name in products:
            total[name] += row[name] or 0.0


class _Waiting:
    """The games of one set of which the other set has not brought the partner yet."""

    def __init__(self) -> None:
        self.players: dict[int, int] = {}
        """Seed → number of players."""
        self.games: dict[str, list[pa.Table]] = {name: [] for name in COMPARED_GROUPS}

    def add(self, tables: Mapping[str, pa.Table], by_game: Mapping[str, pa.Table]) -> None:
        """Add a batch."""
        games = tables["games"]
        self.players.update(zip(games["seed"].to_pylist(), games["players"].to_pylist(), strict=True))
        for name, table in by_game.items():
            self.games[name].append(table)

    def take(self, group: str, seeds: pa.Array) -> pa.Table:
        """Return the sums of some games and forget them."""
        table = pa.concat_tables(self.games[group])
        are_taken = pc.is_in(table["seed"], seeds)
        self.games[group] = [table.filter(pc.invert(are_taken))]
        return table.filter(are_taken)


def pair_games(paths: Sequence[Path], other_paths: Sequence[Path]) -> Pairing:
    """Find the games that two sets have in common by seed and number of players.

    Memory holds the games without a partner; of two files in the same order these are few.

    :raises SmallWorldError: a file cannot be read.
    """
    return pair_batches(*(chain.from_iterable(map(batches, group)) for group in (paths, other_paths)))


def pair_batches(ours: Iterable[Batch], theirs: Iterable[Batch]) -> Pairing:
    """Find the games that two sets have in common; see :func:`pair_games`.

    :param ours: batches of flat tables; :func:`smallworld_lab.analysis.aggregate.flat` makes them.
    """
    pairing, sides = Pairing(), (_Waiting(), _Waiting())
    for both in zip_longest(ours, theirs):
        for side, tables in enumerate(both):
            if tables is not None:
                by_game = dict(_sums_by_game(tables))
                sides[side].add(tables, by_game)
                for name, games in by_game.items():
                    _add(pairing.sums[side], name, games)
        seeds_waiting, partners_waiting = (waiting.players for waiting in sides)
        common = [seed for seed, players in seeds_waiting.items() if partners_waiting.get(seed) == players]
        pairing.games += len(common)
        if common:
            seeds = pa.array(common, pa.int64())
            for name in COMPARED_GROUPS:
                games, partners = (waiting.take(name, seeds) for waiting in sides)
                keys = ["seed", *GROUPS[name][1]]
                pairs = games.join(partners, keys, right_suffix="'", join_type="inner", use_threads=False)
                _add(pairing.sums[2], name, pairs)
            for waiting in sides:
                for seed in common:
                    del waiting.players[seed]
    return pairing


def _sums_by_game(tables: Mapping[str, pa.Table]) -> Iterator[tuple[str, pa.Table]]:
    """Yield group → count and sums of each key in each game."""
    for name in COMPARED_GROUPS:
        of, keys = GROUPS[name]
        rows = tables[of]
        columns = {"key seed": pc.take(tables["games"]["seed"], rows["parent"])}
        columns |= {f"key {key}": rows[key] for key in keys}
        columns["coins"] = pc.cast(rows["coins"], pa.float64())
        columns["count"] = pc.cast(pc.is_valid(rows["coins"]), pa.float64())
        if "won" in rows.column_names:
            columns["lift"] = pc.subtract(pc.cast(rows["won"], pa.float64()), rows["even"])
        sums = sums_by_key(columns)
        yield name, sums.rename_columns([column.removeprefix("key ") for column in sums.column_names])
