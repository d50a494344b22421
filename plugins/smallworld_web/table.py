"""A table: one game in the browser with its seats and links, restored from its events."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, TypeVar

from smallworld import Game, Plugins, ReplayError, SmallWorldError, _, new_game
from smallworld.tools import recorded_chances
from smallworld_play.seats import HUMAN, recorded_seats
from smallworld_play.session import Session, UndoHistory
from smallworld_play.turns import TurnHistory
from smallworld_records.record_lines import line_of
from smallworld_records.saved_game_reader import Reader
from smallworld_web.board_data import PublicBoard
from smallworld_web.page_updates import RoleStates
from smallworld_web.role_links import Role, digest_of, seat_name
from smallworld_web.store import Link, Store
from smallworld_web.table_log import BOT, EACH_PLAYER, END, LATE, LEFT, QUIET, Decider, KeptSentences, Log, ServedTime

T = TypeVar("T")
MOST_CHANGES = 20_000
"""Events of a table after which nothing is taken back and no seat changes, so that the game can still be played."""
MOST_EVENTS = 60_000
"""Events of a table, with those that were taken back."""
LONGEST_REMARK = 300
"""Letters of a remark to everybody."""
MOST_ACTIONS = 40
"""Actions that one request may ask for."""


class Outdated(SmallWorldError):
    """An answer to a position that has passed; nothing was done."""

    def __init__(self) -> None:
        super().__init__(_("nothing was done: the table has gone on meanwhile; this is how it is now"))


class NotYourTurn(SmallWorldError):
    """An action of somebody who does not decide now."""


class Table:
    """One game between people and bots, at the position of its last event.

    :param store_lines: all events, from the header on.
    :param links: the links at the last event, or later.
    :param time: the clock of all tables.
    """

    def __init__(
        self, table_id: str, store_lines: Sequence[str], links: Iterable[Link], store: Store, plugins: Plugins,
        time: ServedTime,
    ) -> None:  # fmt: skip
        self.id, self.links = table_id, list(links)
        self.lock = threading.RLock()
        """Held while the position changes."""
        self.is_abandoned = False
        """Set when the table was read again, because this object is ahead of the store or behind it."""
        self._store, self._plugins, self.time = store, plugins, time
        self.states: dict[tuple[Role, str], RoleStates] = {}
        """Role and language → what their pages have been shown."""
        self.boards: dict[str, PublicBoard] = {}
        """Language → the board as it was drawn last."""
        self.sentences: dict[str, KeptSentences] = {}
        """Language → the log in words."""
        self._values: tuple[int, dict[Hashable, Any]] = -1, {}
        """Number of an event, and values that hold until the next one."""
        self.log = Log(store_lines[0], lengths=[0])
        for line in store_lines[1:]:
            self.log.add(line)
        history, self.turns = UndoHistory(0), TurnHistory()
        self.seats: dict[str, str] = {**json.loads(self.log.head).get("seats", {}), **self.log.seats}
        """Player → ``human`` or the description of a bot."""
        game = Reader(self.record(), new_game, plugins=plugins, watch=partial(self._watch, history)).game
        self.seats = {**dict.fromkeys(game.players, HUMAN), **recorded_seats(game), **self.log.seats}
        self.session = Session(game, {}, record=self, history=history, turns=self.turns)
        self._decider = self._who_decides()

    def _watch(self, history: UndoHistory, before: Game, action: str, after: Game) -> None:
        """Collect the turns, and the positions to which people may go back."""
        self.turns.add(before, action, after)
        history.add(before, after, is_person=self.seats.get(str(before.to_move), HUMAN) == HUMAN)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.log.lengths) - 1

    @property
    def game(self) -> Game:
        """The game at the last event."""
        return self.session.game

    @property
    def title(self) -> str:
        """The edition and the players."""
        return f"{self.game.variant.name}: {', '.join(self.game.players)}"

    @property
    def name(self) -> str:
        """The edition with the players in brackets, for a sentence."""
        return f"{self.game.variant.name} ({', '.join(self.game.players)})"

    @property
    def to_move(self) -> str:
        """The player who decides; empty when the game is over."""
        return "" if self.is_over else self.game.to_move or ""

    @property
    def bot_to_move(self) -> str:
        """The player who decides, if a bot plays them; else empty."""
        player = self.to_move
        return player if player and self.seats[player] != HUMAN else ""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or has ended before its last turn."""
        return self.game.over or self.log.ended is not None

    def _who_decides(self) -> Decider:
        return Decider("" if self.bot_to_move else self.to_move, f"{self.game.round} {self.game.turn}")

    def record(self) -> str:
        """Return the game as the text of a replay."""
        with self.lock:
            return "\n".join([self.log.head, *self.log.events, ""])

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return a value that holds until the next event, computed by the first who needs it."""
        if self._values[0] != self.number:
            self._values = self.number, {}
        values = self._values[1]
        if key not in values:
            values[key] = compute()
        value: T = values[key]
        return value

    def past(self, place: int) -> Game:
        """Return the game as it was after an event of the log and everything that chance decided then.

        :param place: that of the event in the log; the last event for a later one.
        """
        with self.lock:
            events = self.log.events
            end = next((i for i in range(max(place, 0) + 1, len(events)) if '"do"' in events[i]), len(events))
            record = "\n".join([self.log.head, *events[:end], ""])
        return Reader(record, new_game, plugins=self._plugins).game

    # --- decisions

    def apply(self, player: str, number: int, actions: Sequence[str]) -> None:
        """Carry out actions of a person, all of them or none; they are in the store afterwards.

        :param number: the event that they answer.
        :raises Outdated: there are later events. :raises NotYourTurn: another player decides.
        :raises ActionError: they are not legal. :raises StoreError: they cannot be kept.
        """
        if not 0 < len(actions) <= MOST_ACTIONS:
            raise SmallWorldError(
                _("a request has 1 to {most} actions, not {count}", most=MOST_ACTIONS, count=len(actions))
            )
        self.expect(number)
        if self.is_over:
            raise NotYourTurn(_("the game is over"))
        if self.to_move != player:
            raise NotYourTurn(_("nothing was done: {player} decides", player=self.to_move))
        if self.seats[player] != HUMAN:
            raise NotYourTurn(
                _("nothing was done: a bot plays {player}; the host can give the seat back", player=player)
            )
        self.session.apply(*actions)

    def apply_bot(self, number: int, action: str) -> None:
        """Carry out the choice of a bot for the position after an event.

        :raises Outdated: there are later events. :raises ActionError: it is not legal.
        """
        self.expect(number)
        self.session.play_bot(action)

    def has_done(self, player: str, number: int, actions: Sequence[str]) -> bool:
        """Return whether a player carried out these actions right after an event, and nothing was taken back since."""
        if not 0 <= number < self.number:
            return False
        events = map(json.loads, self.log.events[self.log.lengths[number] :])
        done = [(event["by"], event["do"]) for event in events if "do" in event]
        return done[: len(actions)] == [(player, action) for action in actions]

    def has_gone_back(self, number: int) -> bool:
        """Return whether the event after another one took something back."""
        return 0 <= number < self.number and self.log.lengths[number + 1] < self.log.lengths[number]

    def change_seat(self, player: str, kind: str, problem: str = "", reason: str = "") -> None:
        """Give a seat to a bot or a person.

        :param problem: why the bot before it failed. :param reason: ``left`` or ``late``.
        """
        if not problem and not reason:  # a bot that has failed is replaced in any case
            self.expect_changes()
        more = {key: value for key, value in (("problem", problem), ("reason", reason)) if value}
        before, self.seats = self.seats, {**self.seats, player: kind}
        try:
            self.append([line_of({"seat": player, "kind": kind} | more)])
        except BaseException:
            self.seats = before
            raise

    def leave(self, player: str, bot: str) -> None:
        """Let a player leave; a bot plays on, the seat is free, or the game ends, as the host has chosen.

        :param bot: the kind of bot that plays on.
        :raises SmallWorldError: the game is over, or a bot plays the seat.
        """
        if self.is_over:
            raise SmallWorldError(_("the game is over"))
        if self.seats[player] != HUMAN:
            raise SmallWorldError(_("a bot plays {player} already", player=player))
        if not self._replace_person(player, bot, LEFT):
            self.append([line_of({"left": player})])

    def _replace_person(self, player: str, bot: str, reason: str) -> bool:
        """Let a bot play on, or end the game; return whether the host has chosen one of these."""
        leaving = self.log.clock.terms.leaving
        if leaving == BOT:
            self.change_seat(player, bot, reason=reason)
        elif leaving == END:
            self.append([line_of({"ended": player, "reason": reason})])
        return leaving in (BOT, END)

    # --- the clock

    def time_left(self, player: str) -> float | None:
        """Return the seconds that are left to a person; None without a clock."""
        clock, is_deciding = self.log.clock, player == self._decider.player
        if not clock.is_on or self.seats[player] != HUMAN:
            return None
        return clock.time_left(Decider(player, self._decider.turn), self.time() if is_deciding else None)

    def shows_clock(self, player: str) -> bool:
        """Return whether the time of a player is of interest now: it runs, or it is for the whole game."""
        return player == self._decider.player or self.log.clock.terms.clock == EACH_PLAYER

    def moment_due(self) -> float | None:
        """Return the moment at which the time of the person who decides is over; None if no time runs."""
        return self.log.clock.due(self._decider)

    def end_time(self, bot: str) -> None:
        """Do what the host has chosen if the time of the person who decides is over.

        :param bot: the kind of bot that plays on.
        """
        due, player = self.moment_due(), self._decider.player
        if due is None or due > self.time():
            return
        if not self._replace_person(player, bot, LATE):
            self.append([], is_late=True)

    def replace_bot(self, number: int, kind: str, problem: str) -> None:
        """Put another bot, or a person, on the seat that decides after an event.

        :raises Outdated: there are later events.
        """
        self.expect(number)
        self.change_seat(self.bot_to_move, kind, problem)

    def renew_link(self, role: str, generation: int, secret: str) -> None:
        """Replace the link of a role; the earlier one opens nothing afterwards."""
        self.expect_changes()
        link = (role, generation, digest_of(secret))
        line = line_of({"link": role})
        self._store.append(self.id, self.number + 1, [line], link)
        self.links = [link if other[0] == role else other for other in self.links]
        self.log.add(line)

    def remark(self, player: str, text: str, *, is_note: bool = False) -> None:
        """Keep a remark to everybody at the table.

        :param player: who writes; empty for a spectator, or the host. :param is_note: the host writes.
        :raises SmallWorldError: it is empty or too long, the host has muted the player, or too much was written.
        """
        if player in self.log.muted and not is_note:
            raise SmallWorldError(_("the host has muted you; nobody sees your remarks"))
        sentence = " ".join(text.split())
        if not 0 < len(sentence) <= LONGEST_REMARK:
            raise SmallWorldError(_("a remark has 1 to {most} letters", most=LONGEST_REMARK))
        self.expect_changes()
        self.append([line_of({"chat": player, "text": sentence} | ({"note": True} if is_note else {}))])

    def mute(self, player: str, is_muted: bool) -> None:
        """Let a player write no remarks, or write again.

        :param player: an empty text for all spectators.
        """
        if is_muted != (player in self.log.muted):
            self.expect_changes()
            self.append([line_of({"muted": player, "on": is_muted})])

    def take_seat(self, player: str, generation: int, secret: str) -> None:
        """Give a free seat a link of its own, through the common link.

        :raises SmallWorldError: it is not free.
        """
        if self.seats.get(player) != HUMAN or player in self.log.taken_seats:
            raise SmallWorldError(_("this seat is not free any more; choose another one"))
        self.renew_link(seat_name(player), generation, secret)
        self.append([line_of({"taken": player})])

    def lead_to(self, table_id: str) -> None:
        """Lead everybody to the table at which the same people play again.

        :raises Outdated: somebody was faster.
        """
        if self.log.rematch:
            raise Outdated
        self.append([line_of({"rematch": table_id})])

    def expect_changes(self) -> None:
        """Keep room for the rest of the game.

        :raises SmallWorldError: too much was taken back and changed.
        """
        if self.number >= MOST_CHANGES:
            raise SmallWorldError(
                _("this table has {count} events: play on; nothing can be taken back or changed any more",
                  count=MOST_CHANGES)
            )  # fmt: skip

    def expect(self, number: int) -> None:
        """Check that a decision answers the present position.

        :raises Outdated: there are later events.
        """
        if not self.log.decisive <= number <= self.number:
            raise Outdated

    # --- events of other processes

    def follow(self, later: Sequence[str]) -> bool:
        """Play events that another process has appended, after the last one of this object.

        :return: False if the whole table has to be read again: something was taken back, or an event does not fit.
        """
        events = [json.loads(line) for line in later]
        with self.lock:
            if self.is_abandoned or any("undo" in event for event in events):
                return False
            try:
                self._play_again(events)
            except SmallWorldError:
                return False
            for event, line in zip(events, later, strict=True):
                if "seat" in event:
                    self.seats[event["seat"]] = event["kind"]
                self.log.add(line)
            if any("link" in event for event in events):
                self.links = self._store.links(self.id)
            self._decider = self._who_decides()
        return True

    def _play_again(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Play recorded events; chance decides as it did."""
        recorded = [event for event in events if "do" in event or "chance" in event]
        state = self.game.state
        state.script = {kind: tuple(results) for kind, results in recorded_chances(recorded).items()}
        for event in recorded:
            if "do" in event:
                self.session.follow(event["do"], is_bot=self.seats[event["by"]] != HUMAN)
        self.game.state.script = {}
        if self.game.log_since(len(self.log.events)) != recorded:
            raise ReplayError(_("the events of another process do not fit this table"))

    # --- the record of the session

    def write(self, game: Game, *, sync: bool = False) -> None:
        """Append the events of the game that the store does not have yet."""
        self.append([line_of(event) for event in game.log_since(len(self.log.events))])

    def rewrite(self, game: Game) -> None:
        """Append that the game goes back to a position."""
        self.append([line_of({"undo": game.log_length})])

    def close(self) -> None:
        """Do nothing: every event is in the store already."""

    def append(self, new: Sequence[str], *, is_late: bool = False) -> None:
        """Append events to the store, with the time that was used.

        :raises StoreError: they cannot be kept. :raises NumberTaken: another process was first.
        """
        if self.number + len(new) > MOST_EVENTS:
            raise SmallWorldError(
                _("this table has {count} events, more than a game needs; open a new one", count=MOST_EVENTS)
            )
        due = None
        if self.log.clock.is_on:
            new, due = self._timed(new, is_late=is_late)
        self._store.append(self.id, self.number + 1, new, None, due)
        for line in new:
            self.log.add(line)
        self._decider = self._who_decides()

    def _timed(self, new: Sequence[str], *, is_late: bool) -> tuple[Sequence[str], float | None]:
        """Add the event that charges the person who has decided until now; return the moment that is due then, too.

        Seats and game are as they are after the new events.
        """
        events, decider, now = [json.loads(line) for line in new], self._decider, self.time()
        if events and all(event.keys() & set(QUIET) for event in events):
            return new, None
        has_decided = any(event.get("by") == decider.player for event in events)
        charge = self.log.clock.event(decider, now, has_decided=has_decided, is_late=is_late)
        clock = deepcopy(self.log.clock)
        clock.add(charge)
        for event in events:
            if event.get("kind") == HUMAN:
                clock.restart(event["seat"])
        is_ended = any("ended" in event for event in events)
        due = None if is_ended else clock.due(self._who_decides())
        return [*new, line_of(charge)], due or 0.0
