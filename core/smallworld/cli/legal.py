"""``smallworld legal``: what could be done at the end of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.cli.common import json_option, plugin_option, plugins_of, print_json
from smallworld.cli.records import read_or_stop


@click.command(short_help="The legal actions at the end of a saved game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@plugin_option
@json_option
def command(file: Path, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print the legal actions at the end of FILE, one a line; nothing if the game is over."""
    game = read_or_stop(file, plugins_of(plugin_names)).game
    actions = [str(action) for action in game.legal_actions()]
    if as_json:
        print_json({"to_move": game.to_move, "phase": game.phase, "legal": actions})
        return
    for action in actions:
        click.echo(action)
