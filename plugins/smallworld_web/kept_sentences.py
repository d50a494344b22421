"""The sentences of a table's log in one language, continued after each event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from smallworld.game import Game
from smallworld_play.sentences import Sentence, sentence_start, sentences
from smallworld_play.turns import Step


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
