"""``smallworld play`` and ``resume``: a game against people or bots, from its beginning or from a save."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.cli.browser import need_web, refuse_with_browser, serve_tables
from smallworld.cli.common import (
    bot_failure_option,
    complete_variant,
    decision_limit_option,
    lines_option,
    options_of,
    plain_option,
    plugin_option,
    plugins_of,
    trace_option,
    tracer,
    usage_errors,
    variant_of,
    warn,
)  # fmt: skip
from smallworld.cli.recorded_games import game_list, games_folder, line_of_event, newest_game
from smallworld.cli.replay_files import read_or_exit, reader_arguments, record_options, resume_options
from smallworld.cli.text.output import say

if TYPE_CHECKING:
    from smallworld.game import Game


@click.command()
@click.argument("variant", default="base", shell_complete=complete_variant)
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]", help="A player; =human (default) or a bot.")
@click.option("--board", "boards", multiple=True, metavar="BOARD", help="Board id or file; repeat for islands.")
@click.option("--seed", type=int, help="Number that decides chance; random if not given.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Record the game here.")
@click.option("--option", "options", multiple=True, metavar="RULING=VALUE", help="Answer a ruling differently.")
@click.option("--tutorial", is_flag=True, help="Learn the game in five guided turns on a small board.")
@click.option("--browser", is_flag=True, help="Play in the browser, on a table of its own.")
@bot_failure_option
@decision_limit_option
@lines_option
@plain_option
@trace_option
@plugin_option
def command(
    variant: str, players: tuple[str, ...], boards: tuple[str, ...], seed: int | None, save: Path | None,
    options: tuple[str, ...], tutorial: bool, browser: bool, bot_failure: str, decision_limit: float | None,
    as_json: bool, is_plain: bool, trace_hooks: bool, plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Play VARIANT (default: base). Without --player you play against an easy and a normal bot, if it allows two.

    With bots alone the game plays itself. Without a terminal actions are read line by
    line from standard input. Either way the log goes to standard output. A game
    recorded with --save can be resumed at any time. --tutorial explains the game while you play.
    """
    from smallworld.bots.seeds import new_seed  # not for --help
    from smallworld.cli.prompt.runner import fills_window, run_session
    from smallworld.cli.prompt.tutorial import SEATS, SEED, Tutorial, tutorial_board
    from smallworld.decision_limit import DecisionLimit, patience_for
    from smallworld.editions import boards_of
    from smallworld.game import new_game
    from smallworld.sessions import Session
    from smallworld.sessions.bot_players import make_bots
    from smallworld.sessions.seats import HUMAN, parse_seats, record_seats, unrecorded_seats

    if browser:
        need_web("play --browser")
        refuse_with_browser({"--save": save is not None, "--json": as_json, "--trace-hooks": trace_hooks})
    if tutorial:
        _check_tutorial({"--player": players, "--board": boards, "--browser": browser, "--json": as_json})
    plugins = plugins_of(plugin_names)
    edition = variant_of(variant, plugins)
    with usage_errors():
        seats = parse_seats(SEATS if tutorial else players, edition.boards)
    if seed is None:
        seed = SEED if tutorial else new_seed()
    faces = (tutorial_board(),) if tutorial else boards_of(edition, boards)
    is_shown = sys.stdin.isatty() and (HUMAN in seats.values() or (fills_window() and not is_plain))
    wants_game = True
    while wants_game:
        bots = make_bots(seats, plugins)
        with DecisionLimit(patience_for((), decision_limit), lambda: 0):
            game = new_game(
                edition, list(seats), seed=seed, board=faces, options=options_of(options),
                plugins=plugins, wrap=tracer(trace_hooks),
            )  # fmt: skip
        record_seats(game, seats)
        if browser:
            serve_tables(plugins, plugin_names, game=game, seats=seats)
            return
        if save is None and is_shown and not as_json:
            save = _default_save(edition.id, seed)
            say(f"recorded in {save}; quit whenever you like, nothing is lost", err=True)
        session = Session(game, bots, save=save, seed=seed, stop_on_failure=bot_failure == "stop", warn=warn)
        if not as_json:
            _announce(game, seed)
        resuming = resume_options(plugin_names, unrecorded_seats(seats, seats), bot_failure, limit=decision_limit)
        wants_game = run_session(
            session, resuming, as_json=as_json, is_plain=is_plain, limit=decision_limit, may_repeat=not tutorial,
            tutorial=Tutorial() if tutorial else None,
        )  # fmt: skip
        seed, save = new_seed(), None


