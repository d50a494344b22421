"""``smallworld replay``: verify a recorded game, or read it event by event."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.cli.common import (
    json_option,
    plugin_option,
    plugins_of,
    print_json,
    refuse_overwriting,
    usage_errors,
    write_file,
)  # fmt: skip
from smallworld.cli.replay_files import read_or_exit, reader_arguments, record_options

if TYPE_CHECKING:
    from smallworld.game import Game


@click.command(short_help="Step through or verify a recorded game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verify", is_flag=True, help="Only report whether the record is true to the rules.")
@click.option("--player", metavar="NAME", help="Leave out what this player could not see.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Write a page to step through."
)
@record_options
@plugin_option
@json_option
def command(
    file: Path, verify: bool, player: str | None, html: Path | None, variant: str | None, boards: tuple[str, ...],
    last_line: int | None, plugin_names: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Read FILE, a game that was saved with --save, and print it event by event."""
    from smallworld.replays.writer import lines  # not for --help
    from smallworld.sessions.log_text import game_lines
    from smallworld.sessions.outcomes import Outcomes
    from smallworld.sessions.seats import check_player

    if html is not None:
        refuse_overwriting("--html", html, [file, *map(Path, boards)])
    outcomes = Outcomes()
    plugins = plugins_of(plugin_names)
    needs_outcomes = not (verify or as_json or html is not None or player is not None)
    arguments = reader_arguments(plugins, variant, boards, last_line)
    game = read_or_exit(file, plugins, watch=outcomes.add if needs_outcomes else None, **arguments).game
    if player is not None:
        with usage_errors():
            check_player(game, player)
    if html is not None:
        _write_page(game, html, player)
    elif verify:
        _print_verified(game, file, as_json=as_json)
    else:
        for line in game_lines(game, outcomes) if needs_outcomes else lines(game, player):
            click.echo(line)


def _write_page(game: Game, file: Path, viewer: str | None) -> None:
    from smallworld.render.replay_page.page import page
    from smallworld.sessions.log_text import event_text

    write_file(file, page(game, event_text, viewer=viewer))
    click.echo(f"written: {file}")


def _print_verified(game: Game, file: Path, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file), "verified": True, "events": len(game.log), "over": game.over,
                    "winners": game.winners(), "to_move": game.to_move})  # fmt: skip
        return
    end = f"won by {', '.join(game.winners())}" if game.over else f"not over, {game.to_move} is to move"
    click.echo(f"{file}: verified, {len(game.log)} events, {end}")
