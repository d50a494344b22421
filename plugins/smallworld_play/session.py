"""One game between people and bots, with a record that survives crashes, and undo.

Actions can be taken back until one of them shows a hidden fact, which the engine knows. Actions of bots in between are
taken back with them; those of other people only if they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from smallworld import N_, ActionError, Game, NotationError, SaveError, SmallWorldError, _
from smallworld.tools import Reveal, reveal_of
from smallworld_bots import Bot
from smallworld_play.log_text import log_lines, own_turn_end
from smallworld_play.recorder import Recorder
from smallworld_play.seats import BotPlayers
from smallworld_play.turns import TurnHistory

SHORTEST_LOG = 20
"""Lines that :meth:`Session.recent_lines` returns at least."""

# --- undo: the positions to which a player may go back, and the reasons why they may not


MOST_UNDONE = 80
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
        del self._past[:-MOST_UNDONE]

    def reach(self, game: Game, player: str = "") -> UndoReach:
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


# --- the session


Expand = Callable[[Game], Sequence[str]]
"""A function that returns actions for a position."""


class Record(Protocol):
    """The place in which the events of a game are kept, such as :class:`smallworld_play.recorder.Recorder`."""

    def write(self, game: Game, *, sync: bool = False) -> None:
        """Keep all events of the game since the last call.

        :param sync: return only when nothing can be lost, as after an action of a person.
        """

    def rewrite(self, game: Game) -> None:
        """Go back to an earlier position of the same game, which goes on from there."""

    def close(self) -> None:
        """Keep the missing events; nothing is written afterwards."""


class Session:
    """A game, its bots, its record and its log as text.

    :param bots: player → bot; all other players are people.
    :param record: the place in which the game is recorded; of a :class:`Recorder` the warnings go to ``warn``.
    :param history: positions to which players may go back; by default none before the session began.
    :param turns: the turns of a game that goes on; by default they are counted from now on.
    :param seed: the number from which the random generators of the bots derive.
    :param stop_on_failure: end the game when a bot fails, instead of replacing it by a random one.
    :param warn: receives a sentence about each bot that failed, and about a save that was lost.
    """

    def __init__(
        self, game: Game, bots: Mapping[str, Bot], *, record: Record | None = None, seed: int = 0,
        stop_on_failure: bool = False, warn: Callable[[str], None] = lambda _: None,
        history: UndoHistory | None = None, turns: TurnHistory | None = None,
    ) -> None:  # fmt: skip
        game.listen()
        self.game = game
        """The game; another object after each action, and after :meth:`undo`."""
        self.warn = warn
        self._record = record
        self.recorder = record if isinstance(record, Recorder) else None
        """The writer of the save; None without one."""
        if self.recorder is not None:
            self.recorder.warn = lambda text: self.warn(text)
        self.reported = game.log_length
        """Number of events in the log that :meth:`new_lines` has returned already."""
        self.bots = BotPlayers(bots, game, seed=seed, stop_on_failure=stop_on_failure)
        """Player → bot."""
        self.history = history or UndoHistory(game.log_length)
        """The positions to which players may go back."""
        self.turns = turns or TurnHistory()
        """The turns, and the lines of their actions."""
        self.bot_choices: dict[str, tuple[Game, str]] = {}
        """Bot → the first action of its latest turn in this session, and the game before it."""

    # --- who plays

    @property
    def people(self) -> list[str]:
        """Players that are people, in the order of their seats."""
        return [name for name in self.game.players if name not in self.bots]

    @property
    def bot_to_move(self) -> str:
        """The bot that decides now; empty if a person decides or the game is over."""
        name = self.game.to_move
        return name if name is not None and name in self.bots else ""

    # --- actions

    def apply(self, *actions: str | Expand) -> None:
        """Carry out the actions of the person who decides, all of them or none; they are on the disk afterwards.

        :param actions: or functions that return some for the position before them.
        :raises ActionError: one of them is not legal; nothing has changed.
        :raises NotationError: one of several ends the turn, or needs chance; nothing has changed.
        :raises SaveError: they cannot be recorded; the session cannot go on.
        """
        steps = list[tuple[Game, str, Game]]()
        game = self.game
        for part in actions:
            for action in (part,) if isinstance(part, str) else part(game):
                if steps:
                    self._check_goes_on(steps[-1], len(steps))
                try:
                    after = game.after(action)
                except ActionError as error:
                    if len(actions) == 1 and not steps:
                        raise
                    raise NotationError(
                        _("nothing was done, because of part {number}: {error}", number=len(steps) + 1, error=error)
                    ) from None
                steps.append((game, action, after))
                game = after
        for before, action, after in steps:
            self.history.add(before, after, is_person=True)
            self.turns.add(before, action, after)
        self.game = game
        self.bots.forget_decisions()
        if self._record is not None:
            self._record.write(self.game, sync=True)

    def play_bot(self, choice: str = "") -> None:
        """Carry out one action of the bot that decides; a bot that fails is reported and replaced.

        :param choice: the action of a bot that was asked elsewhere, for example in another process.
        :raises ActionError: this action is not legal; nothing has changed.
        :raises EndlessRound: bots have decided too often since the round, or a person's decision; nothing has changed.
        :raises PluginError: an ability fails.
        :raises SmallWorldError: the bot fails, and the game is to stop then.
        """
        self.bots.count_decision(self.game)
        self.follow(choice or self.ask_bot(), is_bot=True)
        if self._record is not None:
            self._record.write(self.game)

    def ask_bot(self) -> str:
        """Return the choice of the bot that decides, for :meth:`play_bot`; the game stays as it is."""
        return self.bots.choose(self.game, self.warn)

    def undo(self, player: str = "", *, is_agreed: bool = False) -> str:
        """Take back the last action of a player, and those of bots after it; return it.

        :param player: the player who asks; by default the one who decides.
        :param is_agreed: other people agree that their actions after it are taken back, too.
        :raises UndoError: it cannot be taken back.
        :raises SaveError: the record cannot be changed; the session cannot go on.
        """
        reach = self.history.reach(self.game, player)
        if reach.people and not is_agreed:
            raise UndoError(_("the last action cannot be undone: another player has decided since"))
        position = reach.position
        self.history.go_back(position)
        start = position.log_length
        action = str(self.game.log_since(start)[0]["do"])
        self.game = position
        self.turns.forget(start)
        if self._record is not None:
            self._record.rewrite(position)
        return action

    def follow(self, action: str, *, is_bot: bool) -> None:
        """Carry out an action that was decided elsewhere, without recording it.

        :param is_bot: a bot has decided.
        :raises ActionError: it is not legal; nothing has changed.
        """
        before, self.game = self.game, self.game.after(action)
        bot = str(before.to_move)
        earlier = self.bot_choices.get(bot)
        if is_bot and bot == before.turn and (earlier is None or earlier[0].round != before.round):
            self.bot_choices[bot] = (before, action)
        self.history.add(before, self.game, is_person=not is_bot)
        self.turns.add(before, action, self.game)

    def _check_goes_on(self, step: tuple[Game, str, Game], number: int) -> None:
        """Refuse an action after one that ends the turn or needs chance.

        :param number: how many actions were tried.
        """
        _before, action, after = step
        if after.to_move != self.game.to_move:
            raise NotationError(_("nothing was done: after {action!r} another player decides", action=action))
        if after.log_length > self.game.log_length + number:
            raise NotationError(_("nothing was done: {action!r} needs chance, so write it alone", action=action))

    # --- log

    def lines(self, start: int = 0) -> list[str]:
        """Return the log since an event as lines of text."""
        return list(log_lines(self.game, self.turns.steps, start))

    def new_lines(self) -> list[str]:
        """Return the log since the last call as lines of text."""
        start, self.reported = self.reported, self.game.log_length
        return self.lines(min(start, self.reported))

    def recent_lines(self) -> list[str]:
        """Return the log since the last turn of the player who decides, or more where that is short."""
        number = len(self.lines(own_turn_end(self.game)))
        return self.lines()[-max(SHORTEST_LOG, number) :]

    # --- record

    def save_copy(self, path: Path) -> None:
        """Write a copy of the record.

        :raises SaveError: the file exists already, or cannot be written.
        """
        if path.exists():
            raise SaveError(_("{path} exists already; choose another file", path=path))
        Recorder(self.game, path).close()

    def close(self) -> None:
        """End the programs of bots, and close the record.

        :raises SaveError: the last events cannot be written.
        """
        self.bots.close(self.warn)
        if self._record is not None:
            self._record.close()
