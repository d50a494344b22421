"""The rulings of a game, the engine's and the variant's, and their answers.

Rulings of races, powers and relics are declared in variant files.
"""

from __future__ import annotations

from collections.abc import Mapping

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import N_, lazy
from smallworld.model.names import english_text
from smallworld.model.variant import Ruling, Scalar, Variant

MOST_PLAYERS = 12
"""The most players that any edition allows."""


ANSWERS = (
    N_("true"), N_("false"), N_("hidden"), N_("open"), N_("unlimited"), N_("finite"), N_("random"), N_("shared"),
    N_("tokens then shared"), N_("target unaffordable"), N_("no region affordable"), N_("after active"),
    N_("before active"),
)  # fmt: skip
"""Answers to the rulings as words for people."""


def _ruling(key: str, values: tuple[Scalar, ...], rule: str, text: str) -> Ruling:
    return Ruling(key, values[0], values, rule, text)


_ALL = (
    _ruling(
        "own_decline_token_defends", (False, True), "R-COST-2",
        N_("Does a token of a declined race make its region dearer for its own player?"),
    ),
    _ruling(
        "own_decline_counts_nonempty", (True, False), "R-TERM-6",
        N_("Is a region with only a token of the player's own declined race non-empty?"),
    ),
    _ruling(
        "final_die_condition", ("target_unaffordable", "no_region_affordable"), "R-DIE-3",
        N_("May the die be used for any region that is too dear, or only if no region can be taken without it?"),
    ),
    _ruling(
        "empty_decline_removes_previous", (True, False), "R-DECL-5",
        N_("Does a decline without a region on the map remove the race that declined before?"),
    ),
    _ruling(
        "defender_redeploy_order", ("after_active", "before_active"), "R-LOSS-7",
        N_("Do others redeploy their withdrawn tokens after the active player, or before?"),
    ),
    _ruling(
        "must_conquer_or_decline", (False, True), "R-TURN-5",
        N_("Must a player with a race conquer a region each turn, or decline?"),
    ),
    _ruling(
        "tie_break", ("tokens_then_shared", "shared"), "R-END-3",
        N_("Do tokens on the map break a tie, or is the victory shared?"),
    ),
    _ruling(
        "first_player", ("random", *range(1, MOST_PLAYERS + 1)), "R-SETUP-6",
        N_("Who begins: a player drawn by chance, or the seat with this number?"),
    ),
    _ruling("coins", ("hidden", "open"), "R-SCORE-6", N_("Are coins hidden from the others?")),
    _ruling("coin_bank", ("unlimited", "finite"), "R-SUP-3", N_("Can the coins of the box run out?")),
)  # fmt: skip

ENGINE_RULINGS: dict[str, Ruling] = {ruling.key: ruling for ruling in _ALL}
"""Key → ruling, with the engine's default first among its values."""


def fits(ruling: Ruling, answer: Scalar) -> bool:
    """Return whether the ruling allows this answer."""
    return not ruling.values or any(answer == value and type(answer) is type(value) for value in ruling.values)


def read_answer(text: str) -> Scalar:
    """Read the text of an answer to a ruling: ``true``, a whole number of at most five digits, or a word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text


# --- the rulings of a game, the engine's and the variant's, and their answers


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
