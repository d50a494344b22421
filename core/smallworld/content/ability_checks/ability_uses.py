"""The abilities that a variant names, with their places and parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.content.reading.documents import KeyPath, list_of, texts_in
from smallworld.content.variants.merging import section

Use = tuple[KeyPath, str, dict[str, Any]]
"""Path, name and parameters of one use of an ability."""


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
