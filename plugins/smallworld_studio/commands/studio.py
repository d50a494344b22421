"""``smallworld studio``: make an edition in the browser, on this machine."""

from __future__ import annotations

import click

from smallworld_cli.common import plugin_option, plugins_of
from smallworld_cli.parameter_types import WholeNumber
from smallworld_web.commands.browser import ServerOptions, need_web, serve_tables


@click.command(short_help="Make an edition in the browser.")
@click.option("--port", type=WholeNumber(0, 65535), default=0, help="Port; by default any free one.")
@click.option("--database", metavar="URL", help="Where drafts are kept: sqlite:///FILE (default) or postgresql://…")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser; the default.")
@plugin_option
def command(port: int, database: str | None, opens: bool, plugin_names: tuple[str, ...]) -> None:
    """Draw a board, change a race and play it at once, until Ctrl-C.

    Only this machine reaches the page. For friends: smallworld serve --studio
    """
    need_web("studio")
    options = ServerOptions(port=port, database=database, pages=("studio",))
    serve_tables(plugins_of(plugin_names), plugin_names, options, open_path="/studio" if opens else None)
