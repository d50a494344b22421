"""The tables of a report: the same rows for the page and for CSV files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import StringIO
from math import isnan
from typing import Any

from smallworld.languages import N_
from smallworld.sim.analysis.aggregate import Aggregate, Group, Key
from smallworld.sim.analysis.stats import (
    Interval,
    Z,
    cohen_d,
    cohen_h,
    mean_difference,
    share_difference,
    size_word,
    z_of_many,
)

Cell = str | int | float | Interval | None
HEADS = (
    N_("players"), N_("race"), N_("power"), N_("picked"), N_("win rate"), N_("against even"), N_("clear"), N_("coins"),
    N_("rate"), N_("turns"), N_("conquests"), N_("place"), N_("paid"), N_("found"), N_("never declined"), N_("order"),
    N_("games"), N_("declines"), N_("name"), N_("bot"), N_("seats"), N_("board"), N_("decisions"), N_("margin"),
    N_("spread"), N_("tied"), N_("lost by tie"), N_("shared"), N_("active turns"), N_("declined"), N_("combos"),
    N_("coins in decline"), N_("round"), N_("source"), N_("share"), N_("number"), N_("picked here"), N_("picked there"),
    N_("win rate here"), N_("win rate there"), N_("difference"), N_("effect"), N_("coins difference"), N_("points"),
)  # fmt: skip
"""Heads of columns, which stay English in CSV files; the page translates them."""
WORDS = frozenset({
    N_("stronger"), N_("weaker"), N_("yes"), N_("no"), N_("large"), N_("medium"), N_("small"), N_("negligible"),
})  # fmt: skip
"""Cells that are words, likewise."""
INTERVALS = frozenset({"win rate", "against even", "win rate here", "win rate there", "difference", "coins difference"})
"""Columns of intervals in every table, even if no row has one."""


@dataclass(frozen=True, slots=True)
class Table:
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

    def csv(self) -> str:
        """Return the table as CSV; an interval is three columns."""
        sink = StringIO()
        writer = csv.writer(sink, lineterminator="\n")
        wide = [
            name in INTERVALS or any(isinstance(row[index], Interval) for row in self.rows)
            for index, name in enumerate(self.head)
        ]
        head: list[str] = []
        for name, interval in zip(self.head, wide, strict=True):
            plain = name.replace(" ", "_")
            head += [plain, f"{plain}_low", f"{plain}_high"] if interval else [plain]
        writer.writerow(head)
        for row in self.rows:
            cells: list[Any] = []
            for cell, interval in zip(row, wide, strict=True):
                parts = cell if isinstance(cell, Interval) else (cell, None, None) if interval else (cell,)
                cells += map(_cell, parts)
            writer.writerow(cells)
        return sink.getvalue()


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Beginnings of a text that spreadsheet programs would calculate."""


def _cell(value: Any) -> Any:
    """Write a value as a cell of a CSV file; an apostrophe goes before a text that a spreadsheet would calculate."""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    if isinstance(value, float):
        return "" if isnan(value) else round(value, 5) + 0.0  # -0.0 is 0.0
    return "" if value is None else value


def list_tables(results: Aggregate) -> list[Table]:
    """Return every table of one set of results."""
    return [
        combo_table(results, "race", N_("Races"), ("race",)),
        combo_table(results, "power", N_("Powers"), ("power",)),
        combo_table(results, "pair", N_("Pairs"), ("race", "power")),
        combo_table(results, "race_players", N_("Races by number of players"), ("players", "race")),
        combo_table(results, "power_players", N_("Powers by number of players"), ("players", "power")),
        positions(results),
        orders(results),
        entrants(results),
        games(results, "players", N_("Games by number of players"), ("players",)),
        games(results, "board", N_("Games by board"), ("board",)),
        declines(results),
        decline_rounds(results),
        sources(results),
        numbers(results),
    ]


POINTS = frozenset({"against even", "difference"})
SHARES = POINTS | {"win rate", "tied", "lost by tie", "shared", "never declined", "share"}


def _table(name: str, title: str, note: str, head: Iterable[str], rows: Iterable[tuple[Cell, ...]]) -> Table:
    return Table(name, title, note, tuple(head), tuple(rows), SHARES, POINTS)


