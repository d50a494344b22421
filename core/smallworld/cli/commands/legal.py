"""``smallworld legal``: the legal actions at the end of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.cli.common import json_option, plugin_option, plugins_of, print_json, trace_option, tracer
from smallworld.cli.replay_files import read_or_exit


@click.command(short_help="List the legal actions at the end of a saved game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--why", is_flag=True, help="Add the effect of each ability on reach, cost and score.")
@trace_option
@plugin_option
@json_option
def command(file: Path, why: bool, trace_hooks: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print the legal actions at the end of FILE, one a line; nothing if the game is over."""
    hook_tracer = tracer(trace_hooks)
    if hook_tracer is not None:
        hook_tracer.muted = True  # the turns before are not of interest
    game = read_or_exit(file, plugins_of(plugin_names), hook_tracer).game
    if hook_tracer is not None:
        hook_tracer.muted = False
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
