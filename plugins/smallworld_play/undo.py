"""Undo: the positions to which a player may go back, and the reasons why they may not.

Actions can be taken back until one of them shows a hidden fact, which the engine knows. Actions of bots in between are
taken back with them; those of other people only if they agree.
"""

from __future__ import annotations

from typing import NamedTuple

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import N_, _
from smallworld.tools import Reveal, reveal_of

MOST = 80
"""Actions that are remembered."""
REASONS: dict[Reveal, str] = {
    "chance": N_("the last action cannot be undone: chance has decided something since"),
    "combo": N_("the last action cannot be undone: something face down was shown"),
    "relic": N_("the last action cannot be undone: something face down was shown"),
    "answer": N_("the last action cannot be undone: secret answers were shown"),
    "secret": N_("the last action cannot be undone: a player has learned something secret"),
    "end": N_("the last action cannot be undone: the game is over, and all coins were shown"),
}
"""Hidden fact that was shown → why nothing before it can be taken back."""


class UndoError(SmallWorldError):
    """An action that cannot be taken back; the sentence states why."""


class PastAction(NamedTuple):
    """An action that shows nothing hidden.

    :ivar position: the game before it. :ivar player: who has decided.
    """

    position: Game
    player: str
    is_person: bool


class UndoReach(NamedTuple):
    """The last action of a player, and everything after it.

    :ivar position: the game before the action.
    :ivar people: other people with actions that would be taken back, too.
    :ivar is_same_turn: the turn of the action goes on.
    """

    position: Game
    people: frozenset[str]
    is_same_turn: bool


class UndoHistory:
    """The latest actions, from the last one on that has shown a hidden fact.

    :param start: number of events in the log when the session began; nothing before it can be taken back.
    """

    def __init__(self, start: int) -> None:
        self._start = start
        self._past: list[PastAction] = []
        self._reveal: tuple[Reveal, int] | None = None
        """The hidden fact that was shown last, and the number of events in the log then."""

    def add(self, before: Game, after: Game, *, is_person: bool) -> None:
        """Remember an action, unless it shows a hidden fact: then everything before it is out of reach.

        :param before: the game before it. :param after: the game after it, which listens.
        """
        reveal = reveal_of(before.state, after.state)
        if reveal is not None:
            self._past.clear()
            self._reveal = reveal, after.log_length
            return
        self._past.append(PastAction(before, str(before.to_move), is_person))
        del self._past[:-MOST]

    def reach(self, game: Game, player: str | None = None) -> UndoReach:
        """Return everything that goes if a player takes back their last action.

        :param player: the player who asks; by default the one who decides.
        :raises UndoError: it cannot be taken back.
        """
        if game.over:
            raise UndoError(_(REASONS["end"]))
        player = player or str(game.to_move)
        index = self._last_of(player)
        if index < 0:
            raise UndoError(self._reason(game, player))
        position, later = self._past[index].position, self._past[index + 1 :]
        people = frozenset(action.player for action in later if action.is_person)
        return UndoReach(position, people, (position.round, position.turn) == (game.round, game.turn))

    def go_back(self, position: Game) -> None:
        """Forget the actions from a position on."""
        self._past = [action for action in self._past if action.position.log_length < position.log_length]

    def count(self, player: str) -> int:
        """Return how many actions of their latest turn a player may take back without asking other people."""
        index = self._last_of(player)
        if index < 0 or any(action.is_person for action in self._past[index + 1 :]):
            return 0
        last, count = self._past[index].position, 0
        for position, name, is_person in reversed(self._past[: index + 1]):
            if (position.round, position.turn) != (last.round, last.turn) or (is_person and name != player):
                break
            count += name == player
        return count

    def _last_of(self, player: str) -> int:
        return max((index for index, action in enumerate(self._past) if action.player == player), default=-1)

    def _reason(self, game: Game, player: str) -> str:
        last = max((place for place, event in enumerate(game.log) if event.get("by") == player), default=-1)
        if 0 <= last < self._start:
            return _("nothing to undo: your last action was before the game was resumed")
        if self._reveal is not None and 0 <= last < self._reveal[1]:
            return _(REASONS[self._reveal[0]])
        return _("nothing to undo: you have done nothing that could be taken back")
