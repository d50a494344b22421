"""Names of races, powers and relics for people, in place of the ids of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smallworld.errors import SmallWorldError
from smallworld_editions.editions import load_variant
from smallworld_lab.analysis.aggregate import Aggregate, Key
from smallworld_lab.run_plan import Run

NAMED_GROUPS = (
    "race",
    "power",
    "pair",
    "first_race",
    "first_power",
    "first_pair",
    "race_players",
    "power_players",
    "source",
)
"""Groups of results with ids in their keys."""


def display_names(runs: Iterable[Run]) -> dict[str, str]:
    """Return id → name for the editions that were played and their contents; an edition that is gone has no names."""
    names: dict[str, str] = {}
    for path in sorted({run.variant for run in runs}):
        try:
            variant = load_variant(path)
        except SmallWorldError:
            continue
        names[variant.id] = variant.name
        for kind in (variant.relics, variant.powers, variant.races):
            names |= {key: entry.name for key, entry in kind.items()}
    return names


def with_display_names(results: Aggregate, names: Mapping[str, str]) -> Aggregate:
    """Return results with names as keys; an id without a name is written with spaces."""
    groups = dict(results.groups)
    for group in NAMED_GROUPS:
        groups[group] = {display_key(key, names): sums for key, sums in results.groups[group].items()}
    return Aggregate(results.games, results.editions, groups, results.observed)


def display_key(key: Key, names: Mapping[str, str]) -> Key:
    """Return the key of a group with names in place of ids."""
    return tuple(_name(part, names) if isinstance(part, str) else part for part in key)


def _name(key: str, names: Mapping[str, str]) -> str:
    text = key.replace("_", " ")
    return names.get(key, text[:1].upper() + text[1:])
