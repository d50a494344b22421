"""Sections for the page of hooks, from their declarations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smallworld.hooks.hook_info import HookInfo, hooks, implemented
from smallworld.plugins.manager import Plugins


def hook_sections(infos: Iterable[HookInfo]) -> str:
    """Some hooks: signature, moment, combination, frequency, example, users."""
    users = hook_users()
    return "".join(hook_section(info, users[info.name]) for info in infos)


def hook_section(info: HookInfo, users: Sequence[str]) -> str:
    """One hook; the heading is the signature, as an author writes it."""
    rows = [
        ("Abilities of", "" if info.kind == "program" else info.declaration.whom.value),
        ("Asked", info.declaration.frequency.value),
        ("Combined", info.combination),
        ("Example", info.example),
        ("Used by", ", ".join(users) or "nobody yet"),
    ]
    facts = [f"- {title}: {text.replace('``', '`')}" for title, text in rows if text]
    parts = [
        f"### `{info.signature}`",
        info.moment.replace("``", "`"),
        *(note.replace("``", "`") for note in info.notes),
        "\n".join(facts),
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def hook_users() -> dict[str, list[str]]:
    """Return the abilities, or for hooks of the program the plugins, that implement each hook."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    users: dict[str, list[str]] = {name: [] for name in hooks()}
    for plugin in plugins.entries:
        for hook in plugin.hooks:
            users[hook].append(f"`{plugin.name}`")
    for name, cls in sorted(plugins.listed_abilities().items()):
        for hook in implemented(cls):
            users[hook].append(f"`{name}`")
    return users
