"""Enough races and powers: a combo for every player, and a full column."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.content.checks.variant import PLAYERS
from smallworld.content.report.problem import Problem
from smallworld.content.variants.merging import Merged, section, whole

COLUMN = 6
"""Combos in the column where the variant does not set their number."""


def check_combos(merged: Merged) -> Iterator[Problem]:
    """Races, or powers, that do not suffice for the largest number of players.

    With fewer than players somebody never gets a combo. A column that cannot be filled is legal: the banners have
    run out; but nobody plans it so.
    """
    boards = merged.data.get("boards")
    players = max((int(key) for key in boards if key in PLAYERS), default=0) if isinstance(boards, dict) else 0
    column = whole(merged.data.get("column", COLUMN)) or COLUMN
    for kind in ("races", "powers"):
        have = len(section(merged.data, kind))
        if not isinstance(merged.data.get(kind), dict):
            continue
        if have < players:
            message = f"{players} players need {players} {kind} to pick from, but there {_are(have)}"
            hint = f"add {players - have} or more, or have a board for fewer players"
            yield merged.problem("too-few-combos", (kind,), message, hint, at_key=True)
        elif have < players + column:
            need = players + column
            message = f"{players} players and a column of {column} need {need} {kind}, but there {_are(have)}"
            most = have - players
            hint = f"add {need - have} or more" + (f", or make the column {most} or less" if most else "")
            path = ("column",) if merged.is_own(("column",)) and not merged.is_own((kind,)) else (kind,)
            yield merged.problem("too-few-combos", path, message, hint, at_key=True, severity="warning")


def _are(number: int) -> str:
    return f"is {number}" if number == 1 else f"are {number}"
