"""The events of a table and everything that they keep: the log, seats, the terms of the host, each person's time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy import Connection, bindparam, case, insert, select, update
from sqlalchemy.exc import IntegrityError

from smallworld import N_, Game, SmallWorldError, _
from smallworld_play.log_text import Sentence, sentence_start, sentences
from smallworld_play.seats import HUMAN
from smallworld_play.turns import Step
from smallworld_web.answers import without_places
from smallworld_web.store import METADATA, Store

NO_CLOCK, EACH_TURN, EACH_PLAYER = "none", "turn", "player"
CLOCKS = {
    NO_CLOCK: N_("no clock"), EACH_TURN: N_("for each turn"), EACH_PLAYER: N_("for each player"),
}  # fmt: skip
"""Kind of clock → its words on the form of a table."""
WAIT, BOT, END = "wait", "bot", "end"
LEAVING = {
    BOT: N_("a bot plays on"), WAIT: N_("everybody waits"), END: N_("the game ends"),
}  # fmt: skip
"""Effect of time that is over, and of a player who leaves → its words on the form."""
UNITS = {"minutes": 60, "days": 86400}
"""Unit of time on the form → its seconds."""
UNIT_WORDS = {"minutes": N_("minutes"), "days": N_("days")}
MOST_UNITS = 999
"""The longest time, in minutes or days."""
SERVED = sql.Table(
    "smallworld_served", METADATA,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("seen", sql.Float, nullable=False),
)  # fmt: skip
GAP = 10.0
"""Seconds without a sign of life after which tables count as not served."""
NOW = bindparam("now", type_=sql.Float)
SINCE = NOW - SERVED.c.seen
"""Seconds since the last sign of life."""
SIGN = update(SERVED).values(seen=case((SINCE.between(-GAP, 0), SERVED.c.seen), else_=NOW))
"""Give a sign of life; where the clock of another machine is ahead, its time stays."""
COUNTED_SIGN = SIGN.values(seconds=SERVED.c.seconds + case((SINCE.between(0, GAP), SINCE), else_=0.0))
"""Count the seconds since the last sign, too."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The choices of the host of a table.

    :ivar seconds: the time of each turn, or of each player; 0 without a clock.
    :ivar leaving: ``bot``, ``wait`` or ``end``: when time is over, or a player leaves.
    :ivar lessons: the page shows the first player the lessons of the tutorial.
    """

    clock: str = NO_CLOCK
    seconds: int = 0
    leaving: str = BOT
    lessons: bool = False

    def sentences(self) -> list[str]:
        """Write the terms for the people at the table."""
        time = written(self.seconds)
        return {
            NO_CLOCK: list[str](),
            EACH_TURN: [_("Each turn has {time}.", time=time)],
            EACH_PLAYER: [_("Each player has {time} for the whole game.", time=time)],
        }[self.clock] + [
            {
                BOT: _("When time is over or somebody leaves, a bot plays on."),
                WAIT: _("When time is over or somebody leaves, everybody waits."),
                END: _("When time is over or somebody leaves, the game ends."),
            }[self.leaving]
        ]

    def after_leaving(self) -> str:
        """Write what happens when the reader leaves."""
        return {
            BOT: _("A bot plays on for you. The host can give your seat back."),
            WAIT: _("Everybody waits, and your seat is free for somebody else. Your link still opens it."),
            END: _("The game ends for everybody, and nobody wins."),
        }[self.leaving]


USUAL = Terms()
"""The terms of a table without any choice of its host."""


def read_terms(form: Mapping[str, str]) -> Terms:
    """Read the fields ``clock``, ``time``, ``unit`` and ``leaving`` of the form of a table.

    :raises SmallWorldError: a field has no value that a table can have.
    """
    clock, leaving = form.get("clock", NO_CLOCK), form.get("leaving", BOT)
    _check("clock", clock, CLOCKS)
    _check("leaving", leaving, LEAVING)
    if clock == NO_CLOCK:
        return Terms(leaving=leaving)
    unit, number = form.get("unit", "minutes"), form.get("time", "").strip()
    _check("unit", unit, UNITS)
    if not (number.isascii() and number.isdecimal() and len(number) < 8 and 1 <= int(number) <= MOST_UNITS):
        raise SmallWorldError(
            _("{number!r} is not the time of a clock; write a whole number from 1 to {most}",
              number=number[:20], most=MOST_UNITS)
        )  # fmt: skip
    return Terms(clock, int(number) * UNITS[unit], leaving)


def _check(field: str, value: str, choices: Mapping[str, object]) -> None:
    if value not in choices:
        raise SmallWorldError(
            _("{value!r} cannot be chosen for {field!r}; choose one of: {choices}",
              value=value[:20], field=field, choices=", ".join(choices))
        )  # fmt: skip


def written(seconds: float) -> str:
    """Write a time: ``0:42``, ``12:05``, ``3:00:00``, ``2 d 5 h``."""
    rest = max(0, -int(-seconds // 1))
    if rest >= UNITS["days"]:
        return _("{days} d {hours} h", days=rest // 86400, hours=rest % 86400 // 3600)
    hours, minutes = rest // 3600, f"{rest // 60 % 60:02}" if rest >= 3600 else f"{rest // 60}"
    return ":".join([*([str(hours)] if hours else []), minutes, f"{rest % 60:02}"])


class Decider(NamedTuple):
    """Who decides, and in which turn.

    :ivar player: a person; empty if a bot decides, or nobody.
    :ivar turn: round and player of the turn, ``3 ann``.
    """

    player: str
    turn: str


class TableClock:
    """The times of all people at a table, in served seconds.

    Only the person who decides uses time, from their second decision on, so that everybody can come to the table in
    peace. An action that was taken back gives no time back.
    """

    def __init__(self) -> None:
        self.terms = Terms()
        self.since = 0.0
        """The moment from which the person who decides has used time."""
        self._used: dict[tuple[str, str], float] = {}
        """Player, and turn if each turn has a time → seconds that were used."""
        self._started: set[str] = set()
        """Players who have decided once."""

    @property
    def is_on(self) -> bool:
        """Whether the table has a clock."""
        return self.terms.clock != NO_CLOCK

    def add(self, event: Mapping[str, Any]) -> None:
        """Read an event that the clock has written."""
        self.since = event["at"]
        if event["clock"]:
            self._started.add(event["clock"])
            self._used[self._key(Decider(event["clock"], event["turn"]))] = event["used"]

    def restart(self, player: str) -> None:
        """Give a person who gets a seat back the whole time."""
        for key in [key for key in self._used if key[0] == player]:
            del self._used[key]

    def event(self, decider: Decider, now: float, *, has_decided: bool, is_late: bool = False) -> dict[str, Any]:
        """Return the event that charges the person who has decided until now.

        :param has_decided: the person has decided; a change by others does not begin the clock of a person.
        :param is_late: all of the time is used.
        """
        event: dict[str, Any] = {"clock": "", "at": round(now, 1)}
        if decider.player and (has_decided or decider.player in self._started):
            rest = self.time_left(decider, now)
            used = self.terms.seconds - (0.0 if is_late else max(rest, 0.0))
            event |= {"clock": decider.player, "turn": decider.turn, "used": round(used, 1)}
        return event | ({"late": True} if is_late else {})

    def time_left(self, decider: Decider, now: float | None = None) -> float:
        """Return the seconds that are left to a person.

        :param now: the present moment, if the person decides; None for everybody else.
        """
        running = now - self.since if now is not None and decider.player in self._started else 0.0
        return self.terms.seconds - self._used.get(self._key(decider), 0.0) - max(running, 0.0)

    def due(self, decider: Decider) -> float | None:
        """Return the moment at which the time of the person who decides is over; None if no time runs."""
        rest = self.time_left(decider)
        is_running = self.is_on and decider.player in self._started and rest > 0
        return self.since + rest if is_running else None

    def _key(self, decider: Decider) -> tuple[str, str]:
        return decider.player, decider.turn if self.terms.clock == EACH_TURN else ""


class ServedTime:
    """Seconds in which a process of a store has given signs of life, the only ones that clocks count.

    :param now: the time of day in seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self.now = store, now
        self._seconds, self._seen = 0.0, now()

    def __call__(self) -> float:
        """Return the served seconds until now."""
        return self._seconds + min(max(self.now() - self._seen, 0.0), GAP)

    def begin(self) -> None:
        """Begin to serve; the seconds since the last sign of life of any process do not count.

        :raises StoreError: the database cannot be used.
        """
        with suppress(IntegrityError):  # another process creates it at the same moment
            self._store.transaction(_create)
        self.sign(counts=False)

    def sign(self, *, counts: bool = True) -> None:
        """Give a sign of life; the seconds since the last one are served, or do not count.

        :raises StoreError: the database cannot be used.
        """
        now = self.now()

        def note(connection: Connection) -> float:
            connection.execute(COUNTED_SIGN if counts else SIGN, {"now": now})
            return float(connection.execute(select(SERVED.c.seconds)).scalar_one())

        self._seconds, self._seen = self._store.transaction(note), now


