"""``smallworld hook``: the points at which the engine asks abilities and plugins."""

from __future__ import annotations

import click

from smallworld.errors import UnknownName
from smallworld.hooks.hook_info import hooks
from smallworld.languages import _, pgettext
from smallworld.languages.messages import HOOK
from smallworld_cli.common import json_option, print_json


@click.group()
def command() -> None:
    """The points at which the engine asks abilities, for plugins in Python."""


@command.command("list")
@json_option
def list_hooks(as_json: bool) -> None:
    """List every hook with a line about what it is asked or what it reports."""
    from smallworld_authors.hook_text import GROUPS, grouped, plain

    if as_json:
        print_json([
            {"hook": info.name, "kind": info.kind, "edition": info.edition, "signature": info.signature,
             "text": plain(info.moment)}
            for _group, infos in grouped() for info in infos
        ])  # fmt: skip
        return
    width = max(map(len, hooks()))
    for group, infos in grouped():
        click.echo(_(GROUPS[group]))
        for info in infos:
            click.echo(f"  {info.name:<{width}}  {plain(pgettext(HOOK, info.moment))}")
        click.echo()
    click.echo(_("smallworld hook show NAME explains one"))


@command.command("show")
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Explain one hook: types, who is asked and when, refused answers, an example."""
    from smallworld_authors.hook_text import hook_data, hook_lines

    if name not in hooks():
        raise UnknownName("hook", name, hooks())
    data = hook_data(hooks()[name])
    if as_json:
        print_json(data)
        return
    for line in hook_lines(data):
        click.echo(line)
