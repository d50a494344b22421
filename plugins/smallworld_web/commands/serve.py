"""The command ``serve``, and tables for games of ``play --browser`` and ``resume --browser``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.languages import _, lazy
from smallworld_cli.common import complete_variant, need_extra, plugin_option, plugins_of, variant_of
from smallworld_cli.console import say
from smallworld_cli.parameter_types import Number, WholeNumber
from smallworld_web.page_sets import page_set_names

if TYPE_CHECKING:
    from smallworld import Game, Plugins
    from smallworld_web.site import Site

_UNNAMED = lazy(
    "warning: everybody who reaches this machine can open tables, under any name; "
    "--url http://NAME is the name under which players reach it"
)


def need_web(command: str) -> None:
    """Check that the packages of the extra ``web`` are installed.

    :raises SmallWorldError: one is missing; the sentence names the command that installs it.
    """
    need_extra(command, "starlette", "uvicorn", "jinja2", "sqlalchemy", extra="web")


def refuse_with_browser(used: Mapping[str, bool]) -> None:
    """Refuse options that a table in the browser does not have.

    :param used: option → whether it was given.
    :raises click.UsageError: one was given.
    """
    for option, is_used in used.items():
        if is_used:
            raise click.UsageError(_("{option} does not go with --browser; leave out one of them", option=option))


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of ``serve``; the defaults are those of a game that is opened in the browser.

    :ivar database: address of the database; None = a file in the user's folder for programs.
    :ivar pages: the pages of other packages that are served, too.
    :ivar page_settings: settings of these pages, from the command.
    :ivar editions: editions that are offered first: ids, files or folders.
    :ivar lobby: hosts of tables may list them on the start page.
    """

    host: str = "127.0.0.1"
    port: int = 0
    database: str | None = None
    url: str = ""
    bot_seconds: float = 30.0
    idle_days: float = 0.0
    pages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    lobby: bool = False
    page_settings: Mapping[str, str] = field(default_factory=dict)


def serve_tables(
    plugins: Plugins, plugin_names: Sequence[str], options: ServerOptions = ServerOptions(), *,
    open_path: str | None = None, first_page: str = "", game: Game | None = None,
    seats: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """Serve until Ctrl-C; with a game a table is opened for it at once.

    :param open_path: the page that a browser opens. :param first_page: a page that is announced.
    :param seats: player → ``human`` or the description of a bot, for the game.
    """
    from smallworld_play.seats import is_program  # not for --help
    from smallworld_web import server

    for player, kind in (seats or {}).items():
        if is_program(kind):
            raise click.UsageError(
                _("{player} cannot be the program {kind!r} in the browser; choose another bot",
                  player=player, kind=kind)
            )  # fmt: skip
    host, url = options.host, options.url
    if url:
        server.check_url(url)
    with server.listen(host, options.port) as listener:
        database = options.database or server.database_url(Path(click.get_app_dir("smallworld")))
        site, workers = server.build_site(plugins, plugin_names, database, options)
        base = url.rstrip("/") or server.address(host, listener.getsockname()[1])
        if game is None:
            lines = [_("open {address}", address=f"{base}{first_page}")] if first_page else []
            lines += _links_of_server(site, base)
        else:
            open_path, lines = _open_table(site, base, game, seats or {})
        if not url and not server.allowed_hosts(host, url):
            lines = [*lines, _UNNAMED]
        server.serve(site, workers, listener, host=host, open_path=open_path, announce=lambda: _announce(lines))


def _announce(lines: Sequence[str]) -> None:
    """Print lines at once, also into a pipe; a warning goes to standard error."""
    for line in lines:
        say(line, err=line == _UNNAMED)
    sys.stdout.flush()


def _links_of_server(site: Site, base: str) -> list[str]:
    """Return the addresses of the server, for its host."""
    return [
        _("tables are served at {address} and kept in {database}; Ctrl-C stops", address=f"{base}/",
          database=site.tables.store.name),
        _("page of the server's host, not for visitors: {address}", address=f"{base}/admin/{site.admin_secret}"),
    ]  # fmt: skip


def _open_table(site: Site, base: str, game: Game, seats: Mapping[str, str]) -> tuple[str, list[str]]:
    """Open a table for a game; return the path of the page for this computer, and its links."""
    table, secret = site.tables.create(game, seats)
    path = site.people.first_path(table, secret)
    return path, [
        _("open {address}", address=f"{base}{path}"),
        _("links for others: {address}; Ctrl-C stops, nothing is lost", address=f"{base}/t/{table}/{secret}"),
    ]


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
    settings = ServerOptions(**options, pages=pages)
    opens = is_local if opens is None else opens
    serve_tables(plugins, plugin_names, settings, open_path="/" if opens else None)
