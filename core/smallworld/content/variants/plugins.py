"""The plugins that a variant names, and names of abilities that several plugins have."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from smallworld.content.problems.problem import Problem
from smallworld.content.reading.documents import KeyPath, mapping_of
from smallworld.content.variants.merging import Merged, item_name
from smallworld.content.variants.plain_data import users_of
from smallworld.model.ability_names import chosen_names

_REQUIREMENT = re.compile(r"\s*(?:$|\*|[~=!<>])")
"""The beginning of a requirement; the schema reports any other text."""
PluginCheck = Callable[[str, str], tuple[str, str] | None]
"""Name and required version of a plugin → what is wrong with it and the remedy, or None."""


def needed_plugins(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the plugins that a variant names → their required versions."""
    return mapping_of(data.get("plugins"))


def check_plugins(merged: Merged, lacks: PluginCheck | None) -> Iterator[Problem]:
    """Yield a problem for each missing or outdated plugin that the variant needs."""
    if lacks is None:
        return
    for name, requirement in needed_plugins(merged.data).items():
        is_readable = isinstance(requirement, str) and _REQUIREMENT.match(requirement)
        fault = lacks(name, requirement) if is_readable else None
        if fault is not None:
            message, hint = fault
            yield merged.problem("missing-plugin", ("plugins", name), message, hint, at_key=True)


def qualify_names(merged: Merged, shared: Mapping[str, Collection[str]]) -> None:
    """Write the full names of abilities where packs with different plugins use one name.

    Each use means the plugin that its file needs, or a file that this file extends.
    """
    if not shared:
        return
    for user, path in _copied_users(merged.data):
        uses = user["abilities"]
        for index, use in enumerate(uses):
            name = item_name(use)
            if name in shared and len(chosen_names(shared[name], needed_plugins(merged.data))) > 1:
                place = (*path, "abilities", index)
                options = chosen_names(shared[name], _plugins_at(merged, place))
                if len(options) == 1:
                    _rename(merged, uses, index, place, options[0])


def _copied_users(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], KeyPath]]:
    """Yield all users of abilities with their paths; they are copied with their lists, because documents share them."""
    for path, user in users_of(data):
        if isinstance(user.get("abilities"), list):
            copied = data
            if path:
                copied = data[str(path[0])][path[1]] = dict(user)
            copied["abilities"] = list(copied["abilities"])
            yield copied, path


def _plugins_at(merged: Merged, path: KeyPath) -> set[str]:
    """Return the plugins that are named by the file of a value, and by all files that it extends."""
    document, _ = merged.find(path)
    keys = {key for layer in merged.layers if layer.document is document for key in (*layer.ancestors, layer.key)}
    return {name for layer in merged.layers if layer.key in keys for name in needed_plugins(layer.document.data)}


def _rename(merged: Merged, uses: list[Any], index: int, path: KeyPath, name: str) -> None:
    use = uses[index]
    if not isinstance(use, dict):
        uses[index] = name
        return
    (old,) = use
    document, inner = merged.find((*path, old))
    changed = [part for part in merged.origins if part[: len(path) + 1] == (*path, old) and len(part) > len(path) + 1]
    merged.set_origin((*path, name), document, inner)
    for part in changed:
        merged.set_origin((*path, name, *part[len(path) + 1 :]), *merged.find(part))
    uses[index] = {name: use[old]}
