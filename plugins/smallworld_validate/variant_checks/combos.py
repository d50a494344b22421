"""Check that races and powers suffice: a combo for every player, and a full column."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.languages import NN_, lazy, lazy_n
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import mapping_of
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_validate.problems.sentences_by_kind import lazy_count
from smallworld_validate.variant_checks.variant import PLAYERS

COLUMN = 6
"""Combos in the column where the variant does not set their number."""
_PICK = {
    "races": NN_("{players} need {count} race to pick from", "{players} need {count} races to pick from"),
    "powers": NN_("{players} need {count} power to pick from", "{players} need {count} powers to pick from"),
}
"""Section → the sentence about how many of its entries the players pick from."""
_NEED = {
    "races": NN_(
        "{players} and a column of {column} need {count} race",
        "{players} and a column of {column} need {count} races",
    ),
    "powers": NN_(
        "{players} and a column of {column} need {count} power",
        "{players} and a column of {column} need {count} powers",
    ),
}
"""Section → the sentence about how many of its entries the players and the column need."""


def check_combos(merged: Merged) -> Iterator[Problem]:
    """Report races, or powers, that do not suffice for the largest number of players.

    With fewer than players somebody never gets a combo. A column that cannot be filled is legal: the banners have
    run out; but nobody plans it so.
    """
    boards = mapping_of(merged.data.get("boards"))
    players = max((int(key) for key in boards if key in PLAYERS), default=0)
    column = whole(merged.data.get("column", COLUMN)) or COLUMN
    for kind in ("races", "powers"):
        have = len(section(merged.data, kind))
        if not isinstance(merged.data.get(kind), dict):
            continue
        if have < players:
            demand = lazy_n(*_PICK[kind], players, players=lazy_count(players, "player"))
            message = _message(demand, have)
            hint = lazy("add {count} or more, or have a board for fewer players", count=players - have)
            yield merged.problem("too-few-combos", (kind,), message, hint, at_key=True)
        elif have < players + column:
            need = players + column
            demand = lazy_n(*_NEED[kind], need, players=lazy_count(players, "player"), column=column)
            message = _message(demand, have)
            most = have - players
            hint = lazy("add {count} or more", count=need - have)
            if most:
                hint = lazy("{hint}, or make the column {most} or less", hint=hint, most=most)
            path = ("column",) if merged.is_own(("column",)) and not merged.is_own((kind,)) else (kind,)
            yield merged.warning("too-few-combos", path, message, hint, at_key=True)


def _message(demand: str, have: int) -> str:
    supply = lazy_n("there is {count}", "there are {count}", have)
    return lazy("{demand}, but {supply}", demand=demand, supply=supply)
