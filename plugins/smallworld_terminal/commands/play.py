"""``smallworld play`` and ``resume``: a game against people or bots, from its beginning or from a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from smallworld.languages import _
from smallworld_cli.common import (
    RecordOptions,
    answers_of,
    board_option,
    complete_variant,
    decision_limit_option,
    plugin_option,
    plugins_of,
    record_options,
    ruling_option,
    trace_option,
    tracer,
    variant_of,
)
from smallworld_cli.parameter_types import FILE, SAVED_GAME, SEED, WholeNumber, Word


def play_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of :class:`smallworld_terminal.game_loop.PlayOptions` that both commands call the same."""
    for option in (
        click.option("--plain", "is_plain", is_flag=True, help="Ask line by line, without using the whole window."),
        click.option("--json", "as_json", is_flag=True, help="Print the lines of the replay."),
        decision_limit_option,
        click.option("--bot-failure", type=Word(["replace", "stop"]), default="replace",
                     help="Replace a bot that fails by a random one, or stop the game."),
    ):  # fmt: skip
        function = option(function)
    return function


@click.command()
@click.argument("variant", default="base", shell_complete=complete_variant)
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]", help="A player; =human (default) or a bot.")
@board_option
@click.option("--seed", type=SEED, help="Number that decides chance; random if not given.")
@click.option("--save", type=FILE, metavar="FILE", help="Record the game here.")
@ruling_option
@click.option("--tutorial", is_flag=True, help="Learn the game in five guided turns on a small board.")
@click.option("--browser", "in_browser", is_flag=True, help="Play in the browser, on a table of its own.")
@play_options
@trace_option
@plugin_option
def command(
    variant: str, players: tuple[str, ...], boards: tuple[str, ...], seed: int | None, save: Path | None,
    rulings: tuple[str, ...], tutorial: bool, trace_hooks: bool, plugin_names: tuple[str, ...], **shared: Any,
) -> None:  # fmt: skip
    """Play VARIANT (default: base). Without --player you play against an easy and a normal bot, if it allows two.

    With bots alone the game plays itself. Without a terminal actions are read line by
    line from standard input. Either way the log goes to standard output. A game
    recorded with --save can be resumed at any time. --tutorial explains the game while you play.
    """
    from smallworld_terminal.game_loop import NewGames, PlayOptions  # not for --help

    in_browser, as_json = shared["in_browser"], shared["as_json"]
    if in_browser:
        from smallworld_web.commands.serve import need_web, refuse_with_browser

        need_web("play --browser")
        refuse_with_browser({"--save": save is not None, "--json": as_json, "--trace-hooks": trace_hooks})
    if tutorial:
        _check_tutorial({"--player": players, "--board": boards, "--browser": in_browser, "--json": as_json})
    plugins = plugins_of(plugin_names)
    options = PlayOptions(plugins, plugin_names, **shared)
    edition, answers = variant_of(variant, plugins), answers_of(rulings)
    NewGames(options, edition, players, boards, answers, tracer(trace_hooks), tutorial).play(seed, save)


@click.command()
@click.option("--plain", "is_plain", is_flag=True, help="Ask line by line, without using the whole window.")
@click.option("--save", type=FILE, metavar="FILE", help="Record the game here.")
@click.pass_context
def tutorial(context: click.Context, is_plain: bool, save: Path | None) -> None:
    """Learn the game in five guided turns on a small board, against a bot.

    It is the same as play --tutorial. The page of smallworld serve has it, too: Learn in ten minutes.
    """
    context.invoke(command, tutorial=True, is_plain=is_plain, save=save)


def _check_tutorial(options: Mapping[str, object]) -> None:
    """Refuse options that choose what the tutorial decides."""
    for name, value in options.items():
        if value:
            raise click.UsageError(_("--tutorial does not go with {name}", name=name))


@click.command()
@click.argument("file", required=False, type=SAVED_GAME)
@click.option("--list", "is_listing", is_flag=True, help="List the recorded games, the newest first.")
@click.option("--at", "event", type=WholeNumber(0), metavar="EVENT", help="Go on after this event of the game.")
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]",
              help="A player who is a bot, or a person, from now on; all others as before.")  # fmt: skip
@click.option("--browser", "in_browser", is_flag=True, help="Go on in the browser, with a copy; FILE does not change.")
@play_options
@record_options
@plugin_option
def resume(
    file: Path | None, is_listing: bool, event: int | None, players: tuple[str, ...], variant: str | None,
    boards: tuple[str, ...], last_line: int | None, plugin_names: tuple[str, ...], **shared: Any,
) -> None:  # fmt: skip
    """Go on with the game in FILE from its last whole line; bots play on as bots.

    Without FILE the newest unfinished game at a terminal goes on.

    No other program can play the game meanwhile. FILE does not change before a player decides.
    With --up-to the game goes on from an earlier line, with --at after the event with this number, counted from 1; a
    copy of the whole file is kept next to it.
    """
    from smallworld_records.save_file import SaveFile
    from smallworld_terminal.game_loop import PlayOptions, go_on  # not for --help
    from smallworld_terminal.games_folder import game_list, line_of_event, newest_game

    if shared["in_browser"]:
        from smallworld_web.commands.serve import need_web, refuse_with_browser

        need_web("resume --browser")
        refuse_with_browser({"--json": shared["as_json"]})
    if is_listing:
        for line in game_list():
            click.echo(line)
        return
    if file is None:
        file = newest_game()
        click.echo(_("going on with {file}", file=file), err=True)
    if event is not None:
        last_line = line_of_event(file, event, last_line)
    options = PlayOptions(plugins_of(plugin_names), plugin_names, **shared)
    with closing(SaveFile(file)) as save:
        go_on(save, players, options, RecordOptions(variant, boards, last_line))
