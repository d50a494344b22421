"""``smallworld resume``: go on with a saved or interrupted game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.cli.common import plugin_option, plugins_of
from smallworld.cli.play import run
from smallworld.cli.records import read_or_stop

if TYPE_CHECKING:
    from smallworld.game import Game


@click.command(short_help="Go on with a saved or interrupted game.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME[=BOT]",
    help="Who is played by a bot, or by a person from now on; all others as before.",
)
@click.option("--bot-failure", type=click.Choice(["replace", "stop"]), default="replace", help="What if a bot fails.")
@click.option("--json", "as_json", is_flag=True, help="Print the lines of the replay.")
@plugin_option
def command(
    file: Path, players: tuple[str, ...], bot_failure: str, as_json: bool, plugin_names: tuple[str, ...]
) -> None:
    """Go on with the game in FILE from its last whole line; bots play on as bots."""
    from smallworld.cli.session import Session, bots_of
    from smallworld.cli.words import Outcomes

    plugins = plugins_of(plugin_names)
    outcomes = Outcomes()
    reader = read_or_stop(file, plugins, watch=outcomes.note)
    game = reader.game
    kinds = {name: kind or "human" for name, _, kind in (text.partition("=") for text in players)}
    for name in kinds:
        if name not in game.players:
            raise click.UsageError(f"nobody called {name!r} plays; players: {', '.join(game.players)}")
    bots = bots_of({**_recorded(game), **kinds}, plugins)
    session = Session(
        game, bots, save=file, resumed=reader, outcomes=outcomes, seed=len(game.log),
        stop_on_failure=bot_failure == "stop",
    )  # fmt: skip
    run(session, as_json=as_json, save=file)


def _recorded(game: Game) -> dict[str, str]:
    """Who was a bot; only bots that go by a name, for a file must not start a program."""
    seats = game.origin.get("seats", {})
    return {
        name: kind
        for name, kind in seats.items()
        if name in game.players and isinstance(kind, str) and re.match(r"[A-Za-z_]\w*(:|\Z)", kind)
    }
