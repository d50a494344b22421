"""``smallworld schema``: the JSON schemas, for editors and offline use."""

from __future__ import annotations

import click

from smallworld.cli.common import plugin_option, plugins_of, variant_of

KINDS = ("board", "variant", "scenario", "replay")


@click.command(short_help="Print the JSON schema of a kind of file.")
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--complete", is_flag=True, help="Of a variant: with the installed abilities and their parameters.")
@click.option("--against", metavar="VARIANT", default="", help="With --complete: propose the names of this variant.")
@plugin_option
@click.option("--json", "as_json", is_flag=True, help="Accepted everywhere; a schema is JSON anyway.")
def command(kind: str, complete: bool, against: str, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print the JSON schema (2020-12) of a kind of file.

    \b
    Examples:
      smallworld schema board > board.json
      smallworld schema variant --complete --against base > variant.schema.json
    """
    from smallworld.content.schema.placement import schema_text

    if complete and kind != "variant":
        raise click.UsageError("--complete adds abilities, which only variants have; write: schema variant --complete")
    if (against or plugin_names) and not complete:
        raise click.UsageError("--against and --plugin need --complete")
    click.echo((_complete(against, plugin_names) if complete else schema_text(kind)).rstrip("\n"))


def _complete(against: str, plugin_names: tuple[str, ...]) -> str:
    from smallworld.content.schema.complete_schema import complete_schema, names_of

    plugins = plugins_of(plugin_names)
    abilities = {name: ability.schema() for name, ability in plugins.abilities.items()}
    return complete_schema(abilities, names_of(variant_of(against, plugins)) if against else None)
