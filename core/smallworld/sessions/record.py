"""The record of a session: a save, or another place that keeps every event."""

from __future__ import annotations

from typing import Protocol

from smallworld.game import Game


class Record(Protocol):
    """The place in which the events of a game are kept, such as :class:`smallworld.replays.recorder.Recorder`."""

    def write(self, *, sync: bool = False) -> None:
        """Keep all events since the last call.

        :param sync: return only when nothing can be lost, as after an action of a person.
        """

    def rewrite(self, game: Game) -> None:
        """Go back to an earlier position of the same game, which goes on from there."""

    def close(self) -> None:
        """Keep the missing events; nothing is written afterwards."""
