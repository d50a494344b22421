"""Read parts of plain data as far as they are valid: regions, rulings, uses of abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.content.reading.documents import KeyPath, list_of, mapping_of, texts_in
from smallworld.content.variants.merging import section
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.translation import english_text
from smallworld.model.variant import Ruling

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
