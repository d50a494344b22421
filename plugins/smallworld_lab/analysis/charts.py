"""The charts of a report: SVG from matplotlib, readable in grey."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import Any

from smallworld.languages import N_, _, grouped
from smallworld.languages.messages import format_count
from smallworld_lab.analysis.aggregate import Aggregate, Group, Key, against_others, by_lift, clear_differences
from smallworld_lab.analysis.stats import Interval

INK, SOFT = "#1a1a1a", "#8a8a8a"
ABOVE, BELOW, BETWEEN = ("#1b6fb3", "#a9cdea"), ("#b5471b", "#f0c3ab"), ("#4d4d4d", "#c9c9c9")
"""Colours of a dot and of its interval: above the line, below it, or on both sides of it."""
STYLE = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": SOFT, "axes.labelcolor": INK, "xtick.color": INK,
    "ytick.color": INK, "axes.titlesize": 10, "axes.titleweight": "bold", "axes.titlelocation": "left",
}  # fmt: skip
PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.DOTALL)
COLOURS = ("#1b6fb3", "#b5471b", "#2c7d4f", "#7a2fa0")
"""Colours of lines; their dashes differ too."""
FEW = 30
"""A pair that was picked less often is shown without a number."""
PLACES = N_("Place in the column: picks and win rate")
PAIRS = N_("Pairs of race and power: win rate against all others")


def draw_charts(results: Aggregate) -> dict[str, str]:
    """Return title → SVG of every chart; that of pairs only if one was picked often enough."""
    charts = {
        N_("Races: win rate against all others"): lifts(results, "race"),
        N_("Powers: win rate against all others"): lifts(results, "power"),
        N_("Races: coins"): coins(results.groups["race"], "racecoins"),
        N_("Powers: coins"): coins(results.groups["power"], "powercoins"),
        PAIRS: pairs(results) if any(one.count >= FEW for one in results.groups["pair"].values()) else "",
        N_("Order of play: win rate against even"): orders(results),
        PLACES: places(results),
        N_("How long combos are active"): turns(results),
        N_("Length of games"): lengths(results),
    }
    return {title: chart for title, chart in charts.items() if chart}


CAPTIONS = {
    PAIRS: N_(
        "Percentage points; blue is stronger than all others, red weaker. Both are sorted by their own win rate. "
        "A dot: picked fewer than {count} times."
    ),
    PLACES: N_("Left: how often each place is picked. Right: how its holders do; bar: 95 %."),
    "How long combos are active": N_("How many turns a combo was scored before it declined, or until the game ended."),
}
"""Title → explanation below the chart."""


@contextmanager
def _figure(name: str, width: float, height: float, columns: int = 1) -> Iterator[tuple[Any, StringIO]]:
    """Make axes to draw on, and a text that becomes the SVG. No window system is used."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    # The salt keeps ids the same from run to run.
    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(width, height), layout="constrained")
        canvas = FigureCanvasSVG(figure)
        axes = figure.subplots(1, columns, squeeze=False)[0]
        svg, sink = StringIO(), StringIO()
        yield axes[0] if columns == 1 else axes, svg
        for background in (figure.patch, *(one.patch for one in figure.axes)):
            background.set(facecolor="none", edgecolor="none")
        canvas.print_svg(sink, metadata={"Date": None})  # savefig would draw twice, once for the layout alone
    svg.write(PROLOGUE.sub("", sink.getvalue()))


def name_of(key: Key) -> str:
    """Format ids for people."""
    return " ".join(str(part).replace("_", " ") for part in key)


