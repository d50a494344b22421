"""Rulings of the engine itself; all others are declared by variant files."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.model.content import Ruling, Scalar, Variant

ENGINE_RULINGS = {
    ruling.key: ruling
    for ruling in (
        Ruling("own_decline_token_defends", False, (False, True), "R-COST-2",
               "whether a token of the attacker's own declined race adds to the cost"),
        Ruling("own_decline_counts_nonempty", True, (True, False), "R-TERM-6",
               "whether a region of the attacker's own declined race is non-empty"),
        Ruling("final_die_condition", "target_unaffordable", ("target_unaffordable", "no_region_affordable"),
               "R-DIE-3", "whether the final die needs this region to be too dear, or no region at all to be had"),
        Ruling("empty_decline_removes_previous", True, (True, False), "R-DECL-5",
               "whether a race without regions still replaces the earlier declined race"),
        Ruling("defender_redeploy_order", "after_active", ("after_active", "before_active"), "R-LOSS-7",
               "whether defenders retreat after or before the active player redeploys"),
        Ruling("must_conquer_or_decline", False, (False, True), "R-TURN-5",
               "whether a player who can conquer has to conquer or decline"),
        Ruling("tie_break", "tokens_then_shared", ("tokens_then_shared", "shared"), "R-END-3",
               "whether tokens on the map decide a tie before it is shared"),
        Ruling("first_player", "random", ("random", 1, 2, 3, 4, 5), "R-SETUP-6",
               "who begins: a seat number, or chance"),
        Ruling("coins", "hidden", ("hidden", "open"), "R-SCORE-6", "whether players see each other's coins"),
        Ruling("coin_bank", "unlimited", ("unlimited", "finite"), "R-SUP-3", "whether the bank can run dry"),
    )
}  # fmt: skip


def rulings_of(variant: Variant) -> dict[str, Ruling]:
    """Every ruling of a variant: the engine's, with the variant's defaults, and its own."""
    found = dict(ENGINE_RULINGS)
    for key, own in variant.rulings.items():
        engine = ENGINE_RULINGS.get(key)
        if engine is not None and not own.values:
            own = Ruling(key, own.default, engine.values, engine.rule, engine.text)
        found[key] = own
    return found


def resolve(variant: Variant, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """The answer to every ruling at one table.

    :raises SmallWorldError: an option is unknown or has a value that is not on offer.
    """
    known = rulings_of(variant)
    values = {key: ruling.default for key, ruling in known.items()}
    for key, value in options.items():
        if key not in known:
            raise UnknownName("option", key, known)
        values[key] = _choice(known[key], value)
    return values


def _choice(ruling: Ruling, value: Scalar) -> Scalar:
    for offered in ruling.values:
        if value == offered and type(value) is type(offered):
            return value
    for offered in ruling.values:
        if str(value).lower() == str(offered).lower():
            return offered
    offers = ", ".join(str(offered).lower() for offered in ruling.values)
    raise SmallWorldError(f"option {ruling.key!r} cannot be {value!r}; choose one of: {offers}")
