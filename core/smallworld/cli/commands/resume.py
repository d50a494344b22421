"""``smallworld resume``: go on with a saved or interrupted game."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.cli.browser import need_web, refuse_with_browser, serve_tables
from smallworld.cli.common import (
    bot_failure_option,
    lines_option,
    plugin_option,
    plugins_of,
    usage_errors,
    warn,
)  # fmt: skip
from smallworld.cli.replay_files import read_or_exit, reader_arguments, record_options, resume_options


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME[=BOT]",
    help="A player who is a bot, or a person, from now on; all others as before.",
)
@click.option("--browser", is_flag=True, help="Go on in the browser, with a copy; FILE does not change.")
@bot_failure_option
@lines_option
@record_options
@plugin_option
def command(
    file: Path, players: tuple[str, ...], browser: bool, bot_failure: str, as_json: bool, variant: str | None,
    boards: tuple[str, ...], last_line: int | None, plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Go on with the game in FILE from its last whole line; bots play on as bots.

    No other program can play the game meanwhile. FILE does not change before a player decides.
    With --up-to the game goes on from an earlier line; a copy of the whole file is kept next to it.
    """
    from smallworld.cli.prompt.runner import run_session  # not for --help
    from smallworld.replays.save_file import SaveFile, keep_copy
    from smallworld.sessions import Session
    from smallworld.sessions.bot_players import make_bots
    from smallworld.sessions.outcomes import Outcomes
    from smallworld.sessions.seats import change_seats, recorded_seats, unrecorded_seats

    if browser:
        need_web("resume --browser")
        refuse_with_browser({"--json": as_json})
    plugins = plugins_of(plugin_names)
    outcomes = Outcomes()
    arguments = reader_arguments(plugins, variant, boards, last_line)
    with SaveFile(file) as save:
        reader = read_or_exit(save, plugins, watch=outcomes.add, **arguments)
        game = reader.game
        with usage_errors():
            seats = change_seats(game, players)
        bots = make_bots(seats, plugins)
        if browser:
            serve_tables(plugins, plugin_names, game=game, seats=seats)
            return
        if last_line is not None and reader.whole < reader.size:
            click.echo(f"the whole game is kept in {keep_copy(save)}", err=True)
        unrecorded = unrecorded_seats(seats, recorded_seats(game))
        resuming = resume_options(plugin_names, unrecorded, bot_failure, variant=variant, boards=boards)
        session = Session(
            game, bots, save=save, resumed=reader, outcomes=outcomes, seed=game.origin["seed"],
            stop_on_failure=bot_failure == "stop", warn=warn,
        )  # fmt: skip
        run_session(session, resuming, as_json=as_json)
