"""The notation of offered actions: they must be readable at the prompt and in a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.actions import Action
from smallworld.errors import NotationError
from smallworld.model.aliases import Race
from smallworld.model.board import Board
from smallworld.notation import CORE_VERBS, Notation

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def notation_of(state: GameState) -> Notation:
    """Collect the verbs of a table's abilities and the names of its board, pieces and players."""
    book = state.table.rulebook
    place_names = [word for ability in book.abilities() for word in ability.place_words]
    return Notation(book.verbs, state.board.index, [*book.piece_indexes, *place_names], state.names)


ENGINES_VERBS = ("pick", "conquer", "deploy", "done")
"""Verbs that abilities may not offer: the engine lists and carries out these actions itself."""


class Spelling:
    """Reads every action that one ability offers, each text once for a board and its players."""

    def __init__(self, ability: Ability) -> None:
        self._ability = ability
        self._table: tuple[Board, tuple[str, ...]] | None = None
        self._read: set[str] = set()

    def __call__(self, offered: Sequence[Action], state: GameState, race: Race, phase: str) -> str:
        """Find the fault of an offer, as the end of a sentence; empty for a correct offer."""
        new = [action for action in offered if action not in self._read]
        if self._table is None or self._table[0] is not state.board or self._table[1] != state.names:
            self._table, new = (state.board, state.names), list(offered)
            self._read.clear()
        if not new:
            return ""
        notation = notation_of(state)
        problem = next(filter(None, (self._fault(action, notation) for action in new)), "")
        if not problem:  # else it is reported again when it is offered again
            self._read.update(new)
        return problem

    def _fault(self, action: Action, notation: Notation) -> str:
        verb = action.verb
        if verb in ENGINES_VERBS:
            return f"offers {str(action)!r}, an action of the engine; declare a verb of its own"
        if verb not in CORE_VERBS and verb not in self._ability.verbs:
            pattern = " ".join(_kind_of(word, notation) for word in action.operands)
            return f'offers {str(action)!r}, a verb it does not declare; write verbs = {{"{verb}": "{pattern}"}}'
        try:
            spoken = notation.read(action)
        except NotationError as error:
            return f"offers {str(action)!r}, which cannot be read: {error}"
        return "" if spoken.text == action else f"offers {str(action)!r}, which is read as {spoken.text!r}; offer that"


def _kind_of(word: str, notation: Notation) -> str:
    """Return the word for an operand in the pattern of a verb."""
    kinds = (kind for kind, names in notation.names.items() if word in names)
    return next(kinds, "N" if word.isdigit() else "WORD")
