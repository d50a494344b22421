"""``smallworld play``: a game against people or bots."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from smallworld.cli.browser import need_web, refuse_with_browser, serve_tables
from smallworld.cli.common import (
    bot_failure_option,
    lines_option,
    options_of,
    plugin_option,
    plugins_of,
    trace_option,
    tracer,
    usage_errors,
    variant_of,
    warn,
)  # fmt: skip
from smallworld.cli.replay_files import resume_options
from smallworld.cli.text.output import say


@click.command()
@click.argument("variant", default="base")
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]", help="A player; =human (default) or a bot.")
@click.option("--board", "boards", multiple=True, metavar="BOARD", help="Board id or file; repeat for islands.")
@click.option("--seed", type=int, help="Number that decides chance; random if not given.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Record the game here.")
@click.option("--option", "options", multiple=True, metavar="RULING=VALUE", help="Answer a ruling differently.")
@click.option("--browser", is_flag=True, help="Play in the browser, on a table of its own.")
@bot_failure_option
@lines_option
@trace_option
@plugin_option
def command(
    variant: str, players: tuple[str, ...], boards: tuple[str, ...], seed: int | None, save: Path | None,
    options: tuple[str, ...], browser: bool, bot_failure: str, as_json: bool, trace_hooks: bool,
    plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Play VARIANT (default: base). Without --player you play against two greedy bots.

    With bots alone the game plays itself. Without a terminal actions are read line by
    line from standard input. Either way the log goes to standard output. A game
    recorded with --save can be resumed at any time.
    """
    from smallworld.bots.seeds import new_seed  # not for --help
    from smallworld.cli.prompt.runner import run_session
    from smallworld.editions import boards_of
    from smallworld.game import new_game
    from smallworld.sessions import Session
    from smallworld.sessions.bot_players import make_bots
    from smallworld.sessions.seats import parse_seats, record_seats, unrecorded_seats
    from smallworld.sessions.teams import teams_line

    if browser:
        need_web("play --browser")
        refuse_with_browser({"--save": save is not None, "--json": as_json, "--trace-hooks": trace_hooks})
    plugins = plugins_of(plugin_names)
    with usage_errors():
        seats = parse_seats(players)
    edition = variant_of(variant, plugins)
    seed = new_seed() if seed is None else seed
    bots = make_bots(seats, plugins)
    game = new_game(
        edition, list(seats), seed=seed, board=boards_of(edition, boards), options=options_of(options),
        plugins=plugins, wrap=tracer(trace_hooks),
    )  # fmt: skip
    record_seats(game, seats)
    if browser:
        serve_tables(plugins, plugin_names, game=game, seats=seats)
        return
    if save is None and len(bots) < len(seats) and sys.stdin.isatty() and not as_json:
        save = _default_save(edition.id, seed)
        say(f"recorded in {save}; quit whenever you like, nothing is lost", err=True)
    session = Session(game, bots, save=save, seed=seed, stop_on_failure=bot_failure == "stop", warn=warn)
    if not as_json:
        click.echo(f"{edition.name}, {len(seats)} players, seed {seed}", err=True)
        if teams_line(game):
            click.echo(teams_line(game), err=True)
    resuming = resume_options(plugin_names, unrecorded_seats(seats, seats), bot_failure)
    run_session(session, resuming, as_json=as_json)


def _default_save(variant: str, seed: int) -> Path:
    """Return a new file in the user's folder for programs, where a game at a terminal is recorded by default."""
    folder = Path(click.get_app_dir("smallworld")) / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(
            f"cannot make the folder {folder}: {(error.strerror or '').lower()}; use --save FILE"
        ) from None
    return folder / f"{variant}-{datetime.now():%Y%m%d-%H%M%S}-{seed}.jsonl"