def dots(
    name: str, rows: Sequence[tuple[str, Interval]], label: str, *, points: bool, clear: Sequence[Interval] = ()
) -> str:
    """Draw one line for each row: a dot and its interval, the first row on top.

    :param points: the rows are differences of shares, drawn in percentage points on both sides of zero.
    :param clear: for each row the interval that decides about its colour, if that is another one.
    """
    scale = 100 if points else 1
    with _figure(name, 7, 0.6 + 0.2 * max(4, len(rows))) as (axes, svg):
        places = range(len(rows), 0, -1)
        judged = clear or [interval for _text, interval in rows]
        for place, (_text, interval), test in zip(places, rows, judged, strict=True):
            dot, bar = _colours(test) if points else ABOVE
            axes.plot([interval.low * scale, interval.high * scale], [place, place], color=bar, linewidth=4,
                      solid_capstyle="butt")  # fmt: skip
            axes.plot([interval.value * scale], [place], marker="o", markersize=5, color=dot)
        if points:
            axes.axvline(0, color=INK, linewidth=0.8, linestyle="--")
        axes.set_yticks(list(places), [text for text, _interval in rows])
        axes.set_ylim(0.3, len(rows) + 0.7)
        axes.set_xlabel(label)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    return svg.getvalue()


def _colours(interval: Interval) -> tuple[str, str]:
    """Return the colours of a dot and of its bar, which differ in lightness too."""
    return ABOVE if interval.low > 0 else BELOW if interval.high < 0 else BETWEEN


def lifts(results: Aggregate, group: str) -> str:
    """Draw the win rate of each race or power against that of all others."""
    groups = results.groups[group]
    lifts_of = against_others(groups, group)
    rows = [(f"{name_of(key)}  n={grouped(one.count)}", lifts_of[key]) for key, one in by_lift(groups)]
    label = _("win rate less that of all other picks, points; bar: 95 %; blue clearly above, red clearly below")
    clear = clear_differences(groups, group)
    return dots(f"{group}s", rows, label, points=True, clear=[clear[key] for key, _one in by_lift(groups)])


def coins(groups: Mapping[Key, Group], name: str) -> str:
    """Draw the coins of each group."""
    rows = [(name_of(key), one.mean("coins")) for key, one in groups.items()]
    rows.sort(key=lambda row: -row[1].value)
    return dots(name, rows, _("coins while held, active and in decline; bar: 95 %"), points=False)


def pairs(results: Aggregate) -> str:
    """Draw a heat map: races down, powers across; blue is stronger, red weaker, numbers are percentage points."""
    groups = results.groups["pair"]
    lifts_of = against_others(groups, "pair")
    races = [key[0] for key, _group in by_lift(results.groups["race"])]
    powers = [key[0] for key, _group in by_lift(results.groups["power"])]
    cells = [[_points(groups.get((race, power)), lifts_of.get((race, power))) for power in powers] for race in races]
    sizes = [abs(cell) for row in cells for cell in row if cell is not None] or [1.0]
    limit = max(sizes) or 1.0
    with _figure("pairs", 1.6 + 0.4 * len(powers), 1.2 + 0.28 * len(races)) as (axes, svg):
        from matplotlib import colormaps

        shades_of = colormaps["RdBu"].with_extremes(bad="white")
        shades = [[float("nan") if cell is None else cell for cell in row] for row in cells]
        axes.imshow(shades, cmap=shades_of, vmin=-limit, vmax=limit, aspect="auto")
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                text = "·" if cell is None else f"{cell:+.0f}".replace("-", "−") if round(cell) else "0"
                dark = cell is not None and abs(cell) > limit * 0.6
                axes.text(x, y, text, ha="center", va="center", fontsize=7, color="white" if dark else INK)
        axes.set_xticks(range(len(powers)), [name_of((power,)) for power in powers], rotation=60, ha="right")
        axes.set_yticks(range(len(races)), [name_of((race,)) for race in races])
        for spine in axes.spines.values():
            spine.set_visible(False)
    return svg.getvalue()


def _points(group: Group | None, lift: Interval | None) -> float | None:
    return None if group is None or lift is None or group.count < FEW else 100 * lift.value


def orders(results: Aggregate) -> str:
    """Draw the win rate against even by order of play, for each number of players."""
    rows = [(order_name(count, order), one.lift()) for (count, order), one in sorted(results.groups["order"].items())]
    label = _("win rate less the even share, percentage points; bar: 95 %")
    return dots("order", rows, label, points=True)


