"""``smallworld schema``: the JSON schemas, for editors and offline use."""

from __future__ import annotations

import click

KINDS = ("board", "variant", "scenario", "replay")


@click.command(short_help="Print the JSON schema of a kind of file.")
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--json", "as_json", is_flag=True, help="Accepted everywhere; a schema is JSON anyway.")
def command(kind: str, as_json: bool) -> None:
    """Print the JSON schema (2020-12) of a kind of file.

    \b
    Example:
      smallworld schema board > board.json
    """
    from smallworld.content.schema import schema_text

    click.echo(schema_text(kind).rstrip("\n"))
