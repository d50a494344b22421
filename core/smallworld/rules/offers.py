"""Whether the actions that abilities offer can be said: typed at the prompt, and read from a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smallworld.ability import Ability
from smallworld.actions import Action
from smallworld.errors import NotationError
from smallworld.model.board import Board
from smallworld.notation import CORE_VERBS, Notation

if TYPE_CHECKING:
    from smallworld.rules.position import Position


def notation_of(game: Position) -> Notation:
    """The notation of a table: the verbs of its abilities, the names of its board, pieces and players."""
    book = game.table.rulebook
    announced = [name for ability in book.abilities() for name in getattr(ability, "places", ())]
    return Notation(book.verbs, game.board.index, [*book.piece_index, *announced], game.names)


class Spelling:
    """Reads every action that one ability offers, each text once for a board and its players."""

    def __init__(self, ability: Ability) -> None:
        self._ability = ability
        self._table: tuple[Board, tuple[str, ...]] | None = None
        self._known: set[str] = set()

    def __call__(self, offered: Sequence[Action], game: Position, race: int, phase: str) -> str:
        """What is amiss with an offer, as the end of a sentence; empty if nothing is."""
        new = [action for action in offered if action not in self._known]
        if self._table is None or self._table[0] is not game.board or self._table[1] != game.names:
            self._table, new = (game.board, game.names), list(offered)
            self._known.clear()
        if not new:
            return ""
        notation = notation_of(game)
        problem = next(filter(None, (self._amiss(action, notation) for action in new)), "")
        if not problem:  # else it is told again when it is offered again
            self._known.update(new)
        return problem

    def _amiss(self, action: Action, notation: Notation) -> str:
        verb = action.verb
        if verb not in CORE_VERBS and verb not in self._ability.verbs:
            pattern = " ".join(_kind_of(word, notation) for word in action.operands)
            return f'offers {str(action)!r}, a verb it does not declare; write verbs = {{"{verb}": "{pattern}"}}'
        try:
            spoken = notation.read(action)
        except NotationError as error:
            return f"offers {str(action)!r}, which nobody can say: {error}"
        return "" if spoken.text == action else f"offers {str(action)!r}, which is read as {spoken.text!r}; offer that"


def _kind_of(word: str, notation: Notation) -> str:
    """What the pattern of a verb would call an operand."""
    found = (kind for kind, names in notation.names.items() if word in names)
    return next(found, "N" if word.isdigit() else "WORD")