def by_lift(groups: Mapping[Key, Group]) -> list[tuple[Key, Group]]:
    """Sort groups, the most successful first."""
    # Rounded, because the same games in other files are added up in another order.
    return sorted(groups.items(), key=lambda item: (-round(item[1].lift().value, 9), item[0]))


HELD = N_(
    "A row counts every time the combo was picked. Against even: win rate of the holder less 1 / number of players; "
    "clear: it differs from even beyond chance among all rows at once. "
    "Coins: all that it scored, active and in decline. Rate: coins a turn while active. Place: where in the "
    "column it was picked, 1 = top; paid, found: coins laid on skipped combos and found on it."
)


def combo_table(results: Aggregate, group: str, title: str, keys: tuple[str, ...]) -> Table:
    """List win rate, coins and demand of races, powers or pairs."""
    names = ("turns", "conquests", "position", "paid", "found")
    z = z_of_many(len(results.groups[group]))
    rows = [
        (*key, one.count, one.share("won"), one.lift(), _clear(one.lift(z)), one.mean("coins"), one.mean("rate"),
         *(one.values[name].mean for name in names), one.share("kept"))
        for key, one in by_lift(results.groups[group])
    ]  # fmt: skip
    head = (*keys, "picked", "win rate", "against even", "clear", "coins", "rate", "turns", "conquests", "place",
            "paid", "found", "never declined")  # fmt: skip
    return _table(group, title, HELD, head, rows)


def _clear(interval: Interval) -> str:
    return "stronger" if interval.low > 0 else "weaker" if interval.high < 0 else "–"


def positions(results: Aggregate) -> Table:
    """Place in the column: how often, how good."""
    rows = [
        (*key, one.count, one.share("won"), one.lift(), one.mean("coins"), one.mean("found"))
        for key, one in sorted(results.groups["position"].items())
    ]
    head = ("place", "picked", "win rate", "against even", "coins", "found")
    return _table("position", N_("Place in the column"), N_("Place N costs N − 1 coins."), head, rows)


def orders(results: Aggregate) -> Table:
    """List results of the first player, second player …"""
    rows = [
        (*key, one.count, one.share("won"), one.lift(), one.mean("coins"), one.mean("declines"))
        for key, one in sorted(results.groups["order"].items())
    ]
    head = ("players", "order", "games", "win rate", "against even", "coins", "declines")
    return _table("order", N_("Order of play"), N_("1 = the player who begins."), head, rows)


def entrants(results: Aggregate) -> Table:
    """List seats, win rate and coins of each name and bot."""
    rows = [
        (*key, one.count, one.share("won"), one.lift(), one.mean("coins"), one.mean("declines"), one.mean("paid"))
        for key, one in by_lift(results.groups["entrant"])
    ]
    head = ("name", "bot", "seats", "win rate", "against even", "coins", "declines", "paid")
    return _table("entrant", N_("Entrants"), N_("One row for each name and bot."), head, rows)


def games(results: Aggregate, group: str, title: str, keys: tuple[str, ...]) -> Table:
    """List length, ties and margins of games."""
    rows = [
        (*key, one.count, one.mean("decisions"), one.mean("coins"), one.mean("margin"), one.mean("spread"),
         one.share("tied"), one.share("lost_tie"), one.share("shared"))
        for key, one in sorted(results.groups[group].items())
    ]  # fmt: skip
    head = (*keys, "games", "decisions", "coins", "margin", "spread", "tied", "lost by tie", "shared")
    note = N_(
        "Coins: mean of all players. Margin: best less second; spread: best less last. Tied: several had the most "
        "coins; lost by tie: one of them lost by the tie-break; shared: they won together."
    )
    return _table(f"games_by_{group}", title, note, head, rows)


def declines(results: Aggregate) -> Table:
    """List after how many turns combos decline, and what became of them."""
    rows = [
        (turns, "yes" if declined else "no", one.count, one.share("won"), one.lift(), one.mean("coins"),
         one.mean("declined_coins"))
        for (turns, declined), one in sorted(results.groups["decline"].items())
    ]  # fmt: skip
    head = ("active turns", "declined", "combos", "win rate", "against even", "coins", "coins in decline")
    return _table("decline", N_("Active turns before decline"), N_("No: active to the end of the game."), head, rows)


