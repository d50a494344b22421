"""Resolve names of abilities that several plugins have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from smallworld.content.reading.documents import KeyPath, mapping_of
from smallworld.content.report.problem import Problem
from smallworld.content.schema.phrasing import list_alternatives
from smallworld.content.variants.merging import Merged
from smallworld.languages import lazy, lazy_and
from smallworld.model.ability_names import chosen_names


def needed_plugins(data: Mapping[str, Any]) -> Collection[str]:
    """Return the plugins that a variant names."""
    return mapping_of(data.get("plugins"))


def qualify_names(merged: Merged, shared: Mapping[str, Collection[str]]) -> None:
    """Write the full names of abilities where packs with different plugins use one name.

    Each use means the plugin that its file needs, or a file that this file extends.
    """
    if not shared:
        return
    for holder, path in _holders(merged.data):
        uses = holder["abilities"]
        for index, use in enumerate(uses):
            name = next(iter(use), "") if isinstance(use, dict) else use
            if name in shared and len(chosen_names(shared[name], needed_plugins(merged.data))) > 1:
                place = (*path, "abilities", index)
                options = chosen_names(shared[name], _plugins_at(merged, place))
                if len(options) == 1:
                    _rename(merged, uses, index, place, options[0])


def check_name(merged: Merged, path: KeyPath, name: str, options: Collection[str]) -> Iterator[Problem]:
    """Report a name of several plugins, unless the variant needs exactly one of them."""
    if len(chosen_names(options, needed_plugins(merged.data))) == 1:
        return
    plugins = lazy_and(option.partition(":")[0] for option in options)
    message = lazy("the ability {name!r} is in the plugins {plugins}", name=name, plugins=plugins)
    yield merged.problem(
        "name-clash", path, message, lazy("write {names}", names=list_alternatives(options)), at_key=True
    )


def _holders(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], KeyPath]]:
    """Yield all users of abilities with their paths; lists of abilities are copied, because documents share them."""
    places: list[tuple[Any, Any, KeyPath]] = [(data, None, ())]
    for section in ("races", "powers", "relics"):
        entries = data.get(section)
        places += [(entries, key, (section, key)) for key in mapping_of(entries)]
    for entries, key, path in places:
        holder = entries if key is None else entries[key]
        if isinstance(holder, dict) and isinstance(holder.get("abilities"), list):
            if key is not None:
                holder = entries[key] = dict(holder)
            holder["abilities"] = list(holder["abilities"])
            yield holder, path


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
