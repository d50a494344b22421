"""``smallworld serve``: tables in the browser, on this machine or for friends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from smallworld.languages import _
from smallworld_cli.common import complete_variant, plugin_option, plugins_of, variant_of
from smallworld_cli.parameter_types import Number, WholeNumber
from smallworld_web.commands.browser import ServerOptions, need_web, serve_tables
from smallworld_web.page_sets import page_set_names


def page_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each package that brings pages: ``--studio/--no-studio``."""
    for name in page_set_names():
        help_text = _("Serve the pages of {name}, too; by default only on this machine.", name=name)
        function = click.option(f"--{name}/--no-{name}", f"pages_{name}", default=None, help=help_text)(function)
    return function


@click.command(short_help="Play in the browser, alone or with friends.")
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=complete_variant)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", type=WholeNumber(0, 65535), default=8000, show_default=True, help="Port; 0 = any free one.")
@click.option("--database", metavar="URL", help="Where tables are kept: sqlite:///FILE (default) or postgresql://…")
@click.option("--url", default="", metavar="URL", help="Address under which players reach the server, for links.")
@click.option("--bot-seconds", type=Number(1, 600), default=30, show_default=True,
              help="Limit of a decision of a bot.")  # fmt: skip
@click.option("--idle-days", type=Number(0), default=0, show_default=True,
              help="Remove tables that nobody has begun to play for so long; 0 = never.")  # fmt: skip
@click.option("--lobby", is_flag=True, help="Let hosts list tables on the start page, with seats for anybody.")
@page_options
@click.option("--open/--no-open", "opens", default=None, help="Open the start page; by default only on this machine.")
@plugin_option
def command(opens: bool | None, plugin_names: tuple[str, ...], **options: Any) -> None:
    """Serve tables to browsers until Ctrl-C.

    An EDITION is an id, or a file or folder of your own: it is offered before the
    installed ones, and read again for new tables when its files change.

    Only this machine reaches the server, unless --host names another address.
    Tables are kept in a database, so the server can be stopped at any time.

    \b
    Examples:
      smallworld serve
      smallworld serve my-edition
    """
    need_web("serve")
    plugins = plugins_of(plugin_names)
    for name in options["editions"]:
        variant_of(name, plugins)
    is_local = options["host"] in ("127.0.0.1", "localhost")
    switches = {name: options.pop(f"pages_{name}") for name in page_set_names()}
    pages = tuple(name for name, is_on in switches.items() if (is_local if is_on is None else is_on))
    server = ServerOptions(**options, pages=pages)
    opens = is_local if opens is None else opens
    serve_tables(plugins, plugin_names, server, open_path="/" if opens else None)
