"""Undo: the positions to which a player may go back, and the reasons why they may not."""

from __future__ import annotations

from itertools import takewhile

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _


class UndoError(SmallWorldError):
    """An action that cannot be taken back; the sentence states why."""


class UndoHistory:
    """Positions before the latest actions of people.

    :param start: number of events in the log when the session began; nothing before it can be taken back.
    """

    def __init__(self, start: int) -> None:
        self._start = start
        self._positions: list[Game] = []

    def add(self, position: Game) -> None:
        """Remember a copy of the game before an action; those of another player are out of reach then."""
        if self._positions and self._positions[-1].to_move != position.to_move:
            self._positions.clear()
        self._positions.append(position)

    def clear(self) -> None:
        """Forget every position, because a bot has decided."""
        self._positions.clear()

    def pop(self, game: Game, player: str | None = None) -> Game:
        """Return the position before the last action, and forget it.

        :param player: the player who asks; by default the one who decides.
        :raises UndoError: the history is empty, or players have seen something since.
        """
        self.check(game, player)
        return self._positions.pop()

    def count(self, game: Game, player: str) -> int:
        """Return how many actions of a player can be taken back, one after the other."""
        refusals = (self._refusal(position, game, player) for position in reversed(self._positions))
        return sum(1 for _reason in takewhile(lambda reason: not reason, refusals))

    def check(self, game: Game, player: str | None = None) -> None:
        """Refuse an undo that is not possible.

        :raises UndoError: as :meth:`pop`.
        """
        if not self._positions:
            raise UndoError(self._reason_for_empty(game))
        reason = self._refusal(self._positions[-1], game, player or str(game.to_move))
        if reason:
            raise UndoError(reason)

    def _refusal(self, position: Game, game: Game, player: str) -> str:
        """Return the reason why a player may not go back to a position; empty if they may."""
        if game.over:
            return _("the last action cannot be undone: the game is over, and all coins were shown")
        if any("chance" in event for event in game.log_since(position.log_length)):
            return _("the last action cannot be undone: chance has decided something since")
        if position.state.banners != game.state.banners or position.state.relics != game.state.relics:
            return _("the last action cannot be undone: something face down was shown")
        if position.to_move != player:
            return _("the last action cannot be undone: another player has decided since")
        return ""

    def _reason_for_empty(self, game: Game) -> str:
        last = max((place for place, event in enumerate(game.log) if "do" in event), default=-1)
        if 0 <= last < self._start and game.log[last]["by"] == game.to_move:
            return _("nothing to undo: your last action was before the game was resumed")
        return _("nothing to undo: only your own actions of this turn can be taken back")
