"""Names of abilities that several plugins use: ``plugin:name``, or the plugin that a variant needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

SEPARATOR = ":"


def qualified(plugin: str, name: str) -> str:
    """Return the full name of an ability of a plugin."""
    return f"{plugin}{SEPARATOR}{name}"


def short_name(name: str) -> str:
    """Return the name of an ability without its plugin."""
    return name.rpartition(SEPARATOR)[2]


def shared_names(names: Iterable[str]) -> dict[str, list[str]]:
    """Return short names that abilities of several plugins have → their full names."""
    by_name: dict[str, list[str]] = {}
    for name in names:
        if SEPARATOR in name:
            by_name.setdefault(short_name(name), []).append(name)
    return {name: full for name, full in by_name.items() if len(full) > 1}


def chosen_names(full_names: Iterable[str], plugins: Collection[str]) -> list[str]:
    """Return the full names that belong to one of these plugins."""
    needed = {plain_name(plugin) for plugin in plugins}
    return [name for name in full_names if plain_name(name.partition(SEPARATOR)[0]) in needed]


def resolve_name(name: str, shared: Mapping[str, Collection[str]], plugins: Collection[str]) -> str:
    """Return the full name that a shared name means in a variant that needs these plugins; else the name itself."""
    options = chosen_names(shared.get(name, ()), plugins)
    return options[0] if len(options) == 1 else name


def plain_name(name: str) -> str:
    """Write the name of a plugin as modules are written: ``-`` as ``_``."""
    return name.replace("-", "_")
