"""Two sets of results side by side: what differs between them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from smallworld.errors import SmallWorldError
from smallworld.sim.analysis.aggregate import Aggregate
from smallworld.sim.analysis.charts import name_of
from smallworld.sim.analysis.number_format import most_of, points
from smallworld.sim.analysis.stats import Interval
from smallworld.sim.analysis.tables import Table, comparisons
from smallworld.sim.run import Run

WORDS = {"compared_race": "Races", "compared_power": "Powers"}


def check_comparable(results: Aggregate, against: Aggregate) -> None:
    """Refuse two sets that have nothing to compare.

    :raises SmallWorldError: no race and no power is in both.
    """
    if not any(set(results.groups[name]) & set(against.groups[name]) for name in ("race", "power")):
        raise SmallWorldError(
            "the results and those after --against have no race and no power in common; compare results of one edition"
        )


def changes(results: Aggregate, runs: Sequence[Run], against: Aggregate, other_runs: Sequence[Run]) -> list[str]:
    """List how the runs differ, and the entries with clearly different win rates."""
    lines = [_unlike(runs, other_runs)]
    lines += [_moved(table) for table in comparisons(results, against) if table.name in WORDS]
    return lines


def _unlike(runs: Sequence[Run], other_runs: Sequence[Run]) -> str:
    """List the rules and conditions that differ; win rates depend on both."""
    parts = [
        f"{word} {ours or '–'} here, {theirs or '–'} there"
        for (word, ours), (_, theirs) in zip(_conditions(runs), _conditions(other_runs), strict=True)
        if ours != theirs
    ]
    if {run.content for run in runs} != {run.content for run in other_runs}:
        ours, theirs = (_each(run.variant for run in group) for group in (runs, other_runs))
        parts.insert(0, "the content of the edition" if ours == theirs else f"edition {ours} here, {theirs} there")
    if not parts:
        same = {run.seed for run in runs} & {run.seed for run in other_runs}
        parts = ["nothing, these may be the same games"] if same else ["the seed alone"]
    return f"Differences between the runs: {'; '.join(parts)}."


def _conditions(runs: Sequence[Run]) -> Iterator[tuple[str, str]]:
    """Under which conditions the games were played, one word for each kind; of several runs all that there are."""
    yield "players", _each(", ".join(map(str, run.counts)) for run in runs)
    yield "bots", _each(_mixture(run) for run in runs)
    yield "boards", _each("+".join(run.boards) for run in runs)
    yield "options", _each(", ".join(f"{key}={value}" for key, value in run.options) for run in runs)
    yield "plugins", _each(", ".join(run.plugins) for run in runs)


def _mixture(run: Run) -> str:
    """The bots in their proportions: two that are alike play as one does that has every seat."""
    counts = Counter(bot for _, bot in run.entrants)
    parts = gcd(*counts.values())
    shares = ((bot, count // parts) for bot, count in sorted(counts.items()))
    return ", ".join(bot if share == 1 else f"{share} × {bot}" for bot, share in shares)


def _each(texts: Iterable[str]) -> str:
    return " and ".join(sorted(set(texts)))


def _moved(table: Table) -> str:
    """List the entries with clearly different win rates."""
    width = table.head.index("picked here")
    difference, clear = table.head.index("difference"), table.head.index("clear")
    higher: list[str] = []
    lower: list[str] = []
    both = [row for row in table.rows if isinstance(row[difference], Interval)]
    for row in both:
        gap = row[difference]
        if row[clear] == "yes" and isinstance(gap, Interval):
            (higher if gap.value > 0 else lower).append(f"{name_of(row[:width])} ({points(gap)})")
    if not both:
        return f"{WORDS[table.name]}: none is in both sets."
    return (
        f"{WORDS[table.name]} that win clearly more often here: {most_of(higher, len(both))}. "
        f"Clearly less often: {most_of(lower, len(both))}."
    )
