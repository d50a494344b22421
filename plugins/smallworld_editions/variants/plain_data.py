"""Read parts of plain data as far as they are valid: regions, rulings, abilities, and the plugins that bring them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from smallworld.model.names import chosen_names, english_text
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.variant import Ruling
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath, list_of, mapping_of, texts_in
from smallworld_editions.variants.merging import Merged, item_name, section

RegionRow = tuple[int, str, dict[str, Any]]
"""Index in the file, id, data."""
Use = tuple[KeyPath, str, dict[str, Any]]
"""Path, name and parameters of one use of an ability."""
Schemas = Mapping[str, Mapping[str, Any]]
"""Ability name → JSON schema of its parameters. ``x-names: terrain`` marks a
parameter that names a terrain of the variant; so do the other kinds of names;
``x-trait: token`` that this has to be true of it, ``x-never: [own]`` that this must not,
``x-placed: true`` that the owner places such pieces.
``x-factions`` names the factions without which the ability has no effect.
``x-users`` lists the kinds of users that it is for, if not all may have it.
``x-plugin`` is the plugin that brings it, if that does not come with the program."""


# --- boards


def regions_of(data: Any) -> list[RegionRow]:
    """List the regions with enough valid data for questions about them."""
    regions = enumerate(list_of(mapping_of(data).get("regions")))
    return [(index, r["id"], r) for index, r in regions if isinstance(r, dict) and isinstance(r.get("id"), str)]


def ratio_of(data: Mapping[str, Any]) -> float:
    """Return the width of a board divided by its height; 2 for a value that is wrong."""
    match = re.fullmatch(r"([1-9][0-9]{0,4}):([1-9][0-9]{0,4})", str(data.get("aspect", "2:1")))
    return int(match[1]) / int(match[2]) if match else 2.0


def neighbours_of(region: dict[str, Any]) -> list[str]:
    """Return the neighbours that a region lists, as far as they are ids."""
    return [name for name in list_of(region.get("adjacent")) if isinstance(name, str)]


def entry_ids(data: Any) -> set[str]:
    """Return the regions for a first conquest: those with `entry: true`, else by R-TERM-4.

    On islands only those with `entry: true`.
    """
    rows = regions_of(data)
    shores = {n for _, _, r in rows if r.get("terrain") == "sea" and r.get("border") is True for n in neighbours_of(r)}
    island = bool(data.get("size"))
    by_rule = {name for _, name, r in rows if not island and (r.get("border") is True or name in shores)}
    return {name for _, name, region in rows if region.get("entry", name in by_rule) is True}


# --- rulings


def rulings_of(data: Mapping[str, Any]) -> dict[str, Ruling]:
    """Return all rulings of a variant: those of the engine and those that it declares."""
    rulings = dict(ENGINE_RULINGS)
    for key, entry in mapping_of(data.get("rulings")).items():
        if isinstance(entry, dict):
            rulings[key] = read_ruling(key, entry)
        elif isinstance(entry, str | int | bool):
            names = ENGINE_RULINGS.get(key, Ruling(key, entry))
            rulings[key] = Ruling(key, entry, names.values, names.rule, english_text(names, "text"))
    return rulings


def read_ruling(key: str, entry: Mapping[str, Any]) -> Ruling:
    """Return the ruling that an entry declares."""
    values = tuple(list_of(entry.get("values")))
    return Ruling(key, entry.get("default", ""), values, str(entry.get("rule", "")), str(entry.get("text", "")))


# --- abilities


def users_of(data: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Mapping[str, Any]]]:
    """Yield everything that may have abilities, with its path: the edition, its races, powers and relics."""
    yield (), data
    for name in ("races", "powers", "relics"):
        yield from (((name, key), entry) for key, entry in section(data, name).items())


def uses_of(data: Mapping[str, Any]) -> Iterator[Use]:
    """Yield every use of an ability in a variant; the path ends at its parameters."""
    for path, user in users_of(data):
        yield from (((*path, *inner), name, parameters) for inner, name, parameters in uses_in(user))


def uses_in(user: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the abilities of one race, power, relic or edition; paths begin at this user."""
    for index, item in enumerate(list_of(user.get("abilities"))):
        if isinstance(item, str):
            yield ("abilities", index), item, {}
        # Several keys in one item are a mistake of form, reported by the schema.
        for name, parameters in item.items() if isinstance(item, dict) and len(item) == 1 else ():
            if parameters is None or isinstance(parameters, dict):
                yield ("abilities", index, name), name, parameters or {}


def parameter_texts(data: Mapping[str, Any]) -> set[str]:
    """Return every text in the parameters of abilities."""
    return {text for _, _, parameters in uses_of(data) for text in texts_in(parameters)}


# --- the plugins that a variant names, and names of abilities that several plugins have


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
