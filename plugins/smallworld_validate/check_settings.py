"""The settings of the checks of files: everything that the caller knows of plugins, rules and tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from smallworld.model.board import BoardFile
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.variant import Ruling, Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_editions.variants.plain_data import PluginCheck, Schemas
from smallworld_validate.variant_checks.playability import JudgeVariant, StartCheck

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


ArrangeCheck = Callable[[Document, Table], Iterable[Problem]]
"""Finds positions that no game can reach; only the rules know them, so the caller passes this function."""

PlayRecord = Callable[[str, Variant], tuple[int, str] | None]
"""Plays the game of a record; returns the line at which it cannot go on, and the reason."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """The things with which files are compared; without one of them its check is left out."""

    folders: Sequence[VariantFolder] = ()
    """Further folders of variants."""
    abilities: Schemas | None = None
    """Ability name → JSON schema of its parameters."""
    lacks: PluginCheck | None = None
    """Finds the fault of a plugin that a variant needs."""
    against: str = ""
    """The variant, by id or path, that boards and parts must fit; empty for that of each file."""
    boards: Mapping[str, BoardFile] = field(default_factory=dict)
    """Further boards by id, for scenarios; they go before those of the variant."""
    spare: Mapping[str, BoardFile] = field(default_factory=dict)
    """Boards for scenarios, where the variant has none of that id."""
    make_reader: MakeReader | None = None
    """Makes the reader of actions for a table."""
    arrange: ArrangeCheck | None = None
    """A deeper check of the position of a scenario."""
    start: StartCheck | None = None
    """Sets up games of a variant."""
    judge: JudgeVariant | None = None
    """Asks plugins what is wrong with a variant."""
    vocabulary: Vocabulary | None = None
    """Words that scenarios may expect of refusals and scores."""
    find_damage: Callable[[str], int | None] | None = None
    """Finds the first damaged line of a save."""
    play: PlayRecord | None = None
    """Plays the game of a record with a variant; finds the line at which it cannot go on, and the reason."""
