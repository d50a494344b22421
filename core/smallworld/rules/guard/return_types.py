"""The types of answers that hooks promise, by the annotations of their specifications."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hooks.answer_limits import MOST_COINS
from smallworld.model.values import Bar, Columns, SpecialConquest, Toll, Traits, Travel

Fits = Callable[[object], bool]


class ReturnType(NamedTuple):
    """A type that answers must have.

    :ivar name: the type, for a sentence.
    :ivar several: the answer is a collection, and ``fits`` concerns each member.
    :ivar optional: None is an answer as well.
    """

    fits: Fits
    name: str
    several: bool = False
    optional: bool = False

    def mismatches(self, answer: object) -> tuple[object, ...]:
        """Return the first value of the wrong type in a tuple, for it may be None; empty if the answer fits."""
        if self.optional and answer is None:
            return ()
        if not self.several:
            return () if self.fits(answer) else (answer,)
        if type(answer) is not tuple:  # one record is a tuple too, but not a collection of them
            return (answer,)
        return tuple([part for part in answer if not self.fits(part)][:1])


def _is_whole(answer: object) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _is_amount(answer: object) -> bool:
    return _is_whole(answer) and abs(answer) <= MOST_COINS  # type: ignore[arg-type]


def _is_pair(answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2 and all(map(_is_whole, answer))


def _instance_of(*kinds: type) -> Fits:
    return lambda answer: isinstance(answer, kinds)


def _record(kind: Any) -> Fits:
    """Accept a record of the engine with values of the annotated types."""
    fields = [FIELD_TYPES[note] for note in get_type_hints(kind).values()]
    return lambda answer: (
        isinstance(answer, kind) and all(fits(part) for fits, part in zip(fields, answer, strict=True))
    )


def _is_whole_tuple(answer: object) -> bool:
    return isinstance(answer, tuple) and all(map(_is_whole, answer))


def _is_plain(answer: object) -> bool:
    if isinstance(answer, list | tuple):
        return all(map(_is_plain, answer))
    return answer is None or isinstance(answer, str | int)


def _is_plain_mapping(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(isinstance(k, str) and _is_plain(v) for k, v in answer.items())


FIELD_TYPES: dict[Any, Fits] = {
    int: _is_whole,
    str: _instance_of(str),
    bool: _instance_of(bool),
    int | None: lambda answer: answer is None or _is_whole(answer),
    tuple[int, ...]: _is_whole_tuple,
    tuple[str, ...]: lambda answer: isinstance(answer, tuple) and all(isinstance(part, str) for part in answer),
}
"""Annotation of a field of a record → check of its value."""
AMOUNT = f"a whole number of at most {MOST_COINS:,}"
RETURN_TYPES: dict[str, ReturnType] = {
    "Regions": ReturnType(_is_whole, "a whole number"),
    "Tokens": ReturnType(_is_amount, AMOUNT),
    "Coins": ReturnType(_is_amount, AMOUNT),
    "bool": ReturnType(_instance_of(bool), "True or False"),
    "None": ReturnType(_instance_of(type(None)), "nothing"),
    "Mapping[str, object]": ReturnType(
        _is_plain_mapping, "a mapping of words to texts, whole numbers, True, False, None or lists of them"
    ),
    "Traits": ReturnType(_record(Traits), "Traits with whole numbers and True or False"),
    "Bar | None": ReturnType(_record(Bar), "a Bar or None", optional=True),
    "Toll | None": ReturnType(_record(Toll), "a Toll or None", optional=True),
    "int | Refusal": ReturnType(
        lambda answer: _is_whole(answer) or isinstance(answer, Refusal), "a whole number or a Refusal"
    ),
    "Refusal | Bar | None": ReturnType(
        lambda answer: isinstance(answer, Refusal) or _record(Bar)(answer), "a Refusal, a Bar or None", optional=True
    ),
    "Travel | None": ReturnType(_record(Travel), "a Travel of whole numbers or None", optional=True),
    "Columns | None": ReturnType(
        _record(Columns),
        "Columns with tuples of whole numbers, a whole size and names of sides, or None",
        optional=True,
    ),
    "CostChange": ReturnType(_is_pair, "pairs of two whole numbers", several=True),
    "Iterable[tuple[Player, Coins]]": ReturnType(
        _is_pair, "pairs of a player and coins, both whole numbers", several=True
    ),
    "Iterable[SpecialConquest]": ReturnType(_record(SpecialConquest), "several SpecialConquest", several=True),
    "Iterable[str]": ReturnType(_instance_of(str), "several texts", several=True),
    "Iterable[Action]": ReturnType(_instance_of(Action), "several Actions", several=True),
    "Sequence[str] | None": ReturnType(_instance_of(str), "several texts or None", several=True, optional=True),
    "Sequence[Player] | None": ReturnType(
        _is_whole, "several players as whole numbers, or None", several=True, optional=True
    ),
}
"""Annotation of a rule hook's answer → the type that is checked; every rule hook has one of these."""
