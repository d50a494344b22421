"""``smallworld ladder``: bots play against each other and get Elo ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from smallworld.languages import _, decimal, grouped
from smallworld_cli import common
from smallworld_cli.console import print_columns
from smallworld_cli.parameter_types import WholeNumber
from smallworld_lab.run_options import RunOptions, jobs_option, make_run, run_seed_option

if TYPE_CHECKING:
    from smallworld_lab.analysis.stats import Interval
    from smallworld_lab.ladder import Rating
    from smallworld_lab.run_plan import Run


@click.command()
@click.argument("variant", default="base", shell_complete=common.complete_variant)
@click.option("--player", "players", multiple=True, metavar="[NAME=]BOT", help="A bot; repeat. Default: every bot.")
@click.option("--players", "counts", default="2", show_default=True, metavar="N[-M]",
              help="Number of players at a table, or a range.")  # fmt: skip
@click.option("--games", type=WholeNumber(1, 1_000_000), default=24, show_default=True,
              help="Number of games at each table.")  # fmt: skip
@common.board_option
@common.ruling_option
@run_seed_option
@jobs_option
@common.decision_limit_option
@common.json_option
@common.plugin_option
def command(
    games: int, seed: int | None, jobs: int, decision_limit: float | None, as_json: bool, **chosen: Any
) -> None:
    """Let bots play VARIANT (default: base) against each other, and rate them by Elo.

    Bots form every possible table, and each table plays the same number of games, with
    changing seats. The average rating is 1500; 400 points more are odds of ten to one.
    docs/bots.md explains the ratings and their intervals.

    \b
    Examples:
      smallworld ladder --player easy --player normal --player hard --games 100 --jobs 2
      smallworld ladder warcraft --players 4 --player greedy --player mcts:passes=40 --seed 1
    """
    common.need_extra("ladder", "numpy", "pyarrow")
    from smallworld_bots.bot_description import RUN_BITS, new_seed
    from smallworld_lab.executors import backend
    from smallworld_lab.ladder import list_line_ups, play_ladder
    from smallworld_lab.run_options import RunProgress

    if seed is None:
        seed = new_seed(RUN_BITS)
    options = RunOptions(**chosen)
    if not options.players:
        options = replace(options, players=tuple(common.plugins_of(options.plugin_names).bots))
    run = make_run(options, games=games, seed=seed, chunk=1)
    _check_entrants(run)
    tables = list_line_ups(run)
    progress = RunProgress(games * len(tables), 0, 0)
    try:
        ratings = play_ladder(run, backend(jobs), progress.add, decision_limit)
    finally:
        progress.clear()
    if as_json:
        common.print_json(_document(run, len(tables), ratings))
    else:
        _print_table(run, len(tables), ratings)


def _check_entrants(run: Run) -> None:
    """Refuse a ladder that cannot be played.

    :raises click.UsageError: a bot is listed twice, there are not two bots, or a table has a single player.
    """
    names = [name for name, _bot in run.entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(_("{name!r} is listed twice; give the second a name of its own", name=twice))
    if len(names) < 2:
        raise click.UsageError(_("a ladder needs two bots; repeat --player"))
    if min(run.counts) < 2:
        raise click.UsageError(_("a table of a ladder needs two players or more"))


def _document(run: Run, tables: int, ratings: Mapping[str, Rating]) -> dict[str, object]:
    """Return the ladder as plain data."""
    bots = dict(run.entrants)
    return {
        "variant": run.variant, "players": list(run.counts), "tables": tables, "games": run.games * tables,
        "seed": run.seed,
        "ratings": [
            {
                "name": name, "bot": bots[name], "games": rating.games, "elo": _rounded(rating.elo, 1),
                "win_rate": _rounded(rating.win_rate, 4),
            }
            for name, rating in ratings.items()
        ],
    }  # fmt: skip


def _rounded(interval: Interval, places: int) -> list[float]:
    """Return value, low and high bound, for the document."""
    return [round(bound, places) for bound in interval]


def _print_table(run: Run, tables: int, ratings: Mapping[str, Rating]) -> None:
    rows = [(_("bot"), _("Elo"), _("interval"), _("games"), _("wins"), _("interval"))]
    for name, rating in ratings.items():
        elo, share = rating.elo, [decimal(100 * bound, 1) for bound in rating.win_rate]
        rows.append((
            name, decimal(elo.value, 0), _("{low} to {high}", low=decimal(elo.low, 0), high=decimal(elo.high, 0)),
            grouped(rating.games), f"{share[0]} %", _("{low} to {high}", low=share[1], high=share[2]),
        ))  # fmt: skip
    print_columns(rows)
    games = grouped(run.games * tables)
    click.echo(_("{variant}, games: {games}, tables: {tables}, seed: {seed}",
                 variant=run.variant, games=games, tables=tables, seed=run.seed))  # fmt: skip
