"""The names that a scenario or a replay may use: those of its variant, board and players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from smallworld.model.board import BoardFile
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.variant import Ruling, Variant

ReadAction = Callable[[str], object]
"""Reads one action; raises :class:`smallworld.errors.NotationError` for a text that is not an action."""

MakeReader = Callable[["Table"], ReadAction]
"""Makes the reader of actions for a table, because ``content`` does not know the notation."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that a scenario or a replay may hold, in addition to the names of its variant.

    :ivar codes: every code of a refusal. :ivar labels: names of lines in a score other than races, powers and relics.
    :ivar chances: kinds of results of chance.
    """

    codes: Collection[str]
    labels: Collection[str]
    chances: Collection[str]


@dataclass(frozen=True, slots=True)
class Table:
    """One variant, the regions on the table and the players at it.

    :ivar boards: None if chance draws the islands: then nothing is known of them.
    """

    variant: Variant
    players: Sequence[str]
    boards: Sequence[BoardFile] | None

    @property
    def regions(self) -> Collection[str] | None:
        """The ids of the regions on the table, if they are known."""
        return None if self.boards is None else [region.id for board in self.boards for region in board.regions]

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """Every ruling that may be answered: the engine's and the variant's."""
        return {**ENGINE_RULINGS, **self.variant.rulings}
