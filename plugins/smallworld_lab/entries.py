"""The entries that are compared: a race, a power, a pair of both, or the seats."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import lazy
from smallworld.model.variant import Variant

Entry = tuple[str, tuple[str, ...]]
"""A group of results, and a key in it."""


def find_entry(edition: Variant, names: Sequence[str]) -> Entry:
    """Return the group of results and the key in it of a race, a power, or a pair in any order.

    :raises UnknownName: a name is neither. :raises SmallWorldError: they are not a pair.
    """
    for name in names:
        if name not in edition.races and name not in edition.powers:
            raise UnknownName("race or power", name, [*edition.races, *edition.powers])
    races, powers = ([name for name in names if name in kind] for kind in (edition.races, edition.powers))
    if len(names) == 1:
        return "race" if races else "power", (names[0],)
    if len(races) != 1 or len(powers) != 1:
        raise SmallWorldError(
            lazy("{names} is not a pair; name a race, a power, or one of each, e.g. {power} {race}",
                 names=" ".join(names), power=next(iter(edition.powers)), race=next(iter(edition.races)))
        )  # fmt: skip
    return "pair", (races[0], powers[0])


def entries_of_paths(edition: Variant, paths: Sequence[str]) -> list[Entry]:
    """Return the races and powers that the paths of changes name, each once."""
    kinds = {"races": ("race", edition.races), "powers": ("power", edition.powers)}
    entries: list[Entry] = []
    for section, _dot, rest in (path.partition(".") for path in paths):
        group, entries_of_kind = kinds.get(section, ("", {}))
        entry: Entry = (group, (rest.partition(".")[0],))
        if entry[1][0] in entries_of_kind and entry not in entries:
            entries.append(entry)
    return entries
