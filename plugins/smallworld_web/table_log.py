"""The log of a table: its events, and their text in each language in which somebody has read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from smallworld.game import Game
from smallworld.languages import ENGLISH, _, current_language, in_language
from smallworld_play.latest_turns import TurnHistory
from smallworld_play.seats import HUMAN
from smallworld_web.public_sentences import without_places

Watch = Callable[[Game, str, Game], None]
"""Receives an action with the game before and after it."""


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
        problem = without_places(self.problem)
        if problem and self.kind == HUMAN:
            return _(
                "the bot of {player} has stopped, and a person plays {player}: {problem}",
                player=self.player, problem=problem,
            )  # fmt: skip
        if problem:
            return _(
                "the bot of {player} failed and is replaced by {kind}: {problem}",
                player=self.player, kind=self.kind, problem=problem,
            )  # fmt: skip
        if self.kind == HUMAN:
            return _("a person plays {player}", player=self.player)
        return _("the bot {kind} plays {player}", kind=self.kind, player=self.player)


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

    def add(self, line: str) -> None:
        """Add the next event."""
        value = json.loads(line)
        if "undo" in value:
            del self.events[value["undo"] :]
            self.notices = [notice for notice in self.notices if notice[0] <= value["undo"]]
        elif "seat" in value:
            self.seats[value["seat"]] = value["kind"]
            self.notices.append((len(self.events), Notice(value["seat"], value["kind"], value.get("problem", ""))))
        elif "do" in value or "chance" in value:
            self.events.append(line)
        self.lengths.append(len(self.events))


class Chronicle(TurnHistory):
    """The turns of a table; its own texts are English, the person who acts does not choose the language of the log.

    :param read: plays the record of the table again for a watcher.
    """

    def __init__(self, read: Callable[[Watch], object]) -> None:
        super().__init__()
        self._read = read
        self._translated: dict[str, TurnHistory] = {}
        """Language → the turns; without English."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action in every language of a reader."""
        with in_language(ENGLISH):
            super().add(before, action, after)
        for language, turns in self._translated.items():
            with in_language(language):
                turns.add(before, action, after)

    def forget(self, start: int) -> None:
        """Forget everything from a place of the log on, because it was taken back."""
        super().forget(start)
        for turns in self._translated.values():
            turns.forget(start)

    def for_reader(self) -> TurnHistory:
        """Return the turns in the language of the reader; for the first one the record is read again."""
        language = current_language()
        if language == ENGLISH:
            return self
        if language not in self._translated:
            turns = TurnHistory()
            self._read(turns.add)
            self._translated[language] = turns
        return self._translated[language]
