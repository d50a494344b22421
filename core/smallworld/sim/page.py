"""The page of a report: one HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import isnan

from smallworld.sim.charts import CAPTIONS, charts_of, differences, name_of
from smallworld.sim.comparing import changes
from smallworld.sim.run import Run
from smallworld.sim.stats import Interval, z_of_many
from smallworld.sim.tables import Cell, Table, by_lift, comparisons, tables_of
from smallworld.sim.tally import Group, Key, Tally
from smallworld.sim.wording import figure, most_of, percent, points

STYLE = """
:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:74rem;
margin:0 auto;padding:1rem}h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.2rem;margin:2rem 0 .3rem}
nav{columns:2;font-size:.9rem}figure{margin:.5rem 0;overflow-x:auto}figure svg{max-width:100%;height:auto}
figcaption{color:#555;font-size:.85rem}p,li{max-width:48rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .35rem;text-align:right;border-bottom:1px solid #ddd}td{white-space:nowrap}
th{border-bottom:2px solid #1a1a1a;vertical-align:bottom}td:first-child,th:first-child,.text{text-align:left}
small{color:#555}p.note{color:#555;font-size:.85rem}summary{cursor:pointer;font-weight:600}
@media print{nav{display:none}.scroll{overflow:visible}table{font-size:.6rem}
details::details-content{content-visibility:visible;block-size:auto}}
"""
LONG = 40
"""A table with more rows is folded away."""


def page_of(found: Tally, runs: Sequence[Run], against: Tally | None = None, others: Sequence[Run] = ()) -> str:
    """The whole page."""
    title = f"{found.games:,} games of {', '.join(sorted(found.editions))}"
    parts = _compared(found, runs, against, others) if against is not None else []
    for name, svg in charts_of(found).items():
        parts.append(f"{_heading(name)}{_chart(name, svg)}")
    parts += [_section(table) for table in tables_of(found)]
    top = f"<h1>{escape(title)}</h1>{_played(runs)}{_paragraphs(sentences(found))}"
    body = "\n".join((top, _contents(parts), *parts))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _heading(title: str) -> str:
    return f'<h2 id="{_anchor(title)}">{escape(title)}</h2>'


def _anchor(title: str) -> str:
    return "-".join(re.findall("[a-z]+", title.lower()))


def _contents(parts: Sequence[str]) -> str:
    """Links to the headings of these parts."""
    found = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', "\n".join(parts))
    links = (f'<a href="#{anchor}">{title}</a>' for anchor, title in found)
    return f"<nav>{'<br>'.join(links)}</nav>"


def _chart(name: str, svg: str) -> str:
    # An id may stand in a page once, and charts number their parts alike.
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


def sentences(found: Tally) -> list[str]:
    """What stands out, in words; nothing is called clear whose interval holds the even share."""
    told = [_extremes(found, "race", "Races"), _extremes(found, "power", "Powers"), _picks(found), _first(found),
            _ties(found)]  # fmt: skip
    told.append(
        "Win rates are of those who picked a combo: they tell how it does in the hands of these bots, who also choose "
        "when to pick it, not how strong it would be if everybody had to play it."
    )
    return told


def _extremes(found: Tally, group: str, word: str) -> str:
    ordered = by_lift(found.groups[group])
    z = z_of_many(len(ordered))
    above = [_named(key, one) for key, one in ordered if one.lift(z).low > 0]
    below = [_named(key, one) for key, one in reversed(ordered) if one.lift(z).high < 0]
    return (
        f"{word} whose holders win clearly more often than even: {most_of(above, len(ordered))}. "
        f"Clearly less often: {most_of(below, len(ordered))}. (Clearly: beyond chance among {len(ordered)} at once.)"
    )


def _named(key: Key, one: Group) -> str:
    return f"{name_of(key)} ({points(one.lift())})"


def _picks(found: Tally) -> str:
    """Picks are not worth the even share on average: a player who picks more often counts more often."""
    picks = found.total("race")
    lift = picks.lift()
    who = "losers pick" if lift.high < 0 else "winners pick" if lift.low > 0 else ""
    return f"All {picks.count:,} picks together against even: {points(lift)}{who and f' ({who} more often)'}."


def _first(found: Tally) -> str:
    told = []
    for (count, order), one in sorted(found.groups["order"].items()):
        if order in (1, count):
            share = one.share("won")
            who = "first" if order == 1 else "last"
            told.append(f"{who} of {count}: {percent(share)} (even {100 / count:.1f} %)")
    return f"Who begins and who comes last: {'; '.join(told)}."


def _ties(found: Tally) -> str:
    games = found.total("players")
    return (
        f"Games in which several had the most coins: {percent(games.share('tied'))}; somebody lost by the tie-break "
        f"in {percent(games.share('lost_tie'))}; shared victories: {percent(games.share('shared'))}."
    )


def _compared(found: Tally, runs: Sequence[Run], against: Tally, others: Sequence[Run]) -> list[str]:
    told = _paragraphs(changes(found, runs, against, others))
    parts = [_heading("Compared with"), _played(others), told]
    for table in comparisons(found, against):
        at = table.head.index("difference")
        width = table.head.index("picked here")
        rows = [(name_of(row[:width]), row[at]) for row in table.rows if isinstance(row[at], Interval)]
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
    texts = [any(isinstance(row[at], str) for row in table.rows) for at in range(len(table.head))]
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