def order_name(count: int, order: int) -> str:
    """Write a place in the order of play."""
    if order == 1:
        return _("{count} players: first", count=count)
    if order == count:
        return _("{count} players: last", count=count)
    return _("{count} players: no. {number}", count=count, number=order)


def places(results: Aggregate) -> str:
    """Draw how often each place of the column is picked, and its win rate."""
    groups = sorted(results.groups["position"].items())
    names = [str(key[0]) for key, _group in groups]
    with _figure("places", 7, 2.4, columns=2) as ((left, right), svg):
        left.bar(
            names,
            [100 * one.count / max(1, sum(o.count for _key, o in groups)) for _key, one in groups],
            color=ABOVE[0],
        )
        left.set(xlabel=_("place in the column (1 = top, free)"), ylabel=_("% of picks"))
        gains = [one.lift() for _key, one in groups]
        values = [100 * lift.value for lift in gains]
        errors = [
            [100 * (lift.value - lift.low) for lift in gains],
            [100 * (lift.high - lift.value) for lift in gains],
        ]
        right.errorbar(
            names, values, yerr=errors, fmt="o", color=ABOVE[0], ecolor=ABOVE[1], elinewidth=4, markersize=4.5
        )
        right.axhline(0, color=INK, linewidth=0.8, linestyle="--")
        right.set(xlabel=_("place in the column"), ylabel=_("win rate less even, points"))
    return svg.getvalue()


def turns(results: Aggregate) -> str:
    """Draw after how many active turns combos decline; hatched: active to the end."""
    groups = results.groups["decline"]
    longest = max(int(key[0]) for key in groups)
    axis = list(range(longest + 1))

    def counts(declined: bool) -> list[int]:
        return [groups[turn, declined].count if (turn, declined) in groups else 0 for turn in axis]

    with _figure("turns", 7, 2.4) as (axes, svg):
        gone, stayed = counts(True), counts(False)
        axes.bar(axis, gone, color=ABOVE[0], label=_("declined then"))
        axes.bar(
            axis, stayed, bottom=gone, color="white", edgecolor=ABOVE[0], hatch="///", label=_("active to the end")
        )
        axes.set(xlabel=_("active turns"), ylabel=_("combos"), xticks=axis)
        axes.legend(frameon=False)
    return svg.getvalue()


def lengths(results: Aggregate) -> str:
    """Draw the decisions of a game, a line for each number of players."""
    groups = results.groups["decisions"]
    with _figure("lengths", 7, 2.4) as (axes, svg):
        styles = ("-", "--", ":", "-.")
        for number, count in enumerate(sorted({key[0] for key in groups})):
            mine = sorted((key[1], one.count) for key, one in groups.items() if key[0] == count)
            total = sum(games for _length, games in mine)
            shares = [100 * games / total for _length, games in mine]
            style, colour = styles[number % len(styles)], COLOURS[number % len(COLOURS)]
            decisions = [length for length, _games in mine]
            axes.plot(decisions, shares, style, color=colour, linewidth=1.6, label=format_count(count, "player"))
        axes.set(xlabel=_("decisions in a game"), ylabel=_("% of games"))
        axes.legend(frameon=False)
    return svg.getvalue()


def differences(rows: Sequence[tuple[str, Interval]], name: str) -> str:
    """Draw the differences of two sets of results."""
    return dots(name, rows, _("difference of win rates, percentage points; bar: 95 %"), points=True)


def sweep(rows: Sequence[tuple[str, Interval, int]]) -> str:
    """Draw the differences between changed editions and the edition as it is.

    :param rows: name, difference, and 1 or -1 if it is clear beyond chance among all rows.
    """
    signs = [Interval(sign, sign - 0.5, sign + 0.5) for _name, _gap, sign in rows]
    label = _("win rate against even less that of the edition as it is, percentage points; bar: 95 %")
    return dots("sweep", [(name, gap) for name, gap, _sign in rows], label, points=True, clear=signs)
