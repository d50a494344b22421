"""Two sets of results side by side: what differs between them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from smallworld.errors import SmallWorldError
from smallworld.sim.charts import name_of
from smallworld.sim.run import Run
from smallworld.sim.stats import Interval
from smallworld.sim.tables import Table, comparisons
from smallworld.sim.tally import Tally
from smallworld.sim.wording import most_of, points

WORDS = {"compared_race": "Races", "compared_power": "Powers"}


def check_comparable(found: Tally, against: Tally) -> None:
    """Refuse two sets that have nothing to compare.

    :raises SmallWorldError: no race and no power is in both.
    """
    if not any(set(found.groups[name]) & set(against.groups[name]) for name in ("race", "power")):
        raise SmallWorldError(
            "the results and those after --against have no race and no power in common; compare results of one edition"
        )


def changes(found: Tally, runs: Sequence[Run], against: Tally, others: Sequence[Run]) -> list[str]:
    """How the runs differ, and whose win rate does so beyond chance."""
    told = [_unlike(runs, others)]
    told += [_moved(table) for table in comparisons(found, against) if table.name in WORDS]
    return told


def _unlike(runs: Sequence[Run], others: Sequence[Run]) -> str:
    """Whether only the rules differ, or the conditions as well, on which win rates depend, too."""
    parts = [
        f"{word} {here or '–'} here, {there or '–'} there"
        for (word, here), (_, there) in zip(_conditions(runs), _conditions(others), strict=True)
        if here != there
    ]
    if {run.content for run in runs} != {run.content for run in others}:
        here, there = (_each(run.variant for run in some) for some in (runs, others))
        parts.insert(0, "the content of the edition" if here == there else f"edition {here} here, {there} there")
    if not parts:
        same = {run.seed for run in runs} & {run.seed for run in others}
        parts = ["nothing, these may be the same games"] if same else ["the seed alone"]
    return f"What differs between the runs: {'; '.join(parts)}."


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


def _each(words: Iterable[str]) -> str:
    return " and ".join(sorted(set(words)))


def _moved(table: Table) -> str:
    """Those whose win rate is clearly another one here."""
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
        f"{WORDS[table.name]} whose holders win clearly more often here: {most_of(higher, len(both))}. "
        f"Clearly less often: {most_of(lower, len(both))}."
    )
