"""``smallworld legal``: what could be done at the end of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.cli.common import json_option, plugin_option, plugins_of, print_json, trace_option, tracer
from smallworld.cli.records import read_or_stop


@click.command(short_help="The legal actions at the end of a saved game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--why", is_flag=True, help="With what each ability adds to reach, cost and score.")
@trace_option
@plugin_option
@json_option
def command(file: Path, why: bool, trace_hooks: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print the legal actions at the end of FILE, one a line; nothing if the game is over."""
    wrap = tracer(trace_hooks)
    if wrap is not None:
        wrap.muted = True  # what was said in the turns before is not of interest here
    game = read_or_stop(file, plugins_of(plugin_names), wrap).game
    if wrap is not None:
        wrap.muted = False
    actions = [str(action) for action in game.legal_actions()]
    if as_json:
        print_json({"to_move": game.to_move, "phase": game.phase, "legal": actions,
                    **({"why": {action: [line._asdict() for line in game.why(action)] for action in actions}}
                       if why else {})})  # fmt: skip
        return
    if game.over:
        click.echo("the game is over", err=True)
    for action in actions:
        click.echo(action)
        for line in game.why(action) if why else ():
            click.echo(f"  {line}")
