"""``smallworld schema``: the JSON schemas, for editors and offline use."""

from __future__ import annotations

from pathlib import Path

import click

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _, ngettext
from smallworld_cli.common import plugin_option, plugins_of, print_json, variant_of
from smallworld_cli.parameter_types import FilePath, Word
from smallworld_output.safe_text import safe

KINDS = ("board", "variant", "language", "scenario", "replay")


@click.command()
@click.argument("kind", type=Word(KINDS), required=False)
@click.option("--complete", is_flag=True, help="Of a variant: with the installed abilities and their parameters.")
@click.option("--install", "folder", metavar="FOLDER", type=FilePath(),
              help="Write the schemas into this folder; the first line of its YAML files then names them.")  # fmt: skip
@click.option("--against", metavar="VARIANT", default="",
              help="With --complete or --install: propose the names of this variant.")  # fmt: skip
@plugin_option
@click.option("--json", "as_json", is_flag=True, help="With --install: print the files that changed as JSON.")
def command(
    kind: str | None, complete: bool, folder: Path | None, against: str, plugin_names: tuple[str, ...], as_json: bool
) -> None:
    """Print the JSON schema (2020-12) of a kind of file.

    With --install, an editor with a YAML language server completes and checks the files of a folder,
    with your abilities and without a network.

    \b
    Examples:
      smallworld schema board > board.json
      smallworld schema variant --complete --against base > variant.schema.json
      smallworld schema --install my-edition
    """
    if folder is not None:
        if kind or complete:
            raise click.UsageError(_("--install writes the schemas of all kinds; write: schema --install FOLDER"))
        _install(folder, against, plugin_names, as_json)
        return
    click.echo(_schema(kind, against, plugin_names, complete=complete).rstrip("\n"))


def _schema(kind: str | None, against: str, plugin_names: tuple[str, ...], *, complete: bool) -> str:
    """Return the schema of a kind of file.

    :raises click.UsageError: an option is missing, or does not fit the kind.
    """
    from smallworld_editions.form import schema_text  # not for --help

    if kind is None:
        sentence = N_("name a kind of file ({kinds}), or write: schema --install FOLDER")
        raise click.UsageError(_(sentence, kinds=", ".join(KINDS)))
    if complete and kind != "variant":
        sentence = N_("--complete adds abilities, which only variants have; write: schema variant --complete")
        raise click.UsageError(_(sentence))
    if (against or plugin_names) and not complete:
        raise click.UsageError(_("--against and --plugin need --complete or --install"))
    return _complete(against, plugin_names) if complete else schema_text(kind)


def _complete(against: str, plugin_names: tuple[str, ...]) -> str:
    from smallworld_authors.editor_schemas import complete_schema, names_of

    plugins = plugins_of(plugin_names)
    names = names_of(variant_of(against, plugins)) if against else None
    return complete_schema(plugins.parameter_schemas(), names)


def _install(folder: Path, against: str, plugin_names: tuple[str, ...], as_json: bool) -> None:
    from smallworld_authors.editor_schemas import install_schemas
    from smallworld_editions.form import schema_text

    schemas = {kind: schema_text(kind) for kind in ("board", "language", "scenario")}
    try:
        changed = install_schemas(folder, schemas | {"variant": _complete(against, plugin_names)})
    except SmallWorldError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        print_json({"changed": [str(path) for path in changed]})
        return
    for path in changed:
        click.echo(safe(str(path)))
    number = len(changed)
    click.echo(ngettext("{count} file written", "{count} files written", number) if number else _("nothing to change"))
