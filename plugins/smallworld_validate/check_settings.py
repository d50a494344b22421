"""The settings of the checks of files: everything that the caller knows of plugins and of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_editions.variants.plain_data import PluginCheck, Schemas
from smallworld_validate.game_file_checks.scenario_context import MakeReader, Table, Vocabulary
from smallworld_validate.variant_checks.playability import JudgeVariant, StartCheck

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
