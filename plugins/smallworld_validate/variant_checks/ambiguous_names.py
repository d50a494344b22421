"""Warn of names with two meanings, names that look misspelt, and abilities that are listed twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from smallworld.languages import lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath, mapping_of
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import uses_of

RESERVED = ("none", "regions", "faction")
"""Words with a meaning of their own in scores and scenarios."""
LONGEST, MOST_COMPARED = 40, 20
"""Factions are compared up to this length and number: a comparison takes time, and editions have few."""


def check_names(merged: Merged) -> Iterator[Problem]:
    """Yield the mistakes in the names of a variant."""
    yield from _check_ids(merged)
    yield from _check_natives(merged)
    yield from _check_namesakes(merged)
    yield from _check_factions(merged)
    yield from _check_repeated_abilities(merged)


def _check_ids(merged: Merged) -> Iterator[Problem]:
    """Report ids with a meaning in scores, and ids that two entries share: score lines name their source by id."""
    first: dict[str, tuple[str, str]] = {}
    for kind in ("races", "powers", "relics"):
        for key in section(merged.data, kind):
            key_path = (kind, key)
            if key in RESERVED:
                message = lazy("{key!r} has a meaning of its own in scores", key=key)
                yield merged.problem("name-clash", key_path, message, lazy("choose another id"), at_key=True)
            elif key in first:
                other_path = first[key]
                if not merged.is_own(key_path):
                    key_path, other_path = other_path, key_path
                related = merged.related(lazy("the other one is here"), other_path, at_key=True)
                message = lazy("{key!r} is the id of one of the {section} already", key=key, section=other_path[0])
                yield merged.problem(
                    "name-clash", key_path, message, lazy("choose another id"), at_key=True, related=related
                )
            first.setdefault(key, (kind, key))


def _check_natives(merged: Merged) -> Iterator[Problem]:
    """Warn of natives and a race with the same id: boards and scenarios would confuse them."""
    key = mapping_of(merged.data.get("natives")).get("id")
    if isinstance(key, str) and key in section(merged.data, "races"):
        message = lazy("{key!r} is the id of one of the {section} already", key=key, section="races")
        related = merged.related(lazy("the race is here"), ("races", key), at_key=True)
        path = ("natives", "id")
        yield merged.warning("name-clash", path, message, lazy("choose another id"), related=related)


def _check_namesakes(merged: Merged) -> Iterator[Problem]:
    """Report two things of a kind with names that people cannot distinguish."""
    for kind in ("races", "powers", "relics", "terrains", "pieces"):
        first: dict[str, str] = {}
        for key, entry in section(merged.data, kind).items():
            name = entry.get("name")
            if not isinstance(name, str):
                continue
            other = first.setdefault(name.casefold(), key)
            if other != key:
                key_path, other_path = (key, other) if merged.is_own((kind, key)) else (other, key)
                related = merged.related(lazy("the other one is here"), (kind, other_path), at_key=True)
                message = lazy(
                    "{key!r} and {other!r} are both called {name!r}", key=key_path, other=other_path, name=name
                )
                path = (kind, key_path, "name")
                yield merged.warning("name-clash", path, message, lazy("choose another name"), related=related)


def _check_factions(merged: Merged) -> Iterator[Problem]:
    """Warn of a faction of a single race with nearly the same name as a faction of several races."""
    races = section(merged.data, "races")
    misspelt = misspelt_factions(races)
    for key, entry in races.items():
        faction = entry.get("faction")
        if isinstance(faction, str) and faction in misspelt and merged.is_own(("races", key)):
            message = lazy("no other race is of the faction {faction!r}", faction=faction)
            hint = lazy("did you mean {name!r}?", name=misspelt[faction])
            yield merged.warning("unused", ("races", key, "faction"), message, hint)


def misspelt_factions(races: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return faction of a single race → the faction of several races with nearly the same name."""
    counts = Counter(entry["faction"] for entry in races.values() if isinstance(entry.get("faction"), str))
    common = [faction for faction, races_of in counts.items() if races_of > 1 and len(faction) <= LONGEST]
    alone = [faction for faction, races_of in counts.items() if races_of == 1 and len(faction) <= LONGEST]
    if max(len(common), len(alone)) > MOST_COMPARED:
        return {}
    return {name: matches[0] for name in alone if (matches := get_close_matches(name, common, n=1, cutoff=0.6))}


def _check_repeated_abilities(merged: Merged) -> Iterator[Problem]:
    """Warn of an ability that a user has twice with the same parameters; both count."""
    seen: dict[str, KeyPath] = {}
    for path, name, parameters in uses_of(merged.data):
        holder = path[:2] if path[0] != "abilities" else ()
        first = seen.setdefault(repr((holder, name, sorted(parameters.items(), key=str))), path)
        if first != path and merged.is_own(path):
            related = merged.related(lazy("the first one is here"), first, at_key=True)
            message = lazy("the ability {name!r} is listed twice, with the same parameters", name=name)
            hint = lazy("remove one, unless both are meant to count")
            yield merged.warning("duplicate-item", path, message, hint, related=related, at_key=True)
