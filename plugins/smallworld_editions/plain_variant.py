"""A variant as plain data, which JSON can hold, and back: an edition that was checked once is kept in this form.

A value that JSON lacks is an object of one key, its kind: ``{"tuple": […]}``, ``{"set": […]}``, ``{"map": [[key,
value], …]}``, and ``{"RaceSpec": […]}`` with the values of its fields in their order. Only the classes of the model can
be named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.translation import Translations
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

Plain = Any
"""Texts, numbers, truth values, None, lists of these, and dicts from texts to these."""
CLASSES: dict[str, type[Any]] = {
    cls.__name__: cls
    for cls in (
        AbilityUse, BoardFile, NativesSpec, PieceSpec, PowerSpec, RaceSpec, RegionSpec, RelicSpec, Ruling, TerrainSpec,
        Variant,
    )
}  # fmt: skip
APART = frozenset({"content", "path", "translations"})
"""Fields that are not among the values of an object: they are plain already, or belong to the place of the files."""
FIELDS = {name: tuple(field.name for field in fields(cls) if field.name not in APART) for name, cls in CLASSES.items()}


def plain_variant(variant: Variant) -> Plain:
    """Return a variant as plain data, without its path and its translations.

    :raises TypeError: it holds something of another kind than those above.
    """
    return {"values": _plain(variant), "content": variant.content}


def variant_from(data: Plain, path: str, translations: Translations) -> Variant:
    """Return the variant of some plain data.

    :param path: the file of the variant; :param translations: reads its texts in a language.
    :raises Exception: the data is not that of a variant; nothing of it was executed.
    """
    if not isinstance(data["content"], dict):
        raise TypeError("the content of a variant is a mapping")
    variant = _Builder({"path": path, "content": data["content"]}, translations).build(data["values"])
    if not isinstance(variant, Variant):
        raise TypeError("this is not the data of a variant")
    return variant


def _plain(value: object) -> Plain:
    match value:
        case None | str() | int() | float():
            return value
        case tuple():
            return {"tuple": [_plain(item) for item in value]}
        case frozenset():
            return {"set": [_plain(item) for item in sorted(value)]}
        case list():
            return [_plain(item) for item in value]
        case Mapping():
            return {"map": [[_plain(key), _plain(item)] for key, item in value.items()]}
    name = type(value).__name__
    if CLASSES.get(name) is not type(value):
        raise TypeError(f"a variant holds a {name}")
    # The attribute would be in the language of the reader.
    texts = getattr(value, "__dict__", {})
    return {name: [_plain(texts[field] if field in texts else getattr(value, field)) for field in FIELDS[name]]}


class _Builder:
    """Builds the objects of one variant, which have the same translations."""

    def __init__(self, of_variant: Mapping[str, Any], translations: Translations) -> None:
        texts: dict[str, Any] = {"translations": translations}
        self._apart = {
            name: texts if "translations" in cls.__dataclass_fields__ else {} for name, cls in CLASSES.items()
        }
        self._apart["Variant"] = {**texts, **of_variant}

    def build(self, data: Plain) -> Any:
        """Return the value of some plain data."""
        if type(data) is list:
            return [self.build(item) for item in data]
        if type(data) is not dict:
            return data
        ((kind, items),) = data.items()
        match kind:
            case "tuple":
                return tuple([self.build(item) for item in items])
            case "set":
                return frozenset(items)
            case "map":
                return {self.build(key): self.build(item) for key, item in items}
        return CLASSES[kind](**dict(zip(FIELDS[kind], map(self.build, items), strict=True)), **self._apart[kind])
