"""Hints about a variant that works: what nothing uses, what could be confused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from smallworld.content.ability_checks import uses_of
from smallworld.content.board_checks import regions_of
from smallworld.content.documents import walk
from smallworld.content.load import Bundle
from smallworld.content.merging import Merged
from smallworld.content.problem import Problem, Related
from smallworld.content.variant_checks import section, whole

RESERVED = ("none", "regions", "faction")
"""Words with a meaning of their own in scores and scenarios."""


def check_extras(bundle: Bundle) -> list[Problem]:
    """Unused terrains and symbols, ids that mean two things."""
    assert bundle.merged is not None
    return [*_unused(bundle), *_clashes(bundle.merged), *_region_clashes(bundle), *_advice(bundle.merged)]


def _advice(merged: Merged) -> Iterator[Problem]:
    """What the rulebook advises for races and powers of one's own."""
    if "extends" not in merged.document.data:
        return
    for kind, key, most, what in (("races", "banner", 10, "race"), ("powers", "badge", 5, "power")):
        for name, entry in section(merged.document.data, kind).items():
            tokens = whole(entry.get(key))
            if tokens is not None and tokens > most:
                message = (
                    f"{name!r} brings {tokens} tokens; the rulebook advises at most {most} for a {what} of your own"
                )
                yield merged.problem("advice", (kind, name, key), message, "play it a few times", severity="warning")


def _unused(bundle: Bundle) -> Iterator[Problem]:
    merged = bundle.merged
    if merged is None or not bundle.boards:
        return
    regions = [region for document in bundle.boards.values() for _, _, region in regions_of(document.data)]
    named = _words(merged.data)
    terrains = {str(region.get("terrain")) for region in regions}
    for key in section(merged.data, "terrains"):
        if key not in terrains:
            message = f"no board has the terrain {key!r}"
            yield _warning(merged, ("terrains", key), message, at_key=True)
    symbols: Any = merged.data.get("symbols")
    printed = {str(symbol) for region in regions for symbol in region.get("symbols") or ()}
    for index, symbol in enumerate(symbols if isinstance(symbols, list) else []):
        if isinstance(symbol, str) and symbol not in printed and symbol not in named:
            yield _warning(merged, ("symbols", index), f"nothing uses the symbol {symbol!r}", at_key=False)


def _warning(merged: Merged, path: tuple[str | int, ...], message: str, *, at_key: bool) -> Problem:
    return merged.problem(
        "unused", path, message, "remove it, or is a name misspelt?", at_key=at_key, severity="warning"
    )


def _words(data: dict[str, Any]) -> set[str]:
    """Every text in the parameters of abilities."""
    return {value for _, _, parameters in uses_of(data) for _, value in walk(parameters) if isinstance(value, str)}


def _clashes(merged: Merged) -> Iterator[Problem]:
    """Scores name their source by the id of a race, power or relic: each may be used once."""
    first: dict[str, tuple[str, str]] = {}
    for kind in ("races", "powers", "relics"):
        for key in section(merged.data, kind):
            if key in RESERVED:
                message = f"{key!r} has a meaning of its own in scores"
                yield merged.problem("name-clash", (kind, key), message, "choose another id", at_key=True)
            elif key in first:
                other, place = merged.key(first[key])
                related = (Related("the other one is here", other.name, place),)
                message = f"{key!r} is the id of one of the {first[key][0]} already"
                yield merged.problem(
                    "name-clash", (kind, key), message, "choose another id", at_key=True, related=related
                )
            first.setdefault(key, (kind, key))


def _region_clashes(bundle: Bundle) -> Iterator[Problem]:
    """Islands lie on one table: no two sheets may have a region of the same id."""
    first: dict[str, tuple[str, str]] = {}
    for name, document in bundle.boards.items():
        if not document.data.get("size"):
            continue
        sheet = str(document.data.get("sheet") or name)
        for index, region, _ in regions_of(document.data):
            seen, where = first.setdefault(region, (sheet, name))
            if seen != sheet:
                message = f"the island {where!r} has a region {region!r} too"
                place = document.value(("regions", index, "id"))
                yield document.problem("duplicate-id", place, message, "rename one")
