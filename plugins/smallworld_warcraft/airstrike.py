"""Conquests of any region with a free roll of the die (W-GNOME)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld import GameState, OnceATurn, Race, SpecialConquest, Word, hookimpl


class Airstrike(OnceATurn):
    """Once a turn any region of any island is conquered, cheaper by a free roll of the die.

    :param means: the word of the notation.
    :param first_conquest: it may be a First Conquest, on any region.
    :param miss: after a roll that is too low, conquests go on, or only the final die on that region remains.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-GNOME-1"
    means: Word = "airstrike"
    first_conquest: bool = True
    miss: Literal["called_off", "ends_conquests"] = "called_off"
    joins: bool = True

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state):
            return ()
        free = self.first_conquest or state.regions[race]
        targets = state.board.all if free else state.board.entry
        return (SpecialConquest(self.means, targets, far=True, joins=self.joins, free_die=True, miss=self.miss),)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


ABILITIES = (Airstrike,)
