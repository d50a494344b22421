"""The tables of a report: the same rows for the page, for CSV files and for Python."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isnan
from typing import Any

import pyarrow as pa

from smallworld.languages import N_
from smallworld_lab.analysis import aggregate
from smallworld_lab.analysis.aggregate import Aggregate, Group, Key, by_lift
from smallworld_lab.analysis.pairing import Pairing
from smallworld_lab.analysis.stats import Interval, Z, cohen_d, cohen_h, mean_difference, size_word, z_of_many

Cell = str | int | float | Interval | None
Column = Callable[[Key, Group], Cell]
"""Writes a cell of the row of a group."""
HEADS = (
    N_("players"), N_("race"), N_("power"), N_("picked"), N_("win rate"), N_("against even"), N_("against others"),
    N_("clear"), N_("coins"),
    N_("rate"), N_("turns"), N_("conquests"), N_("place"), N_("paid"), N_("found"), N_("never declined"), N_("order"),
    N_("games"), N_("declines"), N_("name"), N_("bot"), N_("seats"), N_("board"), N_("decisions"), N_("margin"),
    N_("spread"), N_("tied"), N_("lost by tie"), N_("shared"), N_("active turns"), N_("declined"), N_("combos"),
    N_("coins in decline"), N_("round"), N_("source"), N_("share"), N_("number"), N_("picked here"), N_("picked there"),
    N_("win rate here"), N_("win rate there"), N_("difference"), N_("effect"), N_("coins difference"), N_("points"),
    N_("combos here"), N_("combos there"), N_("coins here"), N_("coins there"), N_("coins clear"), N_("in a game"),
    N_("mean coins"),
)  # fmt: skip
"""Heads of columns, which stay English in CSV files; the page translates them."""
WORDS = frozenset({
    N_("stronger"), N_("weaker"), N_("yes"), N_("no"), N_("large"), N_("medium"), N_("small"), N_("negligible"),
})  # fmt: skip
"""Cells that are words, likewise."""
INTERVALS = frozenset({
    "win rate", "against even", "against others", "win rate here", "win rate there", "difference", "coins here",
    "coins there", "coins difference",
})  # fmt: skip
"""Columns of intervals in every table, even if no row has one."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """One table.

    :ivar name: of its CSV file. :ivar note: what its numbers mean, for the page.
    :ivar percent: columns that are shares. :ivar points: of these, differences, in percentage points.
    """

    name: str
    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    percent: frozenset[str] = frozenset()
    points: frozenset[str] = frozenset()

    def columns(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield name and cells of each column of a file; an interval is three of them."""
        for index, name in enumerate(self.head):
            cells, plain = [row[index] for row in self.rows], name.replace(" ", "_")
            if name in INTERVALS or any(isinstance(cell, Interval) for cell in cells):
                intervals = [cell if isinstance(cell, Interval) else (cell, None, None) for cell in cells]
                for part, ending in enumerate(("", "_low", "_high")):
                    yield plain + ending, [interval[part] for interval in intervals]
            else:
                yield plain, cells

    def unit(self, name: str) -> str:
        """Return the unit of a column: ``points``, ``%``, or nothing."""
        return "points" if name in self.points else "%" if name in self.percent else ""

    def csv(self) -> str:
        """Return the table as CSV."""
        head, columns = zip(*self.columns(), strict=True)
        sink = StringIO()
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(map(_cell, row) for row in zip(*columns, strict=True))
        return sink.getvalue()

    def as_arrow(self) -> pa.Table:
        """Return the table as one of Arrow; a share is a number from 0 to 1."""
        return pa.table(
            {
                name: [None if isinstance(cell, float) and isnan(cell) else cell for cell in cells]
                for name, cells in self.columns()
            }
        )


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Beginnings of a text that spreadsheet programs would calculate."""


def _cell(value: Any) -> Any:
    """Write a value as a cell of a CSV file; an apostrophe goes before a text that a spreadsheet would calculate."""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    if isinstance(value, float):
        return "" if isnan(value) else round(value, 5) + 0.0  # -0.0 is 0.0
    return "" if value is None else value


POINTS = frozenset({"against even", "against others", "difference"})
SHARES = POINTS | {"win rate", "tied", "lost by tie", "shared", "never declined", "share"}


def list_tables(results: Aggregate) -> list[ResultTable]:
    """Return every table of one set of results."""
    kinds = (_combo_tables, _place_tables, _game_tables, _decline_tables, _coin_tables, _observer_tables)
    return [table for tables_of_kind in kinds for table in tables_of_kind(results)]


# --- columns


def _mean(value: str) -> Column:
    return lambda _key, group: group.mean(value)


def _share(value: str) -> Column:
    return lambda _key, group: group.share(value)


def _plain_mean(value: str) -> Column:
    """Return a column of means without their intervals."""
    return lambda _key, group: group.values[value].mean


WINS: Mapping[str, Column] = {"win rate": _share("won"), "against even": lambda _key, group: group.lift()}
SUCCESS: Mapping[str, Column] = {**WINS, "coins": _mean("coins")}
"""Columns of most tables."""


def _group_table(
    groups: Iterable[tuple[Key, Group]], name: str, title: str, note: str, keys: Sequence[str], count: str,
    columns: Mapping[str, Column],
) -> ResultTable:  # fmt: skip
    """Write a row for each group: its key, its number of rows, and the columns."""
    rows = [(*key, group.count, *(cell(key, group) for cell in columns.values())) for key, group in groups]
    return ResultTable(name, title, note, (*keys, count, *columns), tuple(rows), SHARES, POINTS)


# --- one set of results


def _combo_tables(results: Aggregate) -> list[ResultTable]:
    return [
        combo_table(results, "race", N_("Races")),
        combo_table(results, "power", N_("Powers")),
        combo_table(results, "pair", N_("Pairs")),
        combo_table(results, "first_race", N_("First combos: races")),
        combo_table(results, "first_power", N_("First combos: powers")),
        combo_table(results, "first_pair", N_("First combos: pairs")),
        combo_table(results, "race_players", N_("Races by number of players")),
        combo_table(results, "power_players", N_("Powers by number of players")),
    ]


def combo_table(results: Aggregate, group: str, title: str) -> ResultTable:
    """List win rate, coins and demand of races, powers or pairs."""
    note = N_(
        "A row counts every time the combo was picked. Against even: win rate of the holder less 1 / number of "
        "players. Against others: the same less that of all other picks; clear: this differs from 0 beyond chance "
        "among all rows at once. "
        "Coins: all that it scored, active and in decline. Rate: coins a turn while active. Place: where in the "
        "column it was picked, 1 = top; paid, found: coins laid on skipped combos and found on it."
    )
    groups = results.groups[group]
    lifts, clear = aggregate.against_others(groups, group), aggregate.clear_differences(groups, group)
    columns: Mapping[str, Column] = {
        **WINS, "against others": lambda key, _one: lifts[key], "clear": lambda key, _one: _clear(clear[key]),
        "coins": _mean("coins"), "rate": _mean("rate"),
        "turns": _plain_mean("turns"), "conquests": _plain_mean("conquests"), "place": _plain_mean("position"),
        "paid": _plain_mean("paid"), "found": _plain_mean("found"), "never declined": _share("kept"),
    }  # fmt: skip
    return _group_table(by_lift(groups), group, title, note, aggregate.GROUPS[group][1], "picked", columns)


def _clear(interval: Interval) -> str:
    return "stronger" if interval.low > 0 else "weaker" if interval.high < 0 else "–"


def _place_tables(results: Aggregate) -> list[ResultTable]:
    """List results by place in the column, order of play and entrant."""
    places, orders = sorted(results.groups["position"].items()), sorted(results.groups["order"].items())
    seats = aggregate.clear_differences(results.groups["order"], "order")
    return [
        _group_table(places, "position", N_("Place in the column"), N_("Place N costs N − 1 coins."), ("place",),
                     "picked", {**SUCCESS, "found": _mean("found")}),
        _group_table(orders, "order", N_("Order of play"), N_("1 = the player who begins."), ("players", "order"),
                     "games", {**WINS, "clear": lambda key, _one: _clear(seats[key]), "coins": _mean("coins"),
                               "declines": _mean("declines")}),
        _group_table(by_lift(results.groups["entrant"]), "entrant", N_("Entrants"),
                     N_("One row for each name and bot."), ("name", "bot"), "seats",
                     {**SUCCESS, "declines": _mean("declines"), "paid": _mean("paid")}),
    ]  # fmt: skip


def _game_tables(results: Aggregate) -> list[ResultTable]:
    """List length, ties and margins of games by number of players and by board."""
    note = N_(
        "Coins: mean of all players. Margin: best less second; spread: best less last. Tied: several had the most "
        "coins; lost by tie: one of them lost by the tie-break; shared: they won together."
    )
    columns = {
        "decisions": _mean("decisions"), "coins": _mean("coins"), "margin": _mean("margin"), "spread": _mean("spread"),
        "tied": _share("tied"), "lost by tie": _share("lost_tie"), "shared": _share("shared"),
    }  # fmt: skip
    titles = {"players": N_("Games by number of players"), "board": N_("Games by board")}
    return [
        _group_table(sorted(results.groups[key].items()), f"games_by_{key}", title, note, (key,), "games", columns)
        for key, title in titles.items()
    ]


def _decline_tables(results: Aggregate) -> list[ResultTable]:
    """List when combos decline, and what became of them."""
    turns = [((turns, "yes" if declined else "no"), one)
             for (turns, declined), one in sorted(results.groups["decline"].items())]  # fmt: skip
    rounds = sorted((key, one) for key, one in results.groups["decline_round"].items() if key[1] is not None)
    return [
        _group_table(turns, "decline", N_("Active turns before decline"), N_("No: active to the end of the game."),
                     ("active turns", "declined"), "combos", {**SUCCESS, "coins in decline": _mean("declined_coins")}),
        _group_table(rounds, "decline_round", N_("Rounds in which races decline"), N_("By number of players."),
                     ("players", "round"), "declines", WINS),
    ]  # fmt: skip


def _coin_tables(results: Aggregate) -> list[ResultTable]:
    """List where coins come from, and those of a player's first combo, second combo …"""
    numbers, groups = sorted(results.groups["combo_number"].items()), results.groups["source"]
    total = sum(one.values["coins"].total for one in groups.values()) or 1.0
    ordered = sorted(groups.items(), key=lambda item: (-item[1].values["coins"].total, item[0]))
    note = N_("Regions: one coin each. Else the race, power or relic that paid. Combos: those it paid anything.")
    columns: Mapping[str, Column] = {
        "coins": _mean("coins"),
        "share": lambda _key, one: one.values["coins"].total / total,
    }
    return [
        _group_table(ordered, "source", N_("Where coins come from"), note, ("source",), "combos", columns),
        _group_table(numbers, "combo_number", N_("First, second, third combo of a player"), "", ("number",), "picked",
                     {"coins": _mean("coins"), "turns": _mean("turns"), "paid": _mean("paid")}),
    ]  # fmt: skip


