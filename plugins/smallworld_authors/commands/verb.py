"""``smallworld verb``: what an ability may ask of ``state``, and how it changes a game."""

from __future__ import annotations

import click

from smallworld.errors import UnknownName
from smallworld.languages import _
from smallworld_cli.common import json_option, print_json


@click.group()
def command() -> None:
    """The facts, queries and verbs of state, for plugins in Python."""


MARKS = {"fact": " ", "query": "?", "verb": "!"}
"""Kind → its mark in a list."""


@command.command("list")
@click.option("--kind", type=click.Choice(tuple(MARKS)), help="Only facts, queries or verbs.")
@json_option
def list_verbs(kind: str | None, as_json: bool) -> None:
    """List what hooks may read and ask of state (?), and the verbs that change a game (!)."""
    from smallworld_authors.hook_text import plain
    from smallworld_authors.verb_text import grouped

    groups = [(group, [info for info in infos if kind in (None, info.kind)]) for group, infos in grouped()]
    if as_json:
        print_json([
            {"name": info.name, "kind": info.kind, "group": group, "signature": info.signature(),
             "text": plain(info.text)}
            for group, infos in groups for info in infos
        ])  # fmt: skip
        return
    for group, infos in groups:
        if infos:
            click.echo(group.capitalize())
        for info in infos:
            head = info.name if info.kind == "fact" else info.signature()
            click.echo(f"{MARKS[info.kind]} {head}\n      {plain(info.text)}")
    click.echo(_("? a query, ! a verb; smallworld verb show NAME explains one"))


@command.command("show")
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Explain a fact, a query or a verb: types, who may call it when, errors, an example."""
    from smallworld_authors.verb_info import state_reference
    from smallworld_authors.verb_text import verb_data, verb_lines

    reference = state_reference()
    if name.removeprefix("state.") not in reference:
        raise UnknownName("attribute", name, reference)
    data = verb_data(reference[name.removeprefix("state.")])
    if as_json:
        print_json(data)
        return
    for line in verb_lines(data):
        click.echo(line)