def _create(connection: Connection) -> None:
    if connection.execute(select(SERVED.c.id)).first() is None:
        connection.execute(insert(SERVED), [{"id": 1, "seconds": 0.0, "seen": 0.0}])


LEFT, LATE = "left", "late"
"""Why a seat changes, or the game ends: a player has left, or their time is over."""
ENDED = "ended"
"""The kind of a notice that the game has ended before its last turn."""


QUESTIONS = {
    "asks": N_("{player} asks to take back their last action"), "agrees": N_("{player} agrees"),
    "took": N_("{player} has taken back their last action, and the others agreed"),
    "refuses": N_("{player} does not agree: nothing is taken back"), "withdraws": N_("{player} no longer asks"),
}  # fmt: skip
"""Kind of a notice about an action that a player asks to take back → its sentence."""
REASONS = {
    LEFT: {
        ENDED: N_("{player} has left: the game ends"), HUMAN: N_("{player} has left, and the seat is free"),
        "": N_("{player} has left: the bot {kind} plays on"),
    },
    LATE: {
        ENDED: N_("the time of {player} is over: the game ends"),
        HUMAN: N_("the time of {player} is over, and everybody waits"),
        "": N_("the time of {player} is over: the bot {kind} plays on"),
    },
}  # fmt: skip
"""Reason of a notice → its kind, empty for a bot → its sentence."""
QUIET = ("chat", "muted", "taken", "clock", "asks", "agrees", "took")
"""Events that no decision has to know."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A seat that has changed, or the end of the game before its last turn.

    :ivar problem: why the bot before it failed or stopped; empty if the host has changed the seat.
    :ivar reason: ``left`` or ``late``; empty for every other change.
    """

    player: str
    kind: str
    problem: str = ""
    reason: str = ""

    def sentence(self) -> str:
        """Write the notice in the language of the reader."""
        values = {"player": self.player, "kind": self.kind, "problem": without_places(self.problem)}
        if self.reason:
            sentences = REASONS[self.reason]
            return _(sentences.get(self.kind, sentences[""]), **values)
        if self.kind in QUESTIONS:
            return _(QUESTIONS[self.kind], **values)
        if self.kind == HUMAN and self.problem:
            return _("the bot of {player} has stopped, and a person plays {player}: {problem}", **values)
        if self.kind == HUMAN:
            return _("a person plays {player}", **values)
        if self.problem:
            return _("the bot of {player} failed and is replaced by {kind}: {problem}", **values)
        return _("the bot {kind} plays {player}", **values)


