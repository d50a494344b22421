"""The page of a report: one HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from math import isnan

from smallworld.safe_text import safe_markup as escape
from smallworld.sim.analysis.aggregate import Aggregate, Group, Key
from smallworld.sim.analysis.charts import CAPTIONS, differences, draw_charts, name_of
from smallworld.sim.analysis.compare import changes
from smallworld.sim.analysis.display_names import display_names, with_display_names
from smallworld.sim.analysis.number_format import figure, most_of, percent, points
from smallworld.sim.analysis.stats import Interval, z_of_many
from smallworld.sim.analysis.tables import Cell, Table, by_lift, comparisons, list_tables
from smallworld.sim.run import Run

LEAD = 3
"""Sentences below the first picture."""
REMARKS = "How to read this page"
"""The title of the remarks below the tables."""
LONG = 40
"""A table with more rows is folded away."""


def format_page(
    results: Aggregate, runs: Sequence[Run], against: Aggregate | None = None, other_runs: Sequence[Run] = ()
) -> str:
    """The whole page: a picture and the main results, the other charts, tables, and remarks at the end."""
    names = display_names([*runs, *other_runs])
    results = with_display_names(results, names)
    title = f"{results.games:,} games of {', '.join(sorted(names.get(key, key) for key in results.editions))}"
    first, *charts = [f"{_heading(name)}{_chart(name, svg)}" for name, svg in draw_charts(results).items()]
    if against is not None:
        charts = [*_compared(results, runs, with_display_names(against, names), other_runs), *charts]
    main, remarks = sentences(results)[:LEAD], sentences(results)[LEAD:]
    parts = [*charts, *(_section(table) for table in list_tables(results))]
    parts.append(f"{_heading(REMARKS)}{_paragraphs(remarks)}{_played(runs)}")
    top = f'<h1>{escape(title)}</h1>{first}<div class="lead">{_paragraphs(main)}</div>'
    body = "\n".join((top, _contents([first, *parts]), *parts))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style></head>'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _style() -> str:
    return (files("smallworld.sim.analysis") / "report.css").read_text(encoding="utf-8")


def _heading(title: str) -> str:
    return f'<h2 id="{_anchor(title)}">{escape(title)}</h2>'


def _anchor(title: str) -> str:
    return "-".join(re.findall("[a-z]+", title.lower()))


def _contents(parts: Sequence[str]) -> str:
    """Links to the headings of these parts."""
    headings = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', "\n".join(parts))
    links = (f'<a href="#{anchor}">{title}</a>' for anchor, title in headings)
    return f"<nav>{'<br>'.join(links)}</nav>"


def _chart(name: str, svg: str) -> str:
    # Ids must be unique in a page, and all charts use the same ids.
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{_anchor(name)}-", svg)
    labelled = svg.replace("<svg", f'<svg role="img" aria-label="{escape(name)}"', 1)
    caption = CAPTIONS.get(name, "")
    return f"<figure>{labelled}<figcaption>{escape(caption)}</figcaption></figure>"


def _played(runs: Sequence[Run]) -> str:
    rows = "".join(f"<li>{escape(describe(run))}</li>" for run in runs)
    return f"<ul>{rows}</ul>"


def describe(run: Run) -> str:
    """A run in a line."""
    counts = "–".join(str(count) for count in sorted({min(run.counts), max(run.counts)}))
    who = ", ".join(name if name == bot else f"{name}={bot}" for name, bot in run.entrants)
    extra = "".join(f", {key}={value}" for key, value in run.options)
    boards = f", board {'+'.join(run.boards)}" if run.boards else ""
    shard = f", share {run.shard[0]} of {run.shard[1]}" if run.shard[1] > 1 else ""
    return (
        f"{run.share():,} games of {run.variant} (content {run.content[:12]}), {counts} players, "
        f"{who}{boards}{extra}, seed {run.seed}{shard}"
    )


def _paragraphs(sentences: Sequence[str]) -> str:
    return f"<p>{'</p><p>'.join(escape(sentence) for sentence in sentences)}</p>"


def sentences(results: Aggregate) -> list[str]:
    """List the main results as sentences; a result is clear if its interval excludes the even share."""
    lines = [_extremes(results, "race", "Races"), _extremes(results, "power", "Powers"), _first(results)]
    lines += [_picks(results), _ties(results)]
    lines.append(
        "Win rates are of those who picked a combo: they show how it does in the hands of these bots, who also choose "
        "when to pick it, not how strong it would be if everybody had to play it."
    )
    return lines


def _extremes(results: Aggregate, group: str, word: str) -> str:
    ordered = by_lift(results.groups[group])
    z = z_of_many(len(ordered))
    above = [_named(key, one) for key, one in ordered if one.lift(z).low > 0]
    below = [_named(key, one) for key, one in reversed(ordered) if one.lift(z).high < 0]
    return (
        f"{word} with holders that win clearly more often than even: {most_of(above, len(ordered))}. "
        f"Clearly less often: {most_of(below, len(ordered))}. (Clearly: beyond chance among {len(ordered)} at once.)"
    )


def _named(key: Key, one: Group) -> str:
    return f"{name_of(key)} ({points(one.lift())})"


def _picks(results: Aggregate) -> str:
    """Picks are not worth the even share on average: a player who picks more often counts more often."""
    picks = results.total("race")
    lift = picks.lift()
    who = "losers pick" if lift.high < 0 else "winners pick" if lift.low > 0 else ""
    return f"All {picks.count:,} picks together against even: {points(lift)}{who and f' ({who} more often)'}."


def _first(results: Aggregate) -> str:
    lines = []
    for (count, order), one in sorted(results.groups["order"].items()):
        if order in (1, count):
            share = one.share("won")
            who = "first" if order == 1 else "last"
            lines.append(f"{who} of {count}: {percent(share)} (even {100 / count:.1f} %)")
    return f"Who begins and who comes last: {'; '.join(lines)}."


def _ties(results: Aggregate) -> str:
    games = results.total("players")
    return (
        f"Games in which several had the most coins: {percent(games.share('tied'))}; somebody lost by the tie-break "
        f"in {percent(games.share('lost_tie'))}; shared victories: {percent(games.share('shared'))}."
    )


def _compared(results: Aggregate, runs: Sequence[Run], against: Aggregate, other_runs: Sequence[Run]) -> list[str]:
    lines = _paragraphs(changes(results, runs, against, other_runs))
    parts = [_heading("Compared with"), _played(other_runs), lines]
    for table in comparisons(results, against):
        index = table.head.index("difference")
        width = table.head.index("picked here")
        rows = [(name_of(row[:width]), row[index]) for row in table.rows if isinstance(row[index], Interval)]
        chart = _chart(table.title, differences(rows, table.name)) if rows else ""  # type: ignore[arg-type]
        parts.append(_section(table, chart))
    return parts


def _section(table: Table, chart: str = "") -> str:
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    inner = f'<div class="scroll">{_html(table)}</div>'
    if len(table.rows) > LONG:
        inner = f"<details><summary>{len(table.rows)} rows</summary>{inner}</details>"
    return f"{_heading(table.title)}{note}{chart}{inner}"


def _html(table: Table) -> str:
    units = [_unit(table, name) for name in table.head]
    texts = [any(isinstance(row[index], str) for row in table.rows) for index in range(len(table.head))]
    head = "".join(
        f'<th scope="col"{" class=text" if text else ""}>{escape(name)}{escape(unit and f", {unit}")}</th>'
        for name, unit, text in zip(table.head, units, texts, strict=True)
    )
    rows = []
    for row in table.rows:
        cells = "".join(_cell(cell, unit) for unit, cell in zip(units, row, strict=True))
        rows.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _unit(table: Table, name: str) -> str:
    return "points" if name in table.points else "%" if name in table.percent else ""


def _cell(cell: Cell, unit: str) -> str:
    if isinstance(cell, Interval):
        return f"<td>{figure(cell.value, unit)} <small>{_range(cell, unit)}</small></td>"
    if isinstance(cell, str):
        return f'<td class="text">{escape(cell.replace("_", " "))}</td>'
    if cell is None:
        return "<td>–</td>"
    return f"<td>{cell:,}</td>" if isinstance(cell, int) else f"<td>{figure(cell, unit)}</td>"


def _range(interval: Interval, unit: str) -> str:
    if isnan(interval.low):
        return ""
    return f"{figure(interval.low, unit)} … {figure(interval.high, unit)}"
