"""The events of a table, with those that were taken back left out, and everything else that they keep.

Next to the lines of a replay these are ``{"undo": PLACE}``, ``{"seat": PLAYER, "kind": KIND}``, ``{"link": ROLE}``,
``{"taken": PLAYER}`` through the common link, ``{"chat": PLAYER, "text": TEXT}``, ``{"muted": PLAYER, "on": …}``,
``{"rematch": TABLE}``, ``{"terms": …}``, ``{"clock": PLAYER, …}``, ``{"left": PLAYER}``, ``{"ended": PLAYER, …}``,
``{"asks": PLAYER, …}`` to take an action back, ``{"agrees": PLAYER, "yes": …}`` and ``{"took": PLAYER}``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from smallworld import N_, Game, _
from smallworld_play.log_text import Sentence, sentence_start, sentences
from smallworld_play.seats import HUMAN
from smallworld_play.turns import Step
from smallworld_web.answers import without_places
from smallworld_web.table_clock import TableClock, Terms

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
    """The events of a table, with those that were taken back left out."""

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