class Remark(NamedTuple):
    """A text that somebody wrote to everybody.

    :ivar place: in the log, just before its next event. :ivar player: who wrote it; empty for a spectator or the host.
    :ivar is_note: the host wrote it.
    """

    place: float
    player: str
    text: str
    is_note: bool


@dataclass(frozen=True, slots=True)
class UndoQuestion:
    """The question of a player whether they may take back their last action.

    :ivar place: the length of the log to which the game would go back. :ivar number: that of the event that asks.
    :ivar waits_for: the people who have not agreed yet.
    """

    player: str
    place: int
    number: int
    waits_for: tuple[str, ...]


@dataclass(slots=True)
class Log:
    """The events of a table, with those that were taken back left out.

    Next to the lines of a replay these are ``{"undo": PLACE}``, ``{"seat": PLAYER, "kind": KIND}``, ``{"link": ROLE}``,
    ``{"taken": PLAYER}`` through the common link, ``{"chat": PLAYER, "text": TEXT}``, ``{"muted": PLAYER, "on": …}``,
    ``{"rematch": TABLE}``, ``{"terms": …}``, ``{"clock": PLAYER, …}``, ``{"left": PLAYER}``, ``{"ended": PLAYER, …}``,
    ``{"asks": PLAYER, …}`` to take an action back, ``{"agrees": PLAYER, "yes": …}`` and ``{"took": PLAYER}``.
    """

    head: str
    events: list[str] = field(default_factory=list)
    seats: dict[str, str] = field(default_factory=dict)
    """Player → kind of seat, where it has changed."""
    notices: list[tuple[int, Notice]] = field(default_factory=list)
    """Place in the log, and a seat that changed there."""
    lengths: list[int] = field(default_factory=list)
    """Number of an event → length of the log after it."""
    taken_seats: set[str] = field(default_factory=set)
    """Players whom people chose through the common link."""
    remarks: list[Remark] = field(default_factory=list)
    muted: set[str] = field(default_factory=set)
    """Players who may write no remarks; an empty text for all spectators."""
    decisive: int = 0
    """Number of the last event that decisions have to know, which remarks are not."""
    rematch: str = ""
    """Id of the table at which the same people play again; empty without one."""
    clock: TableClock = field(default_factory=TableClock)
    question: UndoQuestion | None = None
    """The question whether an action may be taken back, until somebody acts."""
    ended: Notice | None = None
    """Why the game has ended before its last turn."""

    def add(self, line: str) -> None:
        """Add the next event."""
        value = json.loads(line)
        if not value.keys() & set(QUIET):
            self.decisive, self.question = len(self.lengths), None
        if "undo" in value:
            del self.events[value["undo"] :]
            self.notices = [notice for notice in self.notices if notice[0] <= value["undo"]]
        elif "do" in value or "chance" in value:
            self.events.append(line)
        elif "seat" in value or "left" in value or "ended" in value:
            self._add_change(value)
        elif "asks" in value or "agrees" in value or "took" in value:
            self._add_question(value)
        elif "chat" in value:
            place = max(0.0, len(self.events) - 0.5)
            self.remarks.append(Remark(place, value["chat"], value["text"], value.get("note", False)))
        elif "muted" in value:
            self.muted = self.muted | {value["muted"]} if value["on"] else self.muted - {value["muted"]}
        elif "taken" in value:
            self.taken_seats.add(value["taken"])
        elif "link" in value:
            self.taken_seats.discard(value["link"].partition(":")[2])
        elif "rematch" in value:
            self.rematch = value["rematch"]
        elif "terms" in value:
            self.clock.terms = Terms(**value["terms"])
        elif "clock" in value:
            self.clock.add(value)
            if value.get("late") and value["clock"]:
                self.notices.append((len(self.events), Notice(value["clock"], HUMAN, reason=LATE)))
        self.lengths.append(len(self.events))

    def _add_question(self, value: Mapping[str, Any]) -> None:
        """Add a question whether an action may be taken back, an answer to it, or that it was taken back."""
        kind = next(kind for kind in QUESTIONS if kind in value)
        player, question = value[kind], self.question
        if kind == "asks":
            self.question = UndoQuestion(player, value["place"], len(self.lengths), tuple(value["waits_for"]))
        elif kind == "agrees" and question is not None and value["yes"]:
            self.question = replace(question, waits_for=tuple(name for name in question.waits_for if name != player))
        elif kind == "agrees" and question is not None:
            kind, self.question = "withdraws" if player == question.player else "refuses", None
        self.notices.append((len(self.events), Notice(player, kind)))

    def _add_change(self, value: Mapping[str, Any]) -> None:
        """Add a seat that changes, a player who leaves, or the end of the game."""
        reason = value.get("reason", "")
        if "seat" in value:
            notice = Notice(value["seat"], value["kind"], value.get("problem", ""), reason)
            self.seats[notice.player] = notice.kind
            if notice.kind == HUMAN:
                self.clock.restart(notice.player)
        elif "left" in value:
            notice = Notice(value["left"], HUMAN, reason=LEFT)
            self.taken_seats.discard(notice.player)
        else:
            notice = self.ended = Notice(value["ended"], ENDED, reason=reason)
        self.notices.append((len(self.events), notice))


class KeptSentences:
    """The sentences about the events of a log, as they were written last."""

    def __init__(self) -> None:
        self._rows: Sequence[Sentence] = ()
        self._number = 0
        """Number of the event at which they were written."""

    def update(self, game: Game, steps: Mapping[int, Step], lengths: Sequence[int]) -> Sequence[Sentence]:
        """Return the sentences of the log as it is now; only the latest one is written again.

        :param steps: place of an action in the log → its step.
        :param lengths: number of an event → length of the log after it, up to the last event.
        """
        first = sentence_start(self._rows, steps, min(lengths[self._number :]))
        earlier = [row for row in self._rows if row.place < first]
        self._rows = [*earlier, *sentences(game, steps, first)]
        self._number = len(lengths) - 1
        return self._rows