def decline_rounds(results: Aggregate) -> Table:
    """List in which rounds races decline."""
    groups = {key: one for key, one in results.groups["decline_round"].items() if key[1] is not None}
    rows = [(*key, one.count, one.share("won"), one.lift()) for key, one in sorted(groups.items())]
    head = ("players", "round", "declines", "win rate", "against even")
    return _table("decline_round", N_("Rounds in which races decline"), N_("By number of players."), head, rows)


def sources(results: Aggregate) -> Table:
    """List where coins come from."""
    groups = results.groups["source"]
    total = sum(one.values["coins"].total for one in groups.values()) or 1.0
    rows = [
        (*key, one.count, one.mean("coins"), one.values["coins"].total / total)
        for key, one in sorted(groups.items(), key=lambda item: (-item[1].values["coins"].total, item[0]))
    ]
    note = N_("Regions: one coin each. Else the race, power or relic that paid. Combos: those it paid anything.")
    return _table("source", N_("Where coins come from"), note, ("source", "combos", "coins", "share"), rows)


def numbers(results: Aggregate) -> Table:
    """List results of a player's first combo, second combo …"""
    rows = [
        (*key, one.count, one.mean("coins"), one.mean("turns"), one.mean("paid"))
        for key, one in sorted(results.groups["combo_number"].items())
    ]
    head = ("number", "picked", "coins", "turns", "paid")
    return _table("combo_number", N_("First, second, third combo of a player"), "", head, rows)


# --- comparison


def comparisons(results: Aggregate, against: Aggregate) -> list[Table]:
    """List the tables of differences between two sets of results: the first less the second."""
    return [
        compare_group(results, against, "race", N_("Races: these results less the others"), ("race",)),
        compare_group(results, against, "power", N_("Powers: these results less the others"), ("power",)),
        compare_group(results, against, "entrant", N_("Entrants: these results less the others"), ("name", "bot")),
    ]


def compare_group(results: Aggregate, against: Aggregate, group: str, title: str, keys: tuple[str, ...]) -> Table:
    """List differences of win rates and coins with intervals and effect sizes; the largest first."""
    ours, theirs = results.groups[group], against.groups[group]
    both = [key for key in ours if key in theirs]
    z = z_of_many(len(both))
    rows = [_compare_entries(key, ours[key], theirs[key], z) for key in both]
    only = [(*key, one.count, 0, *[None] * 8) for key, one in ours.items() if key not in theirs]
    only += [(*key, 0, one.count, *[None] * 8) for key, one in theirs.items() if key not in ours]
    size = len(keys)
    rows.sort(key=lambda row: -abs(row[size + 5]))  # type: ignore[arg-type]
    note = N_(
        "Difference: win rate against even, here less there (Newcombe's interval). h: Cohen's effect size of it, d: "
        "that of the coins (Welch's interval); 0.2 is small, 0.5 medium, 0.8 large. Clear: the win rates differ beyond "
        "chance among all rows at once."
    )
    head = (*keys, "picked here", "picked there", "win rate here", "win rate there", "difference", "h", "effect",
            "coins difference", "d", "clear")  # fmt: skip
    shares = SHARES | {"win rate here", "win rate there"}
    return Table(f"compared_{group}", title, note, head, (*rows, *only), shares, POINTS)


def _compare_entries(key: Key, one: Group, two: Group, z: float) -> tuple[Cell, ...]:
    even = one.values["even"].mean - two.values["even"].mean
    gap, strict = (share_difference(one.share_at("won", width), two.share_at("won", width)) - even for width in (Z, z))
    effect = cohen_h(one.share("won").value, two.share("won").value + even)
    coins = (one.values["coins"], two.values["coins"])
    clear = "yes" if strict.low > 0 or strict.high < 0 else "no"
    return (
        *key, one.count, two.count, one.share("won"), two.share("won"), gap, effect, size_word(effect),
        mean_difference(*coins), cohen_d(*coins), clear,
    )  # fmt: skip
