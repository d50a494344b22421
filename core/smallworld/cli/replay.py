"""``smallworld replay``: verify a recorded game, or read it event by event."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.cli.common import json_option, plugin_option, plugins_of, print_json
from smallworld.cli.records import read_or_stop


@click.command(short_help="Step through or verify a recorded game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verify", is_flag=True, help="Only say whether the record is true to the rules.")
@click.option("--player", metavar="NAME", help="Leave out what this player could not see.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Write a page to step through."
)
@plugin_option
@json_option
def command(
    file: Path, verify: bool, player: str | None, html: Path | None, plugin_names: tuple[str, ...], as_json: bool
) -> None:
    """Read FILE, a game that was saved with --save, and print it event by event."""
    from smallworld.cli.words import Outcomes

    outcomes = Outcomes()
    quiet = verify or as_json or html is not None or player is not None
    game = read_or_stop(file, plugins_of(plugin_names), watch=None if quiet else outcomes.note).game
    if player is not None and player not in game.players:
        raise click.UsageError(f"nobody called {player!r} plays; players: {', '.join(game.players)}")
    if html is not None:
        from smallworld.cli.board import write
        from smallworld.cli.words import told
        from smallworld.render.html import page

        write(html, page(game, told, viewer=player))
        click.echo(f"written: {html}")
    elif verify:
        if as_json:
            print_json({"file": str(file), "verified": True, "events": len(game.log), "over": game.over,
                        "winners": game.winners(), "to_move": game.to_move})  # fmt: skip
            return
        state = f"won by {', '.join(game.winners())}" if game.over else f"not over, {game.to_move} is to move"
        click.echo(f"{file}: verified, {len(game.log)} events, {state}")
    elif as_json or player is not None:
        from smallworld.records.replay import lines

        for line in lines(game, player):
            click.echo(line)
    else:
        from smallworld.cli.story import tell

        for line in tell(game, outcomes):
            click.echo(line)
