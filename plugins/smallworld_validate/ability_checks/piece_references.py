"""Check the pieces that abilities name: their traits, and whether a single ability places them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from smallworld.languages import N_, lazy
from smallworld.model.variant import PieceSpec
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import Use

DEFAULTS = {field.name: field.default for field in fields(PieceSpec)}
"""Key of a piece → its default."""


def check_traits(
    merged: Merged, path: KeyPath, name: str, parameters: Mapping[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """Report pieces that do not have the traits that the ability requires."""
    for parameter, value in parameters.items():
        entry = schema.get("properties", {}).get(parameter, {})
        named = section(merged.data, f"{entry.get('x-names')}s").get(value) if isinstance(value, str) else None
        if named is None:
            continue
        for message, hint in _trait_faults(name, value, named, entry):
            yield merged.problem("ability-parameter", (*path, parameter), message, hint)


def _trait_faults(
    name: str, value: str, named: Mapping[str, Any], entry: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield a sentence and a remedy for the trait that a piece lacks, and for the first one that it must not have."""
    trait = entry.get("x-trait")
    if trait and not named.get(trait):
        yield (
            lazy(
                "the ability {name!r} needs a piece that is a {trait}, and {value!r} is not",
                name=name, trait=trait, value=value,
            ),
            lazy("add {trait}: true to {value}, or name another piece", trait=trait, value=value),
        )  # fmt: skip
    key = next((key for key in entry.get("x-never", ()) if named.get(key, DEFAULTS.get(key)) is True), None)
    if key is not None:
        yield (
            lazy(
                "the ability {name!r} needs a piece with {key}: false, and {value!r} has {key}: true",
                name=name, key=key, value=value,
            ),
            lazy("write {key}: false at {value}, or name another piece", key=key, value=value),
        )  # fmt: skip


def check_rivals(
    merged: Merged, uses: Iterator[Use], schemas: Mapping[str, Mapping[str, Any]] | None
) -> Iterator[Problem]:
    """Report a kind of piece that a race and a power both place: together they would offer each place twice."""
    first: dict[tuple[str, str], KeyPath] = {}
    for path, name, parameters in uses:
        properties = (schemas or {}).get(name, {}).get("properties", {})
        for parameter, piece in parameters.items():
            entry = properties.get(parameter, {})
            if not (entry.get("x-placed") and isinstance(piece, str)):
                continue
            if any(_has(merged, piece, key) for key in entry.get("x-never", ())):
                continue  # this piece is refused at this place already
            first.setdefault((str(path[0]), piece), (*path, parameter))
            rival = first.get(("races", piece))
            if path[0] == "powers" and rival is not None:
                yield _rival_problem(merged, rival, (*path, parameter), piece)


def _has(merged: Merged, piece: str, key: str) -> bool:
    return section(merged.data, "pieces").get(piece, {}).get(key, DEFAULTS.get(key)) is True


def _rival_problem(merged: Merged, race: KeyPath, power: KeyPath, piece: str) -> Problem:
    """Return the problem, at a place in the checked file."""
    path, other = (power, race) if merged.is_own(power) else (race, power)
    related = merged.related(lazy("the other ability is here"), other)
    sentence = N_("{race!r} and {power!r} both place the piece {piece!r}, and a player may get them together")
    message = lazy(sentence, race=race[1], power=power[1], piece=piece)
    hint = lazy("give each a piece of its own, or take one of the abilities away")
    return merged.problem("ability-parameter", path, message, hint, related=related)
