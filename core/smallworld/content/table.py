"""The names that a scenario or a replay may use: those of one variant on one board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from smallworld.content.rulings import ENGINE_RULINGS
from smallworld.model.board import BoardFile
from smallworld.model.content import Ruling, Variant

ReadAction = Callable[[str], object]
"""Reads one action; raises :class:`smallworld.errors.NotationError` if it is none."""

MakeReader = Callable[["Table"], ReadAction]
"""Makes the reader for a table: content knows no notation."""


@dataclass(frozen=True, slots=True)
class Table:
    """One variant, the regions on the table and the players at it.

    :ivar regions: None if chance draws the islands: then nothing is known of them.
    """

    variant: Variant
    players: Sequence[str]
    regions: Collection[str] | None
    rulings: Mapping[str, Ruling] = field(default_factory=dict)


def table_of(variant: Variant, players: Sequence[str], boards: Sequence[BoardFile] | None) -> Table:
    """The table of a variant; ``boards=None`` means islands drawn by chance."""
    regions = None if boards is None else [region.id for board in boards for region in board.regions]
    return Table(variant, players, regions, {**ENGINE_RULINGS, **variant.rulings})
