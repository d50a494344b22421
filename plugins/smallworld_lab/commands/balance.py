"""``smallworld balance``: compare one race, power or pair with the others."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from smallworld.languages import _, decimal, grouped
from smallworld_cli.common import (
    json_option,
    need_extra,
    plugin_option,
    plugins_of,
    print_json,
    ruling_option,
    variant_of,
)
from smallworld_cli.parameter_types import SEED, Points, WholeNumber
from smallworld_lab.run_options import RunOptions, bots_option, change_option, counts_option, jobs_option, make_run
from smallworld_lab.run_plan import chunk_size
from smallworld_output.text_width import pad

if TYPE_CHECKING:
    from smallworld_lab.analysis.stats import Interval


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="RACE_OR_POWER...")
@click.option("--variant", default="base", show_default=True, metavar="ID_OR_FILE", help="The edition it is in.")
@bots_option
@counts_option
@ruling_option
@change_option
@click.option("--until", "--within", "within", type=Points(0.1, 50), default="4", show_default=True,
              metavar="±POINTS", help="Stop when the win rate is known to so many percentage points.")  # fmt: skip
@click.option("--most", type=WholeNumber(10), default=5000, show_default=True, help="Stop after so many games.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides all games.")
@jobs_option
@json_option
@plugin_option
def command(
    names: tuple[str, ...], within: float, most: int, seed: int, jobs: int, as_json: bool, **run_options: Any
) -> None:
    """Play as many games as a comparison of a race, a power or a pair of both with the others needs.

    \b
    Examples:
      smallworld balance sorcerers
      smallworld balance wealthy orcs --until 2
      smallworld balance gnomes --variant my/variant.yaml --within 3 --jobs 2
    """
    need_extra("balance", "pyarrow")
    from smallworld_lab.analysis.balance import measure_rank
    from smallworld_lab.executors import backend
    from smallworld_lab.run_setup import find_entry

    options = RunOptions(**run_options)
    edition = variant_of(options.variant, plugins_of(options.plugin_names))
    group, key = find_entry(edition, " ".join(names).split())
    run = make_run(options, games=most, seed=seed, chunk=min(10, chunk_size(most)))
    placement = measure_rank(run, group, key, backend(jobs), within / 100, _print_progress)
    if sys.stderr.isatty():
        click.echo(f"\r{'':<72}\r", nl=False, err=True)
    if as_json:
        unpicked = {"name": placement.name, "group": group, "games": placement.games, "picked": 0}
        data = asdict(placement) if placement.picked else unpicked
        print_json({**data, "sentence": placement.sentence(), "seed": seed})
    else:
        click.echo(placement.sentence())


def _print_progress(games: int, lift: Interval) -> None:
    """Write the result so far over the line before; only at a terminal."""
    if sys.stderr.isatty():
        value, low, high = (decimal(100 * part, 1, signed=True) for part in (lift.value, lift.low, lift.high))
        text = _(
            "{games} games: {value} points ({low} to {high})",
            games=grouped(games), value=value, low=low, high=high,
        )  # fmt: skip
        click.echo(f"\r{pad(text, 72)}", nl=False, err=True)
