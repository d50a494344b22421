"""``smallworld ability``: the building blocks of races and powers."""

from __future__ import annotations

import click

from smallworld.errors import UnknownName
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.languages import _
from smallworld_authors.ability_text import ability_data, ability_lines, summary_of, users_of
from smallworld_cli.common import json_option, plugin_option, plugins_of, print_json
from smallworld_editions.editions import usable_variants


@click.group()
def command() -> None:
    """The building blocks of races and powers, for variant files."""


@command.command("list")
@click.option("--hook", metavar="HOOK", help="Only abilities that answer this hook.")
@plugin_option
@json_option
def list_abilities(hook: str | None, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """List every ability with a line about its effect."""
    if hook is not None and hook not in hooks():
        raise UnknownName("hook", hook, hooks())
    plugins = plugins_of(plugin_names)
    classes = {name: cls for name, cls in sorted(plugins.listed_abilities().items())
               if hook is None or hook in implemented(cls)}  # fmt: skip
    if as_json:
        print_json([{"ability": name, "text": cls.summary(), "rule": cls.rule} for name, cls in classes.items()])
        return
    width = max(map(len, classes), default=0)
    for name, cls in classes.items():
        click.echo(f"{name:<{width}}  {summary_of(cls)}")
    click.echo(_("smallworld ability show NAME explains one") if classes else _("no ability answers {hook}", hook=hook))


@command.command("show")
@click.argument("name")
@plugin_option
@json_option
def show(name: str, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Explain one ability: parameters, rule, an example, who uses it, the hooks behind it."""
    plugins = plugins_of(plugin_names)
    if name not in plugins.abilities:
        raise UnknownName("ability", name, plugins.abilities)
    data = ability_data(plugins.abilities[name], users_of(usable_variants(plugins)).get(name, ()))
    if as_json:
        print_json(data)
        return
    for line in ability_lines(data):
        click.echo(line)
