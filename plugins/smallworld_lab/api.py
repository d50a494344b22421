"""Many games from Python, and what they show: the functions of :mod:`smallworld.lab`."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import pyarrow as pa

from smallworld.errors import ArgumentError, SmallWorldError
from smallworld.languages import lazy
from smallworld.model.variant import Scalar
from smallworld_lab.analysis.aggregate import Aggregate, flat
from smallworld_lab.analysis.pairing import pair_batches
from smallworld_lab.analysis.report_page import check_comparable
from smallworld_lab.analysis.result_tables import combo_table, compare_group, list_tables, stacked
from smallworld_lab.changes import changed_variant, format_change
from smallworld_lab.executors import backend, play_in_order
from smallworld_lab.result_file import META, check_results, read_whole
from smallworld_lab.run_plan import Run, chunk_size
from smallworld_lab.run_setup import entries_of, load_plugins, plan_run
from smallworld_lab.sweep import combinations, play_sweep

KINDS = ("race", "power", "pair")
"""Groups of results that :func:`first_combos` judges."""
COMPARED = (*KINDS, "order", "entrant")
"""Groups that :func:`compare` compares."""


def play(
    variant: str | PathLike[str] = "base",
    bots: str | Sequence[str] | Mapping[str, str] = "greedy",
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    *,
    players: int | Sequence[int] | None = None,
    changes: Mapping[str, Any] | None = None,
    observers: Sequence[str | type] = (),
    board: str | Sequence[str] = (),
    options: Mapping[str, Scalar] | None = None,
    plugins: Sequence[str] = (),
    progress: Callable[[int], object] | None = None,
) -> pa.Table:
    """Play many games of bots; the rows are those of ``smallworld simulate`` with the same seed.

    :param variant: id of an edition, or the path of its file.
    :param bots: names of bots, with parameters as on the command line (``planner:plans=200``), or players → bots.
        They change seats from game to game; fewer bots than seats sit down again.
    :param seed: decides all games; ``jobs`` does not.
    :param jobs: processes that play.
    :param players: players of a game, or several numbers that take turns; by default as many as bots, or 3 for one bot.
    :param changes: values of the edition by their paths, e.g. ``{"races.orcs.banner": 7}``.
    :param observers: names of observers, or classes; they fill the column ``observed``.
    :param board: ids or files of boards. :param options: answers to rulings. :param plugins: modules or files.
    :param progress: called with the number of games after each chunk.
    :return: a table of Arrow with a row for each game; ``docs/simulate.md`` lists its columns.
    :raises SmallWorldError: an argument does not fit, or a game fails.
    """
    _check_numbers(games, seed, jobs)
    classes = {kind.__name__: kind for kind in observers if isinstance(kind, type)}
    _check_processes(jobs, classes)
    named = Run(
        fspath(variant), "", _entrants(bots), _counts(players), games, seed,
        boards=(board,) if isinstance(board, str) else tuple(board),
        options=tuple((options or {}).items()), plugins=tuple(plugins), chunk=chunk_size(games),
        observers=tuple(kind.__name__ if isinstance(kind, type) else kind for kind in observers),
        changes=tuple(map(format_change, (changes or {}).items())),
    )  # fmt: skip
    run = plan_run(named, load_plugins(named.plugins), None, tuple(classes))
    parts = []
    for rows in play_in_order([run], backend(jobs), classes=classes):
        parts.append(rows)
        if progress is not None:
            progress(sum(part.num_rows for part in parts))
    return pa.concat_tables(parts).combine_chunks().replace_schema_metadata({META: run.as_json().encode()})


def read(path: str | PathLike[str]) -> pa.Table:
    """Read a file of ``smallworld simulate``.

    :raises SmallWorldError: it is not such a file, or it is damaged.
    """
    file = Path(path)
    check_results(file)
    return read_whole(file)


def first_combos(table: pa.Table) -> pa.Table:
    """Judge races, powers and pairs by the first combos of players alone, the strongest first.

    Later combos are picked by players who are behind, so a strong race may look ordinary among all picks.

    :param table: games of :func:`play` or :func:`read`.
    :return: ``kind`` (race, power, pair), ``name``, ``picked``, ``win_rate``, ``against_others`` and more; intervals of
        95 % are in ``…_low`` and ``…_high``. ``clear`` is *stronger* or *weaker* beyond chance among all of a kind.
    """
    results = _aggregate(table)
    return stacked({kind: combo_table(results, f"first_{kind}", "") for kind in KINDS})


def compare(table: pa.Table, against: pa.Table) -> pa.Table:
    """Compare two sets of games, such as those of two versions of an edition, the largest difference of a kind first.

    Games with the same seed are compared in pairs, so that a few hundred games show what thousands would otherwise.

    :param table: games of :func:`play` or :func:`read`; :param against: those that they are compared with.
    :return: ``kind`` (race, power, pair, order, entrant), ``name``, win rates and coins of both sets (``…_here``,
        ``…_there``), ``difference`` of win rates against even and ``coins_difference``, each with ``…_low`` and
        ``…_high`` (95 %), and whether they are ``clear`` beyond chance among all of a kind.
    :raises SmallWorldError: no race and no power is in both.
    """
    results, base = _aggregate(table), _aggregate(against)
    check_comparable(results, base)
    pairing = pair_batches([flat(table)], [flat(against)])
    return stacked({kind: compare_group(results, base, pairing, kind, "") for kind in COMPARED})


def sweep(
    paths: Mapping[str, Sequence[Any]],
    variant: str | PathLike[str] = "base",
    bots: str | Sequence[str] | Mapping[str, str] = "greedy",
    games: int = 400,
    seed: int = 0,
    jobs: int = 1,
    *,
    of: Sequence[str] = (),
    players: int | Sequence[int] | None = None,
) -> pa.Table:
    """Play an edition with other values, and compare the games with those of the edition as it is, in pairs.

    :param paths: path of the edition → its values, e.g. ``{"races.orcs.banner": range(3, 8)}``; all combinations play.
    :param of: races, powers or pairs that are compared; by default those of the paths, or else the seats.
    :param games: games of each combination. The other parameters are those of :func:`play`.
    :return: a row for each combination and entry: a column for each path, ``name``, ``picked``, ``win_rate``,
        ``against_others``, ``difference`` from the edition as it is (95 %), whether it is ``clear``, and coins.
    :raises SmallWorldError: a path or value does not fit, or a game fails.
    """
    _check_numbers(games, seed, jobs)
    _check_processes(jobs, {})
    loaded = load_plugins(())
    named = Run(fspath(variant), "", _entrants(bots), _counts(players), games, seed, chunk=chunk_size(games))
    edition = changed_variant(named.variant, (), loaded)
    entries = entries_of(edition, of, list(paths))

    def plan(changes: tuple[str, ...]) -> Run:
        return plan_run(replace(named, changes=changes), loaded)

    settings = combinations({path: list(values) for path, values in paths.items()})
    return play_sweep(plan, settings, entries, backend(jobs), lambda _all: lambda _games: None).table.as_arrow()


def tables(table: pa.Table) -> dict[str, pa.Table]:
    """Make all tables of ``smallworld report --csv``: name → table, such as ``race``, ``order`` or ``observed``."""
    return {each.name: each.as_arrow() for each in list_tables(_aggregate(table))}


# --- arguments


def _aggregate(table: pa.Table) -> Aggregate:
    if "combos" not in getattr(table, "column_names", ()):
        raise ArgumentError(f"expected a table of games, which play() and read() return, not {type(table).__name__}")
    if not table.num_rows:
        raise SmallWorldError(lazy("the table has no games"))
    results = Aggregate()
    results.add(flat(table))
    return results


def _check_numbers(games: int, seed: int, jobs: int) -> None:
    for name, number in (("games", games), ("jobs", jobs)):
        if type(number) is not int or number < 1:
            raise ArgumentError(f"{name} must be a whole number, 1 or more, not {number!r:.60}")
    if type(seed) is not int or not 0 <= seed < 1 << 63:
        raise ArgumentError(f"seed must be a whole number from 0 to 2**63 - 1, not {seed!r:.60}")


def _entrants(bots: str | Sequence[str] | Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if isinstance(bots, str):
        return ((bots, bots),)
    if isinstance(bots, Mapping):
        return tuple(bots.items())
    return tuple((bot, bot) for bot in bots)


def _counts(players: int | Sequence[int] | None) -> tuple[int, ...]:
    counts = () if players is None else (players,) if isinstance(players, int) else tuple(players)
    for count in counts:
        if type(count) is not int or not 1 <= count <= 12:
            raise ArgumentError(f"players must be from 1 to 12, not {count!r:.60}")
    return counts


def _check_processes(jobs: int, classes: Mapping[str, type]) -> None:
    """Refuse processes that could not begin, or could not find the observers."""
    if jobs == 1:
        return
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SmallWorldError(lazy('a script that plays with jobs > 1 needs: if __name__ == "__main__": …'))
    has_file = hasattr(sys.modules["__main__"], "__file__")
    for name, kind in classes.items():
        if "<locals>" in kind.__qualname__ or (kind.__module__ == "__main__" and not has_file):
            raise ArgumentError(f"other processes cannot find the observer {name}; move it to a file, or use jobs=1")
