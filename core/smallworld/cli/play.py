"""``smallworld play``: a game against people or bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.cli.common import options_of, plugin_option, plugins_of, trace_option, tracer, variant_of
from smallworld.cli.saying import say

if TYPE_CHECKING:
    from smallworld.cli.session import Session
    from smallworld.game import Game


@click.command(short_help="Play a game, against people or bots.")
@click.argument("variant", default="base")
@click.option("--player", "players", multiple=True, metavar="NAME[=BOT]", help="A player; =human (default) or a bot.")
@click.option("--board", "boards", multiple=True, metavar="BOARD", help="Board id or file; repeat for islands.")
@click.option("--seed", type=int, help="Number that decides chance; random if not given.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Record the game here.")
@click.option("--option", "options", multiple=True, metavar="RULING=VALUE", help="Answer a ruling differently.")
@click.option("--bot-failure", type=click.Choice(["replace", "stop"]), default="replace", help="What if a bot fails.")
@click.option("--json", "as_json", is_flag=True, help="Print the lines of the replay.")
@trace_option
@plugin_option
def command(
    variant: str, players: tuple[str, ...], boards: tuple[str, ...], seed: int | None, save: Path | None,
    options: tuple[str, ...], bot_failure: str, as_json: bool, trace_hooks: bool, plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Play VARIANT (default: base). Without --player you play against two greedy bots.

    With bots alone the game plays itself. Without a terminal actions are read line by
    line from standard input. Either way what happens is told on standard output. A game
    recorded with --save can be resumed at any time.
    """
    from smallworld.cli.session import Session, bots_of  # not for --help
    from smallworld.cli.sides import sides_line
    from smallworld.editions import boards_of
    from smallworld.game import new_game

    plugins = plugins_of(plugin_names)
    seats = _seats(players)
    chosen = variant_of(variant, plugins)
    seed = random.SystemRandom().randrange(1 << 31) if seed is None else seed
    bots = bots_of(seats, plugins)
    game = new_game(
        chosen, list(seats), seed=seed, board=boards_of(chosen, boards), options=options_of(options), plugins=plugins,
        wrap=tracer(trace_hooks),
    )  # fmt: skip
    if save is not None and save.exists() and save.stat().st_size:
        raise click.UsageError(f"{save} exists already; go on with: smallworld resume {save}, or choose another file")
    game.origin = {**game.origin, "seats": {name: kind for name, kind in seats.items() if kind != "human"}}
    if save is None and len(bots) < len(seats) and sys.stdin.isatty() and not as_json:
        save = _own_file(chosen.id, seed)
        say(f"recorded in {save}; quit whenever you like, nothing is lost", err=True)
    session = Session(game, bots, save=save, seed=seed, stop_on_failure=bot_failure == "stop")
    if not as_json:
        click.echo(f"{chosen.name}, {len(seats)} players, seed {seed}", err=True)
        if sides_line(game):
            click.echo(sides_line(game), err=True)
    run(session, as_json=as_json, save=save)


def _own_file(variant: str, seed: int) -> Path:
    """Where a game at a terminal is recorded if nobody says where: quitting loses nothing."""
    folder = Path(click.get_app_dir("smallworld")) / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(
            f"cannot make the folder {folder}: {(error.strerror or '').lower()}; use --save FILE"
        ) from None
    return folder / f"{variant}-{datetime.now():%Y%m%d-%H%M%S}-{seed}.jsonl"


def run(session: Session, *, as_json: bool, save: Path | None) -> None:
    """Play a session to its end, or as far as its players go."""
    people = [name for name in session.game.players if name not in session.bots]
    try:
        if people and sys.stdin.isatty() and not as_json:
            from smallworld.cli.prompt import converse  # readline and maps, for terminals alone

            converse(session)
        else:
            _play_lines(session, people, as_json=as_json)
        _report(session, as_json=as_json)
    finally:
        session.close()
        if save is not None and not session.game.over:
            say(f"saved; go on with: smallworld resume {save}", err=True)


def _play_lines(session: Session, people: Sequence[str], *, as_json: bool) -> None:
    """Play without a terminal, or with bots alone, and tell what happens."""
    from smallworld.cli.commands import Commands, Quit

    def tell() -> None:
        for line in [] if as_json else session.news():
            click.echo(line)

    if not people:
        session.heard = 0  # whoever watches wants to know all
    with suppress(Quit):
        session.play_lines(iter(sys.stdin) if people else iter(()), Commands(session).answer, tell)
    tell()


def _report(session: Session, *, as_json: bool) -> None:
    from smallworld.cli.story import result_line
    from smallworld.cli.table_text import final_table
    from smallworld.records.replay import lines

    game: Game = session.game
    if as_json:
        for line in lines(game):
            click.echo(line)
    elif game.over:
        say(result_line(game))
        for line in final_table(game):
            say(line)
    else:
        say(f"not over: round {game.round} of {game.rounds}, next: {game.to_move} ({game.phase})")


def _seats(players: Sequence[str]) -> dict[str, str]:
    """Names in the order of the seats → ``human`` or a bot."""
    if not players:
        return {"you": "human", "anna": "greedy", "bert": "greedy"}
    seats: dict[str, str] = {}
    for text in players:
        name, _, kind = text.partition("=")
        if name in seats:
            raise click.UsageError(f"two players are called {name!r}; give each a name of its own")
        seats[name] = kind or "human"
    if len(seats) == 1:
        seats["bot"] = "greedy"
    return seats
