"""``smallworld play``, ``resume``, ``replay`` and ``legal``: a game from its beginning, from a save, or as it was."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.errors import UnknownName
from smallworld.languages import _, ngettext
from smallworld_cli import common
from smallworld_cli.parameter_types import FILE, SAVED_GAME, SEED, WholeNumber, Word

if TYPE_CHECKING:
    from smallworld.game import Game


play_options = common.options_together(
    click.option("--plain", "is_plain", is_flag=True, help="Ask line by line, without using the whole window."),
    click.option("--json", "as_json", is_flag=True, help="Print the lines of the replay."),
    common.decision_limit_option,
    click.option("--bot-failure", type=Word(["replace", "stop"]), default="replace",
                 help="Replace a bot that fails by a random one, or stop the game."),
)  # fmt: skip
"""The options of :class:`smallworld_terminal.game_loop.PlayOptions` that both commands call the same."""


@click.command()
@click.argument("variant", default="base", shell_complete=common.complete_variant)
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]", help="A player; =human (default) or a bot.")
@common.board_option
@click.option("--seed", type=SEED, help="Number that decides chance; random if not given.")
@click.option("--save", type=FILE, metavar="FILE", help="Record the game here.")
@common.ruling_option
@click.option("--tutorial", is_flag=True, help="Learn the game in five guided turns on a small board.")
@click.option("--browser", "in_browser", is_flag=True, help="Play in the browser, on a table of its own.")
@play_options
@common.trace_option
@common.plugin_option
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
    plugins = common.plugins_of(plugin_names)
    options = PlayOptions(plugins, plugin_names, **shared)
    edition, answers = common.variant_of(variant, plugins), common.answers_of(rulings)
    NewGames(options, edition, players, boards, answers, common.tracer(trace_hooks), tutorial).play(seed, save)


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
@common.record_options
@common.plugin_option
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
    options = PlayOptions(common.plugins_of(plugin_names), plugin_names, **shared)
    with closing(SaveFile(file)) as save:
        go_on(save, players, options, common.RecordOptions(variant, boards, last_line))


# --- recorded games: event by event, and the actions that are legal at their end


@click.command()
@click.argument("file", type=SAVED_GAME)
@click.option("--verify", is_flag=True, help="Only report whether the record is true to the rules.")
@click.option("--player", metavar="NAME", help="Leave out events that this player could not see.")
@click.option("--render", metavar="NAME", help="Print the end of the game as a renderer shows it, e.g. text.")
@click.option("--position", is_flag=True, help="Print the position at the end as one line of text.")
@click.option("--html", type=FILE, metavar="OUT", help="Write a page to step through.")
@common.record_options
@common.decision_limit_option
@common.plugin_option
@common.json_option
def replay(
    file: Path, verify: bool, player: str | None, render: str | None, position: bool, html: Path | None,
    decision_limit: float | None,
    plugin_names: tuple[str, ...], as_json: bool, **record: Any,
) -> None:  # fmt: skip
    """Read FILE, a game that was saved with --save, and print it event by event."""
    from smallworld.decision_limit import DecisionLimit, patience_for
    from smallworld.tools import position_text
    from smallworld_play.log_text import game_lines
    from smallworld_play.seats import check_player
    from smallworld_play.turns import TurnHistory
    from smallworld_records.record_lines import lines  # not for --help

    options = common.RecordOptions(**record)
    if html is not None:
        common.refuse_overwriting("--html", html, [file, *map(Path, options.boards)])
    turns = TurnHistory()
    plugins = common.plugins_of(plugin_names)
    if render is not None and render not in plugins.renderers:
        raise UnknownName("renderer", render, plugins.renderers)
    prints_end = position or render is not None
    needs_steps = not (verify or as_json or html is not None or player is not None or prints_end)
    actions: list[str] = []
    arguments = options.reader_arguments(plugins)
    with DecisionLimit(patience_for((), decision_limit), lambda: len(actions) + len(turns.steps)):
        watch = turns.add if needs_steps else lambda _before, action, _after: actions.append(action)
        game = common.read_or_exit(file, plugins, watch=watch, **arguments).game
    if player is not None:
        from smallworld_terminal.game_loop import usage_errors  # not for --help

        with usage_errors():
            check_player(game, player)
    if position:
        click.echo(position_text(game.state) if player is None else game.view(player).position_text())
    elif render is not None:
        click.echo(plugins.renderers[render](game.view(player)))
    elif html is not None:
        from smallworld_draw.replay_page import page

        common.write_file(html, page(game, viewer=player))
        click.echo(_("written: {file}", file=html))
    elif verify:
        _print_verified(game, file, as_json=as_json)
    else:
        for line in game_lines(game, turns.steps) if needs_steps else lines(game, player):
            click.echo(line)


def _print_verified(game: Game, file: Path, *, as_json: bool) -> None:
    if as_json:
        common.print_json({"file": str(file), "verified": True, "events": len(game.log), "over": game.over,
                    "winners": game.winners(), "to_move": game.to_move})  # fmt: skip
        return
    if game.over:
        text = ngettext("{file}: verified, {count} event, won by {winners}",
                        "{file}: verified, {count} events, won by {winners}",
                        len(game.log), file=file, winners=", ".join(game.winners()) or _("nobody"))  # fmt: skip
    else:
        text = ngettext("{file}: verified, {count} event, not over, next: {player}",
                        "{file}: verified, {count} events, not over, next: {player}",
                        len(game.log), file=file, player=game.to_move)  # fmt: skip
    click.echo(text)


@click.command()
@click.argument("file", type=SAVED_GAME)
@click.option("--why", is_flag=True, help="Add the effect of each ability on reach, cost and score.")
@common.trace_option
@common.plugin_option
@common.json_option
def legal(file: Path, why: bool, trace_hooks: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print the legal actions at the end of FILE, one a line; nothing if the game is over."""
    hook_tracer = common.tracer(trace_hooks)
    if hook_tracer is not None:
        hook_tracer.muted = True  # the turns before are not of interest
    game = common.read_or_exit(file, common.plugins_of(plugin_names), hook_tracer).game
    if hook_tracer is not None:
        hook_tracer.muted = False
    actions = [str(action) for action in game.legal_actions()]
    if as_json:
        common.print_json({"to_move": game.to_move, "phase": game.phase, "legal": actions,
                    **({"why": {action: [line._asdict() for line in game.why(action)] for action in actions}}
                       if why else {})})  # fmt: skip
        return
    if game.over:
        click.echo(_("the game is over"), err=True)
    for action in actions:
        click.echo(action)
        for line in game.why(action) if why else ():
            click.echo(f"  {line}")
