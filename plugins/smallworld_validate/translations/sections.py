"""The entries of an edition that have a name or a text, as the sections of a language file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld_editions.language_files import FIELDS, SECTIONS, TextPath
from smallworld_editions.variants.merging import section
from smallworld_validate.variant_checks.ambiguous_names import misspelt_factions


def texts_of(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[TextPath, str]]:
    """Yield everything that a language file translates, with its English text.

    :param data: the merged data of a variant.
    :param boards: the data of its boards, by id.
    """
    for field in ("name", "note"):
        if isinstance(data.get(field), str):
            yield ("edition", "", field), data[field]
    for name in SECTIONS:
        for key, entry in _entries(data, boards, name).items():
            for field in FIELDS:
                if isinstance(entry.get(field), str) and entry[field]:
                    yield (name, key, field), entry[field]


def _entries(
    data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]], name: str
) -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of a section of a language file, with their English texts."""
    if name == "symbols":
        symbols = data.get("symbols")
        return {key: {"name": key} for key in symbols if isinstance(key, str)} if isinstance(symbols, list) else {}
    if name == "factions":
        races = section(data, "races")
        factions = {race["faction"] for race in races.values() if isinstance(race.get("faction"), str)}
        return {key: {"name": key} for key in sorted(factions - misspelt_factions(races).keys()) if key}
    if name == "natives":
        natives = data.get("natives")
        return {natives["id"]: natives} if isinstance(natives, dict) and isinstance(natives.get("id"), str) else {}
    if name == "boards":
        return {key: board for key, board in boards.items() if isinstance(board, dict)}
    return section(data, name)


def ids_of(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]], name: str) -> list[str]:
    """Return the ids that a section of a language file may have."""
    return list(_entries(data, boards, name))
