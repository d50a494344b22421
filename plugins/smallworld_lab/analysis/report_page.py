"""The findings of a report as sentences, and its page: one HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import groupby
from math import gcd, isnan

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _, and_list, current_language, decimal, grouped, ngettext
from smallworld_editions.editions import load_variant
from smallworld_lab.analysis import result_tables, stats
from smallworld_lab.analysis.aggregate import Aggregate, Key, against_others, by_lift, clear_differences
from smallworld_lab.analysis.charts import CAPTIONS, FEW, differences, draw_charts, name_of, order_name
from smallworld_lab.analysis.pairing import Pairing
from smallworld_lab.analysis.stats import Interval
from smallworld_lab.changes import edition_of
from smallworld_lab.run_plan import Run
from smallworld_output.safe_text import safe_markup as escape

MOST_NUMBERS = 12
"""Numbers of an observer that are written as sentences."""
LEAD = 3
"""Sentences below the first picture."""
REMARKS = N_("How to read this page")
"""The title of the remarks below the tables."""
LONG = 40
"""A table with more rows is folded away."""


def format_page(
    results: Aggregate, runs: Sequence[Run], against: Aggregate | None = None, other_runs: Sequence[Run] = (),
    pairing: Pairing | None = None,
) -> str:  # fmt: skip
    """Write the whole page: a picture and the main results, other charts, tables, and remarks at the end."""
    names = display_names([*runs, *other_runs])
    results = with_display_names(results, names)
    editions = ", ".join(sorted(names.get(key, key) for key in results.editions))
    title = ngettext(
        "{games} game of {editions}", "{games} games of {editions}", results.games,
        games=grouped(results.games), editions=editions,
    )  # fmt: skip
    first, *charts = [f"{_heading(name)}{_chart(name, svg)}" for name, svg in draw_charts(results).items()]
    if against is not None:
        other = with_display_names(against, names)
        pairing = (pairing or Pairing()).renamed(
            lambda group, key: display_key(key, names) if group in NAMED_GROUPS else key
        )
        charts = [*_comparison_parts(results, runs, other, other_runs, pairing), *charts]
    main, remarks = sentences(results)[:LEAD], sentences(results)[LEAD:]
    parts = [*charts, *(_section(table) for table in result_tables.list_tables(results))]
    parts.append(f"{_heading(REMARKS)}{_paragraphs(remarks)}{_list_runs(runs)}")
    top = f'<h1>{escape(title)}</h1>{first}<div class="lead">{_paragraphs(main)}</div>'
    headings = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', "\n".join([first, *parts]))
    links = "<br>".join(f'<a href="#{anchor}">{text}</a>' for anchor, text in headings)
    body = "\n".join((top, f"<nav>{links}</nav>", *parts))
    language = current_language().replace("_", "-")
    style = (files("smallworld_lab.analysis") / "report.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _heading(title: str) -> str:
    """Write a heading; its anchor is the same in every language."""
    return f'<h2 id="{_anchor(title)}">{escape(_(title))}</h2>'


def _anchor(title: str) -> str:
    return "-".join(re.findall("[a-z]+", title.lower()))


def _chart(name: str, svg: str) -> str:
    # Ids must be unique in a page, and all charts use the same ids.
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{_anchor(name)}-", svg)
    labelled = svg.replace("<svg", f'<svg role="img" aria-label="{escape(_(name))}"', 1)
    caption = _(CAPTIONS[name], count=FEW) if name in CAPTIONS else ""
    return f"<figure>{labelled}<figcaption>{escape(caption)}</figcaption></figure>"


def _list_runs(runs: Sequence[Run]) -> str:
    rows = "".join(f"<li>{escape(describe(run))}</li>" for run in runs)
    return f"<ul>{rows}</ul>"


def describe(run: Run) -> str:
    """Describe a run in a line."""
    counts = "–".join(str(count) for count in sorted({min(run.counts), max(run.counts)}))
    who = ", ".join(name if name == bot else f"{name}={bot}" for name, bot in run.entrants)
    parts = [
        ngettext("{games} game of {edition} (content {digest})", "{games} games of {edition} (content {digest})",
                 run.share(), games=grouped(run.share()), edition=edition_of(run), digest=run.content[:12]),
        _("{count} players", count=counts),
        who,
    ]  # fmt: skip
    parts += [_("board {boards}", boards="+".join(run.boards))] if run.boards else []
    parts += [*run.changes, *(f"{key}={value}" for key, value in run.options)]
    parts.append(_("seed {seed}", seed=run.seed))
    number, shares = run.shard
    parts += [_("share {number} of {shares}", number=number, shares=shares)] if shares > 1 else []
    return ", ".join(parts)


def _paragraphs(sentences: Sequence[str]) -> str:
    return f"<p>{'</p><p>'.join(escape(sentence) for sentence in sentences)}</p>"


def sentences(results: Aggregate) -> list[str]:
    """List the main results as sentences."""
    lines = [_extremes(results, "race"), _extremes(results, "power"), _first(results)]
    lines += [_first_combos(results), _picks(results), _ties(results)]
    lines += _observed(results)
    lines.append(_(
        "Win rates are of those who picked a combo: they show how it does in the hands of these bots, who also choose "
        "when to pick it, not how strong it would be if everybody had to play it."
    ))  # fmt: skip
    return lines


def _observed(results: Aggregate) -> list[str]:
    """Write the largest numbers of each observer, and how many more there are."""
    lines = []
    for _observer, names in groupby(sorted(results.observed), lambda name: name.partition(".")[0]):
        largest = sorted(names, key=lambda name: -results.observed[name][0])
        chosen, rest = sorted(largest[:MOST_NUMBERS], key=result_tables.natural_order), largest[MOST_NUMBERS:]
        lines += [_("{name}: {mean} a game", name=name, mean=f"{results.observed_mean(name).value:.2f}")
                  for name in chosen]  # fmt: skip
        if rest:
            lines.append(ngettext("{count} smaller number is in the table of observers (--html, --csv)",
                                  "{count} smaller numbers are in the table of observers (--html, --csv)",
                                  len(rest)))  # fmt: skip
    return lines


def _extremes(results: Aggregate, group: str) -> str:
    values = _clear_entries(results, group)
    if group == "race":
        return _(
            "Races with holders that win clearly more often than those of all others: {more}. "
            "Clearly less often: {less}. (Clearly: beyond chance among {count} at once.)",
            **values,
        )
    return _(
        "Powers with holders that win clearly more often than those of all others: {more}. "
        "Clearly less often: {less}. (Clearly: beyond chance among {count} at once.)",
        **values,
    )


def _clear_entries(results: Aggregate, group: str) -> dict[str, object]:
    """Return the texts of a sentence about entries that are clearly out of line."""
    groups = results.groups[group]
    lifts, clear = against_others(groups, group), clear_differences(groups, group)
    ordered = [key for key, _one in by_lift(groups)]
    above = [f"{name_of(key)} ({stats.points(lifts[key])})" for key in ordered if clear[key].low > 0]
    below = [f"{name_of(key)} ({stats.points(lifts[key])})" for key in reversed(ordered) if clear[key].high < 0]
    more, less = (stats.list_first(names, len(ordered)) for names in (above, below))
    return {"more": more, "less": less, "count": len(ordered)}


def _first_combos(results: Aggregate) -> str:
    """Write which races and powers win as the first combo of a player, where none of its later ones is counted."""
    races, powers = (_clear_entries(results, group) for group in ("first_race", "first_power"))
    return _(
        "As a player's first combo, these races win clearly more often than all others: {races}; clearly less often: "
        "{weak_races}. Powers: {powers}; clearly less often: {weak_powers}.",
        races=races["more"], weak_races=races["less"], powers=powers["more"], weak_powers=powers["less"],
    )  # fmt: skip


def _picks(results: Aggregate) -> str:
    """Explain that picks are not worth the even share: a player who picks more often counts more often."""
    games = results.total("players")
    lift = games.pick_lift()
    values = {"count": grouped(int(games.values["picks"].total)), "points": stats.points(lift)}
    if lift.high < 0:
        return _("All {count} picks together against even: {points} (losers pick more often).", **values)
    if lift.low > 0:
        return _("All {count} picks together against even: {points} (winners pick more often).", **values)
    return _("All {count} picks together against even: {points}.", **values)


def _first(results: Aggregate) -> str:
    lines = []
    for (count, order), one in sorted(results.groups["order"].items()):
        if order in (1, count):
            values = {"count": count, "share": stats.percent(one.share("won")), "even": decimal(100 / count, 1)}
            if order == 1:
                lines.append(_("first of {count}: {share} (even {even} %)", **values))
            else:
                lines.append(_("last of {count}: {share} (even {even} %)", **values))
    return _("Who begins and who comes last: {shares}.", shares="; ".join(lines))


def _ties(results: Aggregate) -> str:
    games = results.total("players")
    return _(
        "Games in which several had the most coins: {tied}; somebody lost by the tie-break in {lost}; "
        "shared victories: {shared}.",
        tied=stats.percent(games.share("tied")),
        lost=stats.percent(games.share("lost_tie")),
        shared=stats.percent(games.share("shared")),
    )


def _comparison_parts(
    results: Aggregate, runs: Sequence[Run], against: Aggregate, other_runs: Sequence[Run], pairing: Pairing
) -> list[str]:
    lines = _paragraphs(changes(results, runs, against, other_runs, pairing))
    parts = [_heading(N_("Compared with")), _list_runs(other_runs), lines]
    for table in result_tables.comparisons(results, against, pairing):
        rows = _differences_of_wins(table)
        chart = _chart(table.title, differences(rows, table.name)) if 0 < len(rows) <= LONG else ""
        parts.append(_section(table, chart))
    return parts


def _differences_of_wins(table: result_tables.ResultTable) -> list[tuple[str, Interval]]:
    """List the differences of win rates by name; a table of coins has none."""
    if "difference" not in table.head:
        return []
    width, index = table.head.index("picked here"), table.head.index("difference")
    return [(name_of(row[:width]), gap) for row in table.rows if isinstance(gap := row[index], Interval)]


def _section(table: result_tables.ResultTable, chart: str = "") -> str:
    note = f'<p class="note">{escape(_(table.note))}</p>' if table.note else ""
    inner = f'<div class="scroll">{_html(table)}</div>'
    if len(table.rows) > LONG:
        rows = ngettext("{count} row", "{count} rows", len(table.rows))
        inner = f"<details><summary>{escape(rows)}</summary>{inner}</details>"
    return f"{_heading(table.title)}{note}{chart}{inner}"


def _html(table: result_tables.ResultTable) -> str:
    units = [table.unit(name) for name in table.head]
    texts = [any(isinstance(row[index], str) for row in table.rows) for index in range(len(table.head))]
    head = "".join(
        f'<th scope="col"{" class=text" if text else ""}>{escape(", ".join(map(_, filter(None, (name, unit)))))}</th>'
        for name, unit, text in zip(table.head, units, texts, strict=True)
    )
    rows = []
    for row in table.rows:
        cells = "".join(_cell(cell, unit) for unit, cell in zip(units, row, strict=True))
        rows.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cell(cell: result_tables.Cell, unit: str) -> str:
    if isinstance(cell, Interval):
        value, low, high = (stats.figure(part, unit) for part in cell)
        return f"<td>{value} <small>{'' if isnan(cell.low) else f'{low} … {high}'}</small></td>"
    if isinstance(cell, str):
        text = _(cell) if cell in result_tables.WORDS else cell.replace("_", " ")
        return f'<td class="text">{escape(text)}</td>'
    if cell is None:
        return "<td>–</td>"
    return f"<td>{grouped(cell)}</td>" if isinstance(cell, int) else f"<td>{stats.figure(cell, unit)}</td>"


# --- two sets of results, and their differences as sentences


SENTENCES = {
    ("compared_race", "clear"): N_("Races that win clearly more often here: {more}. Clearly less often: {less}."),
    ("compared_power", "clear"): N_("Powers that win clearly more often here: {more}. Clearly less often: {less}."),
    ("compared_pair", "clear"): N_("Pairs that win clearly more often here: {more}. Clearly less often: {less}."),
    ("compared_order", "clear"): N_("Seats that win clearly more often here: {more}. Clearly less often: {less}."),
    ("compared_race", "coins clear"): N_("Races that score clearly more coins here: {more}. Clearly fewer: {less}."),
    ("compared_power", "coins clear"): N_("Powers that score clearly more coins here: {more}. Clearly fewer: {less}."),
    ("compared_source", "clear"): N_(
        "Sources that pay clearly more coins a combo here: {more}. Clearly fewer: {less}."
    ),
}
"""Table and column of what is clear → the sentence about it."""


def check_comparable(results: Aggregate, against: Aggregate) -> None:
    """Refuse two sets that have nothing to compare.

    :raises SmallWorldError: no race and no power is in both.
    """
    if not any(set(results.groups[name]) & set(against.groups[name]) for name in ("race", "power")):
        raise SmallWorldError(
            _(
                "the results and those after --against have no race and no power in common; "
                "compare results of one edition"
            )
        )


def changes(
    results: Aggregate, runs: Sequence[Run], against: Aggregate, other_runs: Sequence[Run], pairing: Pairing
) -> list[str]:
    """List how the runs differ, and the entries with clearly different win rates or coins."""
    tables = {table.name: table for table in result_tables.comparisons(results, against, pairing)}
    lines = [_unlike(runs, other_runs)]
    if pairing.games:
        lines.append(ngettext("{games} game is compared with one of the same seed.",
                              "{games} games are compared with one of the same seed each.", pairing.games,
                              games=grouped(pairing.games)))  # fmt: skip
    return [*lines, *filter(None, (_list_changes(tables[name], column) for name, column in SENTENCES))]


def _mixture(run: Run) -> str:
    """Return the bots in their proportions: two that are alike play as one does that has every seat."""
    counts = Counter(bot for _name, bot in run.entrants)
    parts = gcd(*counts.values())
    shares = ((bot, count // parts) for bot, count in sorted(counts.items()))
    return ", ".join(bot if share == 1 else f"{share} × {bot}" for bot, share in shares)


CONDITIONS: Mapping[str, Callable[[Run], str]] = {
    N_("players {here} here, {there} there"): lambda run: ", ".join(map(str, run.counts)),
    N_("bots {here} here, {there} there"): _mixture,
    N_("boards {here} here, {there} there"): lambda run: "+".join(run.boards),
    N_("options {here} here, {there} there"): lambda run: ", ".join(f"{key}={value}" for key, value in run.options),
    N_("changes {here} here, {there} there"): lambda run: " ".join(run.changes),
    N_("plugins {here} here, {there} there"): lambda run: ", ".join(run.plugins),
}
"""Sentence about a condition of the games → the condition of a run."""


def _unlike(runs: Sequence[Run], other_runs: Sequence[Run]) -> str:
    """List the rules and conditions that differ; win rates depend on both."""
    parts = []
    if {run.content for run in runs} != {run.content for run in other_runs}:
        ours, theirs = (_join_sorted(run.variant for run in group) for group in (runs, other_runs))
        edition = _("edition {ours} here, {theirs} there", ours=ours, theirs=theirs)
        parts = [_("the content of the edition") if ours == theirs else edition]
    for sentence, condition_of in CONDITIONS.items():
        ours, theirs = (_join_sorted(map(condition_of, group)) for group in (runs, other_runs))
        if ours != theirs:
            parts.append(_(sentence, here=ours or "–", there=theirs or "–"))
    if not parts:
        same = {run.seed for run in runs} & {run.seed for run in other_runs}
        parts = [_("nothing, these may be the same games") if same else _("the seed alone")]
    return _("Differences between the runs: {differences}.", differences="; ".join(parts))


def _join_sorted(texts: Iterable[str]) -> str:
    return and_list(sorted(set(texts)))


def _list_changes(table: result_tables.ResultTable, column: str) -> str:
    """List the entries with a clear difference of win rates or of coins; empty if none is in both sets."""
    of_wins = column == "clear" and "difference" in table.head
    difference, clear = table.head.index("difference" if of_wins else "coins difference"), table.head.index(column)
    width = table.head.index("picked here" if "picked here" in table.head else "combos here")
    both = [(row[:width], row[difference], row[clear]) for row in table.rows]
    gaps = [(key, gap, verdict) for key, gap, verdict in both if isinstance(gap, Interval)]
    if not gaps:
        return ""
    higher, lower = list[str](), list[str]()
    for key, gap, verdict in sorted(gaps, key=lambda entry: -abs(entry[1].value)):
        if verdict == "yes":
            name = order_name(*key) if table.name == "compared_order" else name_of(key)  # type: ignore[arg-type]
            size = stats.points(gap) if of_wins else stats.coins(gap)
            (higher if gap.value > 0 else lower).append(f"{name} ({size})")
    more, less = (stats.list_first(names, len(gaps)) for names in (higher, lower))
    return _(SENTENCES[table.name, column], more=more, less=less)


# --- names of races, powers and relics, in place of the ids of results


NAMED_GROUPS = (
    "race", "power", "pair", "first_race", "first_power", "first_pair", "race_players", "power_players", "source",
)  # fmt: skip
"""Groups of results with ids in their keys."""


def display_names(runs: Iterable[Run]) -> dict[str, str]:
    """Return id → name for the editions that were played and their contents; an edition that is gone has no names."""
    names: dict[str, str] = {}
    for path in sorted({run.variant for run in runs}):
        try:
            variant = load_variant(path)
        except SmallWorldError:
            continue
        names[variant.id] = variant.name
        for kind in (variant.relics, variant.powers, variant.races):
            names |= {key: entry.name for key, entry in kind.items()}
    return names


def with_display_names(results: Aggregate, names: Mapping[str, str]) -> Aggregate:
    """Return results with names as keys; an id without a name is written with spaces."""
    named = replace(results)
    named.groups = {
        group: {display_key(key, names): sums for key, sums in groups.items()} if group in NAMED_GROUPS else groups
        for group, groups in results.groups.items()
    }
    return named


def display_key(key: Key, names: Mapping[str, str]) -> Key:
    """Return the key of a group with names in place of ids."""
    return tuple(_name(part, names) if isinstance(part, str) else part for part in key)


def _name(key: str, names: Mapping[str, str]) -> str:
    text = key.replace("_", " ")
    return names.get(key, text[:1].upper() + text[1:])
