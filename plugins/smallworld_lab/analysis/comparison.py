"""Compare two sets of results, and write the differences as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from smallworld.errors import SmallWorldError
from smallworld.languages import _, and_list
from smallworld_lab.analysis.aggregate import Aggregate
from smallworld_lab.analysis.charts import name_of
from smallworld_lab.analysis.number_format import list_first, points
from smallworld_lab.analysis.result_tables import ResultTable, comparisons
from smallworld_lab.analysis.stats import Interval
from smallworld_lab.run_plan import Run

COMPARED = ("compared_race", "compared_power")
"""Tables with sentences about them."""


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


def changes(results: Aggregate, runs: Sequence[Run], against: Aggregate, other_runs: Sequence[Run]) -> list[str]:
    """List how the runs differ, and the entries with clearly different win rates."""
    lines = [_unlike(runs, other_runs)]
    lines += [_list_changes(table) for table in comparisons(results, against) if table.name in COMPARED]
    return lines


def _unlike(runs: Sequence[Run], other_runs: Sequence[Run]) -> str:
    """List the rules and conditions that differ; win rates depend on both."""
    parts = [
        sentence.format(here=ours or "–", there=theirs or "–")
        for (sentence, ours), (_sentence, theirs) in zip(_conditions(runs), _conditions(other_runs), strict=True)
        if ours != theirs
    ]
    if {run.content for run in runs} != {run.content for run in other_runs}:
        ours, theirs = (_join_sorted(run.variant for run in group) for group in (runs, other_runs))
        edition = _("edition {ours} here, {theirs} there", ours=ours, theirs=theirs)
        parts.insert(0, _("the content of the edition") if ours == theirs else edition)
    if not parts:
        same = {run.seed for run in runs} & {run.seed for run in other_runs}
        parts = [_("nothing, these may be the same games") if same else _("the seed alone")]
    return _("Differences between the runs: {differences}.", differences="; ".join(parts))


def _conditions(runs: Sequence[Run]) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each condition of the games, and the conditions of these runs."""
    yield _("players {here} here, {there} there"), _join_sorted(", ".join(map(str, run.counts)) for run in runs)
    yield _("bots {here} here, {there} there"), _join_sorted(_mixture(run) for run in runs)
    yield _("boards {here} here, {there} there"), _join_sorted("+".join(run.boards) for run in runs)
    yield (
        _("options {here} here, {there} there"),
        _join_sorted(", ".join(f"{key}={value}" for key, value in run.options) for run in runs),
    )
    yield _("plugins {here} here, {there} there"), _join_sorted(", ".join(run.plugins) for run in runs)


def _mixture(run: Run) -> str:
    """Return the bots in their proportions: two that are alike play as one does that has every seat."""
    counts = Counter(bot for _name, bot in run.entrants)
    parts = gcd(*counts.values())
    shares = ((bot, count // parts) for bot, count in sorted(counts.items()))
    return ", ".join(bot if share == 1 else f"{share} × {bot}" for bot, share in shares)


def _join_sorted(texts: Iterable[str]) -> str:
    return and_list(sorted(set(texts)))


def _list_changes(table: ResultTable) -> str:
    """List the entries with clearly different win rates."""
    width, is_race = table.head.index("picked here"), table.name == "compared_race"
    difference, clear = table.head.index("difference"), table.head.index("clear")
    higher: list[str] = []
    lower: list[str] = []
    both = [row for row in table.rows if isinstance(row[difference], Interval)]
    for row in both:
        gap = row[difference]
        if row[clear] == "yes" and isinstance(gap, Interval):
            (higher if gap.value > 0 else lower).append(f"{name_of(row[:width])} ({points(gap)})")
    if not both:
        return _("Races: none is in both sets.") if is_race else _("Powers: none is in both sets.")
    values = {"more": list_first(higher, len(both)), "less": list_first(lower, len(both))}
    if is_race:
        return _("Races that win clearly more often here: {more}. Clearly less often: {less}.", **values)
    return _("Powers that win clearly more often here: {more}. Clearly less often: {less}.", **values)
