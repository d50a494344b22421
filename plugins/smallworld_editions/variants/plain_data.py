"""Plain data to the model: its parts as far as they are valid, and editions and boards of data without mistakes.

A game with an edition that was checked before needs no other module of this folder.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from smallworld.model import variant
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.names import Translations, english_text, untranslated
from smallworld.model.rulings import ENGINE_RULINGS

RegionRow = tuple[int, str, dict[str, Any]]
"""Index in the file, id, data."""
Use = tuple[tuple[str | int, ...], str, dict[str, Any]]
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
    listed = data.get("regions") if isinstance(data, dict) else None
    regions = enumerate(listed if isinstance(listed, list) else ())
    return [(index, r["id"], r) for index, r in regions if isinstance(r, dict) and isinstance(r.get("id"), str)]


def ratio_of(data: Mapping[str, Any]) -> float:
    """Return the width of a board divided by its height; 2 for a value that is wrong."""
    match = re.fullmatch(r"([1-9][0-9]{0,4}):([1-9][0-9]{0,4})", str(data.get("aspect", "2:1")))
    return int(match[1]) / int(match[2]) if match else 2.0


def neighbours_of(region: dict[str, Any]) -> list[str]:
    """Return the neighbours that a region lists, as far as they are ids."""
    listed = region.get("adjacent")
    return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []


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


def rulings_of(data: Mapping[str, Any]) -> dict[str, variant.Ruling]:
    """Return all rulings of a variant: those of the engine and those that it declares."""
    rulings, entries = dict(ENGINE_RULINGS), data.get("rulings")
    for key, entry in entries.items() if isinstance(entries, dict) else ():
        if isinstance(entry, dict):
            rulings[key] = read_ruling(key, entry)
        elif isinstance(entry, str | int | bool):
            names = ENGINE_RULINGS.get(key, variant.Ruling(key, entry))
            rulings[key] = variant.Ruling(key, entry, names.values, names.rule, english_text(names, "text"))
    return rulings


def read_ruling(key: str, entry: Mapping[str, Any]) -> variant.Ruling:
    """Return the ruling that an entry declares."""
    values = entry.get("values")
    values = tuple(values) if isinstance(values, list) else ()
    return variant.Ruling(key, entry.get("default", ""), values, str(entry.get("rule", "")), str(entry.get("text", "")))


# --- abilities


def users_of(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield everything that may have abilities, with its path: the edition, its races, powers and relics."""
    yield (), data
    for name in ("races", "powers", "relics"):
        entries = data.get(name)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict):
                yield (name, key), entry


def uses_of(data: Mapping[str, Any]) -> Iterator[Use]:
    """Yield every use of an ability in a variant; the path ends at its parameters."""
    for path, user in users_of(data):
        yield from (((*path, *inner), name, parameters) for inner, name, parameters in uses_in(user))


