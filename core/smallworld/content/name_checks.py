"""Names that mean two things, or that look misspelt, and abilities that stand somewhere twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from smallworld.content.ability_checks import uses_of
from smallworld.content.merging import Merged, section
from smallworld.content.problem import Problem, Related

RESERVED = ("none", "regions", "faction")
"""Words with a meaning of their own in scores and scenarios."""
LONGEST, MOST_COMPARED = 40, 20
"""Factions are compared up to this length and number: a comparison takes time, and editions have few."""


def check_names(merged: Merged) -> Iterator[Problem]:
    """Everything that is wrong, or odd, with the names in a variant."""
    yield from _clashes(merged)
    yield from _natives(merged)
    yield from _namesakes(merged)
    yield from _factions(merged)
    yield from _repeated(merged)


def _clashes(merged: Merged) -> Iterator[Problem]:
    """Scores name their source by the id of a race, power or relic: each may be used once."""
    first: dict[str, tuple[str, str]] = {}
    for kind in ("races", "powers", "relics"):
        for key in section(merged.data, kind):
            here = (kind, key)
            if key in RESERVED:
                message = f"{key!r} has a meaning of its own in scores"
                yield merged.problem("name-clash", here, message, "choose another id", at_key=True)
            elif key in first:
                there = first[key]
                if not merged.is_own(here):
                    here, there = there, here
                other, place = merged.key(there)
                related = (Related("the other one is here", other.name, place),)
                message = f"{key!r} is the id of one of the {there[0]} already"
                yield merged.problem("name-clash", here, message, "choose another id", at_key=True, related=related)
            first.setdefault(key, (kind, key))


def _natives(merged: Merged) -> Iterator[Problem]:
    """The natives are a race of their own to boards and scenarios."""
    natives = merged.data.get("natives")
    key = natives.get("id") if isinstance(natives, dict) else None
    if isinstance(key, str) and key in section(merged.data, "races"):
        other, place = merged.key(("races", key))
        message = f"{key!r} is the id of one of the races already"
        related = (Related("the race is here", other.name, place),)
        path = ("natives", "id")
        yield merged.problem("name-clash", path, message, "choose another id", severity="warning", related=related)


def _namesakes(merged: Merged) -> Iterator[Problem]:
    """Two things of a kind that people cannot tell apart."""
    for kind in ("races", "powers", "relics", "terrains", "pieces"):
        first: dict[str, str] = {}
        for key, entry in section(merged.data, kind).items():
            name = entry.get("name")
            if not isinstance(name, str):
                continue
            other = first.setdefault(name.casefold(), key)
            if other != key:
                here, there = (key, other) if merged.is_own((kind, key)) else (other, key)
                document, place = merged.key((kind, there))
                related = (Related("the other one is here", document.name, place),)
                message = f"{here!r} and {there!r} are both called {name!r}"
                path = (kind, here, "name")
                yield merged.problem(
                    "name-clash", path, message, "choose another name", severity="warning", related=related
                )


def _factions(merged: Merged) -> Iterator[Problem]:
    """A faction of one race alone that is nearly called like one of several."""
    races = section(merged.data, "races")
    counts = Counter(entry["faction"] for entry in races.values() if isinstance(entry.get("faction"), str))
    common = [faction for faction, races_of in counts.items() if races_of > 1 and len(faction) <= LONGEST]
    alone = [faction for faction, races_of in counts.items() if races_of == 1 and len(faction) <= LONGEST]
    if max(len(common), len(alone)) > MOST_COMPARED:
        return
    for key, entry in races.items():
        faction = entry.get("faction")
        near = get_close_matches(faction, common, n=1, cutoff=0.6) if faction in alone else []
        if near and merged.is_own(("races", key)):
            message, hint = f"no other race is of the faction {faction!r}", f"did you mean {near[0]!r}?"
            yield merged.problem("unused", ("races", key, "faction"), message, hint, severity="warning")


def _repeated(merged: Merged) -> Iterator[Problem]:
    """An ability that somebody has twice with the same parameters: both count."""
    seen: dict[str, tuple[str | int, ...]] = {}
    for path, name, parameters in uses_of(merged.data):
        holder = path[:2] if path[0] != "abilities" else ()
        first = seen.setdefault(repr((holder, name, sorted(parameters.items(), key=str))), path)
        if first != path and merged.is_own(path):
            document, place = merged.key(first)
            related = (Related("the first one is here", document.name, place),)
            message = f"the ability {name!r} stands here a second time, with the same parameters"
            hint = "remove one, unless both are meant to count"
            yield merged.problem(
                "duplicate-item", path, message, hint, severity="warning", related=related, at_key=True
            )
