"""The events of a table, with those that were taken back left out, and the changes of its seats."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_web.public_sentences import without_places


@dataclass(frozen=True, slots=True)
class Notice:
    """A seat that has changed.

    :ivar problem: why the bot before it failed or stopped; empty if the host has changed the seat.
    """

    player: str
    kind: str
    problem: str = ""

    def sentence(self) -> str:
        """Write the notice in the language of the reader."""
        values = {"player": self.player, "kind": self.kind, "problem": without_places(self.problem)}
        if self.kind == HUMAN and self.problem:
            return _("the bot of {player} has stopped, and a person plays {player}: {problem}", **values)
        if self.kind == HUMAN:
            return _("a person plays {player}", **values)
        if self.problem:
            return _("the bot of {player} failed and is replaced by {kind}: {problem}", **values)
        return _("the bot {kind} plays {player}", **values)


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
    chats: list[tuple[float, str, str]] = field(default_factory=list)
    """Place in the log, just before its next event; player, empty for a spectator; and what they wrote."""
    decisive: int = 0
    """Number of the last event that decisions have to know, which remarks are not."""
    rematch: str = ""
    """Id of the table at which the same people play again; empty without one."""

    def add(self, line: str) -> None:
        """Add the next event."""
        value = json.loads(line)
        if "chat" not in value and "taken" not in value:
            self.decisive = len(self.lengths)
        if "undo" in value:
            del self.events[value["undo"] :]
            self.notices = [notice for notice in self.notices if notice[0] <= value["undo"]]
        elif "seat" in value:
            self.seats[value["seat"]] = value["kind"]
            self.notices.append((len(self.events), Notice(value["seat"], value["kind"], value.get("problem", ""))))
        elif "chat" in value:
            self.chats.append((max(0.0, len(self.events) - 0.5), value["chat"], value["text"]))
        elif "taken" in value:
            self.taken_seats.add(value["taken"])
        elif "link" in value:
            self.taken_seats.discard(value["link"].partition(":")[2])
        elif "rematch" in value:
            self.rematch = value["rematch"]
        elif "do" in value or "chance" in value:
            self.events.append(line)
        self.lengths.append(len(self.events))
