"""The base class of special conquests that a race has once a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Word
from smallworld.hooks.decorators import hookimpl
from smallworld.languages import _
from smallworld.model.aliases import Race, Region

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class OnceATurn(Ability):
    """Base of special conquests that are spent by the attempt, successful or not.

    They ask :meth:`spent` before they offer themselves.

    :param means: the word of the notation.
    """

    means: Word

    def spent(self, state: GameState) -> bool:
        """Return whether the special conquest was used this turn."""
        return bool(state.recall_turn(self))

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        return _("{word!r} was used this turn", word=f"by {self.means}") if self.spent(state) else ""

    @hookimpl
    def special_conquest_tried(self, state: GameState, race: Race, means: tuple[str, ...]) -> None:
        if self.means in means:
            state.remember_turn(self, True)
