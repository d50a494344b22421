"""``smallworld ability``, ``hook`` and ``verb``: what plugins can use, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from smallworld.errors import UnknownName
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.languages import ABILITY, HOOK, _, pgettext
from smallworld_cli.common import json_option, plugin_option, plugins_of, print_json
from smallworld_editions.editions import usable_variants


def _print_data(data: Mapping[str, Any], lines: Callable[[Mapping[str, Any]], Iterator[str]], as_json: bool) -> None:
    if as_json:
        print_json(data)
    else:
        click.echo("\n".join(lines(data)))


@click.group()
def ability() -> None:
    """The building blocks of races and powers, for variant files."""


@ability.command("list")
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
        click.echo(f"{name:<{width}}  {pgettext(ABILITY, cls.summary())}")
    click.echo(_("smallworld ability show NAME explains one") if classes else _("no ability answers {hook}", hook=hook))


@ability.command("show")
@click.argument("name")
@plugin_option
@json_option
def show_ability(name: str, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Explain one ability: parameters, rule, an example, who uses it, the hooks behind it."""
    from smallworld_authors.reference_text import ability_data, ability_lines, users_of

    plugins = plugins_of(plugin_names)
    if name not in plugins.abilities:
        raise UnknownName("ability", name, plugins.abilities)
    data = ability_data(plugins.abilities[name], users_of(usable_variants(plugins)).get(name, ()))
    _print_data(data, ability_lines, as_json)


@click.group()
def hook() -> None:
    """The points at which the engine asks abilities, for plugins in Python."""


@hook.command("list")
@json_option
def list_hooks(as_json: bool) -> None:
    """List every hook with a line about what it is asked or what it reports."""
    from smallworld_authors.reference_text import GROUPS, grouped_hooks, plain

    if as_json:
        named = [info for _group, infos in grouped_hooks() for info in infos]
        print_json([{"hook": info.name, "kind": info.kind, "edition": info.edition, "signature": info.signature,
                     "text": plain(info.moment)} for info in named])  # fmt: skip
        return
    width = max(map(len, hooks()))
    for group, infos in grouped_hooks():
        click.echo(_(GROUPS[group]))
        for info in infos:
            click.echo(f"  {info.name:<{width}}  {plain(pgettext(HOOK, info.moment))}")
        click.echo()
    click.echo(_("smallworld hook show NAME explains one"))


@hook.command("show")
@click.argument("name")
@json_option
def show_hook(name: str, as_json: bool) -> None:
    """Explain one hook: types, who is asked and when, refused answers, an example."""
    from smallworld_authors.reference_text import hook_data, hook_lines

    if name not in hooks():
        raise UnknownName("hook", name, hooks())
    data = hook_data(hooks()[name])
    _print_data(data, hook_lines, as_json)


@click.group()
def verb() -> None:
    """The facts, queries and verbs of state, for plugins in Python."""


MARKS = {"fact": " ", "query": "?", "verb": "!"}
"""Kind → its mark in a list."""


@verb.command("list")
@click.option("--kind", type=click.Choice(tuple(MARKS)), help="Only facts, queries or verbs.")
@json_option
def list_verbs(kind: str | None, as_json: bool) -> None:
    """List what hooks may read and ask of state (?), and the verbs that change a game (!)."""
    from smallworld_authors.reference_text import plain
    from smallworld_authors.verb_info import grouped_verbs

    groups = [(group, [info for info in infos if kind in (None, info.kind)]) for group, infos in grouped_verbs()]
    if as_json:
        print_json([{"name": info.name, "kind": info.kind, "group": group, "signature": info.signature(),
                     "text": plain(info.text)} for group, infos in groups for info in infos])  # fmt: skip
        return
    for group, infos in groups:
        if infos:
            click.echo(group.capitalize())
        for info in infos:
            head = info.name if info.kind == "fact" else info.signature()
            click.echo(f"{MARKS[info.kind]} {head}\n      {plain(info.text)}")
    click.echo(_("? a query, ! a verb; smallworld verb show NAME explains one"))


@verb.command("show")
@click.argument("name")
@json_option
def show_verb(name: str, as_json: bool) -> None:
    """Explain a fact, a query or a verb: types, who may call it when, errors, an example."""
    from smallworld_authors.verb_info import state_reference, verb_data, verb_lines

    reference = state_reference()
    if name.removeprefix("state.") not in reference:
        raise UnknownName("attribute", name, reference)
    data = verb_data(reference[name.removeprefix("state.")])
    _print_data(data, verb_lines, as_json)