def uses_in(user: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the abilities of one race, power, relic or edition; paths begin at this user."""
    uses = user.get("abilities")
    for index, item in enumerate(uses if isinstance(uses, list) else ()):
        if isinstance(item, str):
            yield ("abilities", index), item, {}
        # Several keys in one item are a mistake of form, reported by the schema.
        for name, parameters in item.items() if isinstance(item, dict) and len(item) == 1 else ():
            if parameters is None or isinstance(parameters, dict):
                yield ("abilities", index, name), name, parameters or {}


def parameter_texts(data: Mapping[str, Any]) -> set[str]:
    """Return every text in the parameters of abilities."""
    from smallworld_editions.reading.documents import texts_in  # not to build an edition

    return {text for _, _, parameters in uses_of(data) for text in texts_in(parameters)}


def needed_plugins(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the plugins that a variant names → their required versions."""
    plugins = data.get("plugins")
    return plugins if isinstance(plugins, dict) else {}


# --- build the model from checked plain data; at this last step all mistakes are known


def board_file(name: str, data: Mapping[str, Any], translations: Translations = untranslated) -> BoardFile:
    """Build a board from its checked data.

    :param name: its id, the file name without ending.
    """
    entries = entry_ids(data)
    players = data.get("players", [])
    return BoardFile(
        id=name,
        regions=tuple(_region(region, entries) for region in data["regions"]),
        players=tuple(players) if isinstance(players, list) else (players,),
        rounds=data.get("rounds"),
        name=data.get("name", ""),
        size=data.get("size", ""),
        sheet=data.get("sheet", ""),
        landing=data.get("landing", True),
        aspect=ratio_of(data),
        provenance=data.get("provenance", "fan"),
        translations=translations,
    )


def _region(data: Mapping[str, Any], entries: set[str]) -> RegionSpec:
    center = data.get("center")
    return RegionSpec(
        id=data["id"],
        terrain=data["terrain"],
        symbols=frozenset(data.get("symbols", ())),
        natives=int(data.get("natives", 0)),
        border=data.get("border", False),
        entry=data["id"] in entries,
        relic_slot=data.get("relic_slot", False),
        center=(float(center[0]), float(center[1])) if center else None,
        adjacent=tuple(data["adjacent"]),
        name=data.get("name", ""),
    )


def variant_of_data(
    data: Mapping[str, Any],
    boards: Mapping[str, Mapping[str, Any]],
    path: str,
    layers: Sequence[str] = (),
    translations: Translations = untranslated,
) -> variant.Variant:
    """Build a variant from its checked, merged data and that of its boards.

    :param layers: ids of the variants that are combined, in their order.
    :param translations: reads the names and texts in a language.
    """
    plain = ("coins", "column", "bank", "base_cost", "note")
    return variant.Variant(
        id=data["variant"],
        name=data["name"],
        symbols=tuple(data.get("symbols", ())),
        symbol_icons=dict(data.get("symbol_icons", {})),
        board_files={name: board_file(name, board, translations) for name, board in boards.items()},
        boards={int(n): tuple(b) if isinstance(b, list) else b for n, b in data["boards"].items()},
        rounds={int(n): int(rounds) for n, rounds in data["rounds"].items()},
        rulings=_rulings(data, translations),
        abilities=_uses(data),
        plugins=dict(data.get("plugins", {})),
        die=tuple(data.get("die", (0, 0, 0, 1, 2, 3))),
        digest=_digest(data, boards),
        path=path,
        layers=tuple(layers),
        translations=translations,
        content={"variant": data, "boards": boards},
        **_components(data, translations),
        **{key: data[key] for key in plain if key in data},
    )


COMPONENTS: dict[str, type[Any]] = {
    "races": variant.RaceSpec, "powers": variant.PowerSpec, "relics": variant.RelicSpec,
    "pieces": variant.PieceSpec, "terrains": variant.TerrainSpec,
}  # fmt: skip
"""Sections with entries of a class."""


def _components(data: Mapping[str, Any], translations: Translations) -> dict[str, Any]:
    """Build races, powers, relics, pieces, terrains and natives."""
    texts: dict[str, Any] = {"translations": translations}
    natives = data.get("natives")
    components: dict[str, Any] = {"natives": variant.NativesSpec(**natives, **texts) if natives else None}
    for name, cls in COMPONENTS.items():
        components[name] = {}
        for key, entry in data.get(name, {}).items():
            uses = {"abilities": _uses(entry)} if name in ("races", "powers", "relics") else {}
            components[name][key] = cls(id=key, **{**entry, **uses}, **texts)
    return components


def _uses(holder: Mapping[str, Any]) -> tuple[variant.AbilityUse, ...]:
    return tuple(variant.AbilityUse(name, parameters) for _, name, parameters in uses_in(holder))


def _rulings(data: Mapping[str, Any], translations: Translations) -> dict[str, variant.Ruling]:
    rulings, built = rulings_of(data), {}
    for key in data.get("rulings", {}):
        # replace() alone would take the text in the language of the reader
        built[key] = replace(rulings[key], text=english_text(rulings[key], "text"), translations=translations)
    return built


DISPLAY = frozenset(
    {"name", "note", "text", "source", "color", "colors", "glyph", "icon", "symbol_icons", "rule", "provenance"}
)
"""Keys with texts for people; a game does not depend on them."""
DIGESTED = ("races", "powers", "relics", "pieces", "terrains", "rulings")


def _digest(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the SHA-256 of the content: comments, layout, names and texts for people do not change it."""
    plain = _without_display(data)
    for section in DIGESTED:
        plain[section] = {key: _without_display(entry) for key, entry in data.get(section, {}).items()}
    plain["natives"] = _without_display(data.get("natives"))
    plain_boards = {
        name: {**_without_display(board), "regions": [_without_display(region) for region in board["regions"]]}
        for name, board in boards.items()
    }
    canonical = json.dumps([plain, plain_boards], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _without_display(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key not in DISPLAY} if isinstance(entry, dict) else entry
