"""Compare two sets of results, and write the differences as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _, and_list, grouped, ngettext
from smallworld_lab.analysis.aggregate import Aggregate
from smallworld_lab.analysis.charts import name_of, order_name
from smallworld_lab.analysis.pairing import Pairing
from smallworld_lab.analysis.result_tables import ResultTable, comparisons
from smallworld_lab.analysis.stats import Interval
from smallworld_lab.analysis.wording import coins, list_first, points
from smallworld_lab.run_plan import Run

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
    tables = {table.name: table for table in comparisons(results, against, pairing)}
    lines = [_unlike(runs, other_runs)]
    if pairing.games:
        lines.append(ngettext("{games} game is compared with one of the same seed.",
                              "{games} games are compared with one of the same seed each.", pairing.games,
                              games=grouped(pairing.games)))  # fmt: skip
    return [*lines, *filter(None, (_list_changes(tables[name], column) for name, column in SENTENCES))]


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
    yield _("changes {here} here, {there} there"), _join_sorted(" ".join(run.changes) for run in runs)
    yield _("plugins {here} here, {there} there"), _join_sorted(", ".join(run.plugins) for run in runs)


def _mixture(run: Run) -> str:
    """Return the bots in their proportions: two that are alike play as one does that has every seat."""
    counts = Counter(bot for _name, bot in run.entrants)
    parts = gcd(*counts.values())
    shares = ((bot, count // parts) for bot, count in sorted(counts.items()))
    return ", ".join(bot if share == 1 else f"{share} × {bot}" for bot, share in shares)


def _join_sorted(texts: Iterable[str]) -> str:
    return and_list(sorted(set(texts)))


def _list_changes(table: ResultTable, column: str) -> str:
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
            (higher if gap.value > 0 else lower).append(f"{name} ({points(gap) if of_wins else coins(gap)})")
    return _(SENTENCES[table.name, column], more=list_first(higher, len(gaps)), less=list_first(lower, len(gaps)))
