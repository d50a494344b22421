"""Build the model from checked plain data; at this last step all mistakes are known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.names import Translations, english_text, untranslated
from smallworld.model.variant import (
    AbilityUse,
    NativesSpec,
    PieceSpec,
    PowerSpec,
    RaceSpec,
    RelicSpec,
    Ruling,
    TerrainSpec,
    Variant,
)
from smallworld_editions.variants.plain_data import entry_ids, rulings_of, uses_in


def board_file(name: str, data: Mapping[str, Any], translations: Translations = untranslated) -> BoardFile:
    """Build a board from its checked data.

    :param name: its id, the file name without ending.
    """
    entries = entry_ids(data)
    players = data.get("players", [])
    width, height = map(int, data.get("aspect", "2:1").split(":"))
    return BoardFile(
        id=name,
        regions=tuple(_region(region, entries) for region in data["regions"]),
        players=tuple(players) if isinstance(players, list) else (players,),
        rounds=data.get("rounds"),
        name=data.get("name", ""),
        size=data.get("size", ""),
        sheet=data.get("sheet", ""),
        landing=data.get("landing", True),
        aspect=width / height,
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


def variant(
    data: Mapping[str, Any],
    boards: Mapping[str, Mapping[str, Any]],
    path: str,
    layers: Sequence[str] = (),
    translations: Translations = untranslated,
) -> Variant:
    """Build a variant from its checked, merged data and that of its boards.

    :param layers: ids of the variants that are combined, in their order.
    :param translations: reads the names and texts in a language.
    """
    plain = ("coins", "column", "bank", "base_cost", "note")
    return Variant(
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
        digest=digest(data, boards),
        path=path,
        layers=tuple(layers),
        translations=translations,
        content={"variant": data, "boards": boards},
        **_components(data, translations),
        **{key: data[key] for key in plain if key in data},
    )


def _components(data: Mapping[str, Any], translations: Translations) -> dict[str, Any]:
    """Build races, powers, relics, pieces, terrains and natives."""
    texts: dict[str, Any] = {"translations": translations}
    natives = data.get("natives")
    return {
        "races": {key: RaceSpec(id=key, **_entry(data, "races", key), **texts) for key in data["races"]},
        "powers": {key: PowerSpec(id=key, **_entry(data, "powers", key), **texts) for key in data["powers"]},
        "relics": {key: RelicSpec(id=key, **_entry(data, "relics", key), **texts) for key in data.get("relics", {})},
        "pieces": {key: PieceSpec(id=key, **piece, **texts) for key, piece in data.get("pieces", {}).items()},
        "terrains": {key: TerrainSpec(id=key, **terrain, **texts) for key, terrain in data["terrains"].items()},
        "natives": NativesSpec(**natives, **texts) if natives else None,
    }


def _entry(data: Mapping[str, Any], section: str, key: str) -> dict[str, Any]:
    return {**data[section][key], "abilities": _uses(data[section][key])}


def _uses(holder: Mapping[str, Any]) -> tuple[AbilityUse, ...]:
    return tuple(AbilityUse(name, parameters) for _, name, parameters in uses_in(holder))


def _rulings(data: Mapping[str, Any], translations: Translations) -> dict[str, Ruling]:
    rulings, built = rulings_of(data), {}
    for key in data.get("rulings", {}):
        # replace() alone would take the text in the language of the reader
        built[key] = replace(rulings[key], text=english_text(rulings[key], "text"), translations=translations)
    return built


DISPLAY = frozenset(
    {"name", "note", "text", "source", "color", "colors", "glyph", "icon", "symbol_icons", "rule", "provenance"}
)
"""Keys with texts for people; a game does not depend on them."""
ENTRIES = ("races", "powers", "relics", "pieces", "terrains", "rulings")


def digest(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the SHA-256 of the content: comments, layout, names and texts for people do not change it."""
    plain = _without_display(data)
    for section in ENTRIES:
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
