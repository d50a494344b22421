"""The rulings of a game, the engine's and the variant's, and their answers."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import lazy
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.translation import english_text
from smallworld.model.variant import Ruling, Scalar, Variant


def rulings_of(variant: Variant) -> dict[str, Ruling]:
    """Return every ruling of a variant: the engine's, with the variant's defaults, and its own."""
    rulings = dict(ENGINE_RULINGS)
    for key, ruling in variant.rulings.items():
        engine = ENGINE_RULINGS.get(key)
        if engine is not None and not ruling.values:
            ruling = Ruling(key, ruling.default, engine.values, engine.rule, english_text(engine, "text"))
        rulings[key] = ruling
    return rulings


def resolve(variant: Variant, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the answer to every ruling at one table.

    :raises SmallWorldError: an option is unknown or has a value that is not on offer.
    """
    rulings = rulings_of(variant)
    values = {key: ruling.default for key, ruling in rulings.items()}
    for key, value in options.items():
        if key not in rulings:
            raise UnknownName("option", key, rulings)
        values[key] = _choice(rulings[key], value)
    return values


def _choice(ruling: Ruling, value: Scalar) -> Scalar:
    for offered in ruling.values:
        if value == offered and type(value) is type(offered):
            return value
    for offered in ruling.values:
        if str(value).lower() == str(offered).lower():
            return offered
    offers = ", ".join(str(offered).lower() for offered in ruling.values)
    raise SmallWorldError(
        lazy(
            "option {option!r} cannot be {value!r}; choose one of: {offers}",
            option=ruling.key,
            value=value,
            offers=offers,
        )
    )
