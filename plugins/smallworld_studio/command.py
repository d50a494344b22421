"""``smallworld studio``: make an edition in the browser, on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.languages import _
from smallworld_cli.common import plugin_option, plugins_of
from smallworld_cli.parameter_types import WholeNumber
from smallworld_web.commands.serve import ServerOptions, need_web, serve_tables


@click.command(short_help="Make an edition in the browser.")
@click.argument("folder", required=False, metavar="[FOLDER]")
@click.option("--port", type=WholeNumber(0, 65535), default=0, help="Port; by default any free one.")
@click.option("--database", metavar="URL", help="Where drafts are kept: sqlite:///FILE (default) or postgresql://…")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser; the default.")
@plugin_option
def command(
    folder: str | None, port: int, database: str | None, opens: bool, plugin_names: tuple[str, ...]
) -> None:  # fmt: skip
    """Draw a board, change a race and play it at once, until Ctrl-C.

    With a FOLDER its files are edited in place, next to any other editor.
    Only this machine reaches the page. For friends: smallworld serve --studio

    \b
    Examples:
      smallworld studio
      smallworld studio my-edition
    """
    need_web("studio")
    page = "/studio"
    settings: dict[str, str] = {}
    if folder is not None:
        page, settings = _page_of(Path(folder))
    options = ServerOptions(port=port, database=database, pages=("studio",), page_settings=settings)
    plugins = plugins_of(plugin_names)
    serve_tables(plugins, plugin_names, options, open_path=page if opens else None, first_page=page)


def _page_of(path: Path) -> tuple[str, dict[str, str]]:
    """Return the page of the draft of a folder, and the settings with which the studio opens it."""
    from smallworld_studio.draft_files import EditedFolder  # not for --help
    from smallworld_studio.studio import FOLDER, SECRET
    from smallworld_web.role_links import new_secret

    if not path.is_dir():
        if path.is_file():
            raise click.UsageError(_("{name!r} is a file; name its folder", name=str(path)))
        raise click.UsageError(_("no folder is called {name!r}; smallworld variant new makes one", name=str(path)))
    folder = EditedFolder(path)
    for name in folder.left_alone():
        click.echo(_("note: {file} is left alone; the studio has no files of this name", file=path / name), err=True)
    secret = new_secret()
    return f"/s/{folder.draft_id}/{secret}", {FOLDER: str(path), SECRET: secret}