def _observer_tables(results: Aggregate) -> list[ResultTable]:
    """List the numbers of observers, if there were any."""
    if not results.observed:
        return []
    rows = tuple((name, results.observed_mean(name)) for name in sorted(results.observed, key=natural_order))
    note = N_("Mean of all games; a game in which the observer has no such number counts as 0.")
    return [ResultTable("observed", N_("Numbers of observers"), note, ("number", "in a game"), rows)]


def natural_order(text: str) -> list[tuple[int, str]]:
    """Return a key that sorts numbers in texts by their size: 9 before 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text) if part]


# --- comparison


def comparisons(results: Aggregate, against: Aggregate, pairing: Pairing) -> list[ResultTable]:
    """List the tables of differences between two sets of results: the first less the second."""
    titles = {
        "race": N_("Races: these results less the others"),
        "power": N_("Powers: these results less the others"),
        "pair": N_("Pairs: these results less the others"),
        "order": N_("Order of play: these results less the others"),
        "entrant": N_("Entrants: these results less the others"),
    }
    tables = [compare_group(results, against, pairing, group, title) for group, title in titles.items()]
    return [*tables, _compare_sources(results, against, pairing)]


def compare_group(results: Aggregate, against: Aggregate, pairing: Pairing, group: str, title: str) -> ResultTable:
    """List differences of win rates and coins with intervals and effect sizes; the largest first."""
    ours, theirs = results.groups[group], against.groups[group]
    both = [key for key in ours if key in theirs]
    z = z_of_many(len(both))
    rows = [_compare_entries(pairing, group, key, ours[key], theirs[key], z) for key in both]
    only, keys = _one_sided(ours, theirs, 9), aggregate.GROUPS[group][1]
    rows.sort(key=lambda row: -abs(row[len(keys) + 5]))  # type: ignore[arg-type]
    note = N_(
        "Difference: win rate against even, here less there (Newcombe's interval). h: Cohen's effect size of it, d: "
        "that of the coins (Welch's interval); 0.2 is small, 0.5 medium, 0.8 large. Games with equal seeds are "
        "compared in pairs, which makes both intervals narrower. Clear, coins clear: they differ beyond chance among "
        "all rows at once."
    )
    head = (*keys, "picked here", "picked there", "win rate here", "win rate there", "difference", "h", "effect",
            "coins difference", "d", "clear", "coins clear")  # fmt: skip
    shares = SHARES | {"win rate here", "win rate there"}
    return ResultTable(f"compared_{group}", title, note, head, (*rows, *only), shares, POINTS)


def _one_sided(ours: Mapping[Key, Group], theirs: Mapping[Key, Group], empty: int) -> list[tuple[Cell, ...]]:
    """Write the rows of entries that are in one set alone."""
    rows: list[tuple[Cell, ...]] = [(*key, ours[key].count, 0, *[None] * empty) for key in ours if key not in theirs]
    return [*rows, *((*key, 0, theirs[key].count, *[None] * empty) for key in theirs if key not in ours)]


def _compare_entries(pairing: Pairing, group: str, key: Key, one: Group, two: Group, z: float) -> tuple[Cell, ...]:
    even = one.values["even"].mean - two.values["even"].mean
    gap, strict = (
        pairing.narrow(aggregate.difference(one, two, width), group, key, "lift", one, two) for width in (Z, z)
    )  # fmt: skip
    effect = cohen_h(one.share("won").value, two.share("won").value + even)
    coins, coins_effect, coins_clear = _compare_coins(pairing, group, key, one, two, z)
    return (
        *key, one.count, two.count, one.share("won"), two.share("won"), gap, effect, size_word(effect),
        coins, coins_effect, _is_clear(strict), coins_clear,
    )  # fmt: skip


def _compare_coins(
    pairing: Pairing, group: str, key: Key, one: Group, two: Group, z: float
) -> tuple[Interval, float, str]:
    """Return the difference of the coins, its effect size, and whether it is clear."""
    both = (one.values["coins"], two.values["coins"])
    gap, strict = (
        pairing.narrow(mean_difference(*both, width), group, key, "coins", one, two) for width in (Z, z)
    )  # fmt: skip
    return gap, cohen_d(*both), _is_clear(strict)


def _is_clear(interval: Interval) -> str:
    return "yes" if interval.low > 0 or interval.high < 0 else "no"


def _compare_sources(results: Aggregate, against: Aggregate, pairing: Pairing) -> ResultTable:
    """List differences of the coins that races, powers and relics paid; the largest first."""
    ours, theirs = results.groups["source"], against.groups["source"]
    both = [key for key in ours if key in theirs]
    z = z_of_many(len(both))
    rows: list[tuple[Cell, ...]] = []
    for key in both:
        one, two = ours[key], theirs[key]
        differs = _compare_coins(pairing, "source", key, one, two, z)
        rows.append((*key, one.count, two.count, one.mean("coins"), two.mean("coins"), *differs))
    rows.sort(key=lambda row: -abs(row[5][0]))  # type: ignore[index,arg-type]
    note = N_("Coins: for a combo that it paid anything, here less there. Clear: beyond chance among all rows at once.")
    head = ("source", "combos here", "combos there", "coins here", "coins there", "coins difference", "d", "clear")
    return ResultTable("compared_source", N_("Where coins come from: these results less the others"), note, head,
                       (*rows, *_one_sided(ours, theirs, 5)), SHARES, POINTS)  # fmt: skip


# --- several tables as one of Arrow


def stacked(tables: Mapping[str, ResultTable]) -> pa.Table:
    """Put tables below each other, with the columns ``kind`` and ``name`` in place of those of their keys.

    :param tables: group of results → its table.
    """
    parts = []
    for kind, table in tables.items():
        keys, part = list(aggregate.GROUPS[kind][1]), table.as_arrow()
        names = [name_of_key(kind, [row[key] for key in keys]) for row in part.select(keys).to_pylist()]
        part = part.drop_columns(keys)
        part = part.add_column(0, "name", pa.array(names, pa.string()))
        parts.append(part.add_column(0, "kind", pa.array([kind] * len(names), pa.string())))
    return pa.concat_tables(parts, promote_options="permissive")


def name_of_key(kind: str, parts: Sequence[Any]) -> str:
    """Write a pair with the power first, a seat as its place of all, and an entrant by its name."""
    if kind == "order":
        return f"{parts[1]} of {parts[0]}"
    return str(parts[0]) if kind == "entrant" else " ".join(map(str, reversed(parts)))
