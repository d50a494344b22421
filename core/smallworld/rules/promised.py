"""What every hook promises of its answers: their kind, and what the table allows of that kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.rules.records import NOBODY, Bar, Columns, Means, Toll, Travel

if TYPE_CHECKING:
    from smallworld.rules.position import Position

Fits = Callable[[object], bool]


class Promise(NamedTuple):
    """What an answer has to be.

    :ivar wanted: how to say so. :ivar several: it is many things, and ``fits`` speaks of each.
    :ivar optional: None will do instead.
    """

    fits: Fits
    wanted: str
    several: bool = False
    optional: bool = False

    def broken_by(self, answer: object) -> tuple[object, ...]:
        """What does not fit, in a tuple, for it may be None; empty if everything does."""
        if self.optional and answer is None:
            return ()
        if not self.several:
            return () if self.fits(answer) else (answer,)
        if type(answer) is not tuple:  # one Means is a tuple too, but not several of them
            return (answer,)
        return tuple([part for part in answer if not self.fits(part)][:1])


def _anything(answer: object) -> bool:
    return True


def _whole(answer: object) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _pair(answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2 and all(map(_whole, answer))


def _kind(*kinds: type) -> Fits:
    return lambda answer: isinstance(answer, kinds)


def _record(kind: Any) -> Fits:
    """A record of the engine whose fields hold what they are annotated with."""
    fields = [FIELDS[note] for note in get_type_hints(kind).values()]
    return lambda answer: (
        isinstance(answer, kind) and all(fits(part) for fits, part in zip(fields, answer, strict=True))
    )


def _wholes(answer: object) -> bool:
    return isinstance(answer, tuple) and all(map(_whole, answer))


def _plain(answer: object) -> bool:
    if isinstance(answer, list | tuple):
        return all(map(_plain, answer))
    return answer is None or isinstance(answer, str | int)


def _words(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(isinstance(k, str) and _plain(v) for k, v in answer.items())


FIELDS: dict[Any, Fits] = {
    int: _whole,
    str: _kind(str),
    bool: _kind(bool),
    int | None: lambda answer: answer is None or _whole(answer),
    tuple[int, ...]: _wholes,
    tuple[str, ...]: lambda answer: isinstance(answer, tuple) and all(isinstance(part, str) for part in answer),
}
"""Annotation of a field of a record → what fits it."""
ANYTHING = Promise(_anything, "")
PROMISES: dict[str, Promise] = {
    "int": Promise(_whole, "a whole number"),
    "bool": Promise(_kind(bool), "True or False"),
    "None": Promise(_kind(type(None)), "nothing"),
    "Mapping[str, object]": Promise(
        _words, "a mapping of words to texts, whole numbers, True, False, None or lists of them"
    ),
    "Bar | None": Promise(_record(Bar), "a Bar or None", optional=True),
    "Toll | None": Promise(_record(Toll), "a Toll or None", optional=True),
    "Refusal | None": Promise(_kind(Refusal), "a Refusal or None", optional=True),
    "Travel | None": Promise(_record(Travel), "a Travel of whole numbers or None", optional=True),
    "Columns | None": Promise(
        _record(Columns),
        "Columns with tuples of whole numbers, a whole size and names of sides, or None",
        optional=True,
    ),
    "CostChange": Promise(_pair, "pairs of two whole numbers", several=True),
    "Iterable[tuple[int, int]]": Promise(_pair, "pairs of a player and coins, both whole numbers", several=True),
    "Iterable[Means]": Promise(_record(Means), "several Means", several=True),
    "Iterable[Action]": Promise(_kind(Action), "several Actions", several=True),
    "Sequence[str] | None": Promise(_kind(str), "several texts or None", several=True, optional=True),
    "Sequence[int] | None": Promise(_whole, "several players as whole numbers, or None", several=True, optional=True),
}
"""Annotation of a hook's answer → what is promised of it."""


def _lost(answer: int, *values: Any) -> str:
    return f"answers {answer}; tokens cannot be fewer than 0" if answer < 0 else ""


def _sizes(answer: Sequence[str] | None, players: int) -> str:
    return "names no size; return None for those of the variant file" if answer == () else ""


def _seats(players: Sequence[int], game: Position) -> str:
    wrong = [player for player in players if not 0 <= player < game.players]
    return f"names player {wrong[0]}; the players are 0 to {game.players - 1}" if wrong else ""


def _won(answer: Sequence[int] | None, game: Position) -> str:
    if answer == ():
        return "names nobody; return None where the most coins decide"
    return _seats(answer or (), game)


def _taxed(answer: Sequence[tuple[int, int]], game: Position, race: int) -> str:
    wrong = [coins for _, coins in answer if coins < 0]
    if wrong:
        return f"asks {wrong[0]} coins of a player; the fewest are 0"
    return _seats([player for player, _ in answer], game)


def _charged(answer: Toll | None, game: Position, *values: Any) -> str:
    if answer is None:
        return ""
    if answer.coins < 0:
        return f"asks a toll of {answer.coins} coins; the fewest are 0"
    return "" if answer.to == NOBODY else _seats([answer.to], game)


def _laid_out(answer: Columns | None, factions: Sequence[str], players: int) -> str:
    if answer is None:
        return ""
    if (len(answer.of_race), len(answer.of_player)) != (len(factions), players):
        return (f"gives columns to {len(answer.of_race)} races and {len(answer.of_player)} players, "
                f"but there are {len(factions)} and {players}")  # fmt: skip
    if answer.sides and len(answer.sides) <= max((*answer.of_race, *answer.of_player)):
        return f"names {len(answer.sides)} sides for more columns; name one for each"
    return "" if answer.size > 0 else f"gives columns the size {answer.size}; at least one combo has to be visible"


AMISS: dict[str, Callable[..., str]] = {
    "board_sizes": _sizes,
    "columns": _laid_out,
    "losses": _lost,
    "saves_tokens": _lost,
    "taxes": _taxed,
    "toll": _charged,
    "winners": _won,
}
"""Hook → what is amiss with an answer of the right kind, as the end of a sentence; empty if nothing is.
They take the answer and what the hook takes."""