def _check_tutorial(options: Mapping[str, object]) -> None:
    """Refuse options that choose what the tutorial decides."""
    for name, value in options.items():
        if value:
            raise click.UsageError(f"--tutorial does not go with {name}")


def _announce(game: Game, seed: int) -> None:
    """Print the edition, the number of players, the seed and the teams."""
    from smallworld.sessions.standings import teams_line  # not for --help

    click.echo(f"{game.variant.name}, {len(game.players)} players, seed {seed}", err=True)
    if teams_line(game):
        click.echo(teams_line(game), err=True)


def _default_save(variant: str, seed: int) -> Path:
    """Return a new file in the user's folder for programs, where a game at a terminal is recorded by default."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(
            f"cannot make the folder {folder}: {(error.strerror or '').lower()}; use --save FILE"
        ) from None
    return folder / f"{variant}-{datetime.now():%Y%m%d-%H%M%S}-{seed}.jsonl"


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--list", "is_listing", is_flag=True, help="List the games that were recorded without --save.")
@click.option("--at", "event", type=click.IntRange(0), metavar="EVENT", help="Go on after this event of the game.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME[=BOT]",
    help="A player who is a bot, or a person, from now on; all others as before.",
)
@click.option("--browser", is_flag=True, help="Go on in the browser, with a copy; FILE does not change.")
@bot_failure_option
@decision_limit_option
@lines_option
@plain_option
@record_options
@plugin_option
def resume(
    file: Path | None, is_listing: bool, event: int | None, players: tuple[str, ...], browser: bool, bot_failure: str,
    decision_limit: float | None, as_json: bool, is_plain: bool, variant: str | None, boards: tuple[str, ...],
    last_line: int | None, plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Go on with the game in FILE from its last whole line; bots play on as bots.

    Without FILE the newest unfinished game goes on that was recorded without --save.

    No other program can play the game meanwhile. FILE does not change before a player decides.
    With --up-to the game goes on from an earlier line, with --at after the event with this number, counted from 1; a
    copy of the whole file is kept next to it.
    """
    from smallworld.cli.prompt.runner import run_session  # not for --help
    from smallworld.decision_limit import DecisionLimit, patience_for
    from smallworld.replays.save_file import SaveFile, keep_copy
    from smallworld.sessions import Session
    from smallworld.sessions.bot_players import make_bots
    from smallworld.sessions.latest_turns import TurnHistory
    from smallworld.sessions.outcomes import Outcomes
    from smallworld.sessions.seats import change_seats, recorded_seats, unrecorded_seats

    if browser:
        need_web("resume --browser")
        refuse_with_browser({"--json": as_json})
    if is_listing:
        for line in game_list():
            click.echo(line)
        return
    if file is None:
        file = newest_game()
        click.echo(f"going on with {file}", err=True)
    if event is not None:
        last_line = line_of_event(file, event, last_line)
    plugins = plugins_of(plugin_names)
    outcomes, turns = Outcomes(), TurnHistory()

    def watch(before: Game, action: str, after: Game) -> None:
        outcomes.add(before, action, after)
        turns.add(before, action, after)

    arguments = reader_arguments(plugins, variant, boards, last_line)
    with closing(SaveFile(file)) as save:
        with DecisionLimit(patience_for((), decision_limit), lambda: len(outcomes)):
            reader = read_or_exit(save, plugins, watch=watch, **arguments)
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
        resuming = resume_options(
            plugin_names, unrecorded, bot_failure, variant=variant, boards=boards, limit=decision_limit
        )
        session = Session(
            game, bots, save=save, resumed=reader, outcomes=outcomes, turns=turns, seed=game.origin["seed"],
            stop_on_failure=bot_failure == "stop", warn=warn,
        )  # fmt: skip
        run_session(session, resuming, as_json=as_json, is_plain=is_plain, limit=decision_limit)
