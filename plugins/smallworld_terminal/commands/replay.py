"""``smallworld replay`` and ``legal``: a recorded game event by event, and the actions that are legal at its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.errors import UnknownName
from smallworld.languages import _, ngettext
from smallworld_cli.common import (
    RecordOptions,
    decision_limit_option,
    json_option,
    plugin_option,
    plugins_of,
    print_json,
    read_or_exit,
    record_options,
    refuse_overwriting,
    trace_option,
    tracer,
    write_file,
)
from smallworld_cli.parameter_types import FILE, SAVED_GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from smallworld.game import Game
    from smallworld.player_view import View
    from smallworld.plugins.manager import Plugins


@click.command()
@click.argument("file", type=SAVED_GAME)
@click.option("--verify", is_flag=True, help="Only report whether the record is true to the rules.")
@click.option("--player", metavar="NAME", help="Leave out events that this player could not see.")
@click.option("--render", metavar="NAME", help="Print the end of the game as a renderer shows it, e.g. text.")
@click.option("--position", is_flag=True, help="Print the position at the end as one line of text.")
@click.option("--html", type=FILE, metavar="OUT", help="Write a page to step through.")
@record_options
@decision_limit_option
@plugin_option
@json_option
def command(
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

    options = RecordOptions(**record)
    if html is not None:
        refuse_overwriting("--html", html, [file, *map(Path, options.boards)])
    turns = TurnHistory()
    plugins = plugins_of(plugin_names)
    renderer = None if render is None else _renderer_of(plugins, render)
    prints_end = position or renderer is not None
    needs_steps = not (verify or as_json or html is not None or player is not None or prints_end)
    actions: list[str] = []
    arguments = options.reader_arguments(plugins)
    with DecisionLimit(patience_for((), decision_limit), lambda: len(actions) + len(turns.steps)):
        watch = turns.add if needs_steps else lambda _before, action, _after: actions.append(action)
        game = read_or_exit(file, plugins, watch=watch, **arguments).game
    if player is not None:
        from smallworld_terminal.game_loop import usage_errors  # not for --help

        with usage_errors():
            check_player(game, player)
    if position:
        click.echo(position_text(game.state) if player is None else game.view(player).position_text())
    elif renderer is not None:
        click.echo(renderer(game.view(player)))
    elif html is not None:
        from smallworld_draw.replay_page import page

        write_file(html, page(game, viewer=player))
        click.echo(_("written: {file}", file=html))
    elif verify:
        _print_verified(game, file, as_json=as_json)
    else:
        for line in game_lines(game, turns.steps) if needs_steps else lines(game, player):
            click.echo(line)


def _renderer_of(plugins: Plugins, name: str) -> Callable[[View], str]:
    """Return a renderer.

    :raises UnknownName: no plugin brings one of this name.
    """
    if name not in plugins.renderers:
        raise UnknownName("renderer", name, plugins.renderers)
    return plugins.renderers[name]


def _print_verified(game: Game, file: Path, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file), "verified": True, "events": len(game.log), "over": game.over,
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
@trace_option
@plugin_option
@json_option
def legal(file: Path, why: bool, trace_hooks: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
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
        click.echo(_("the game is over"), err=True)
    for action in actions:
        click.echo(action)
        for line in game.why(action) if why else ():
            click.echo(f"  {line}")
