"""The things with which files are compared: plugins, further boards, and the variant and players of a game."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_editions.variants.plain_data import Schemas

ReadAction = Callable[[str], object]
"""Reads one action; raises :class:`smallworld.errors.NotationError` for a text that is not an action."""


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


@dataclass(frozen=True)
class CheckSettings:
    """The things with which files are compared."""

    plugins: Plugins = field(default_factory=default_plugins)
    against: str = ""
    """The variant, by id or path, that boards and parts must fit; empty for that of each file."""
    boards: Mapping[str, BoardFile] = field(default_factory=dict)
    """Further boards by id, for scenarios; they go before those of the variant."""
    plays: bool = False
    """Whether the games of records are played."""

    @property
    def folders(self) -> Sequence[VariantFolder]:
        """The folders of variants of the plugins."""
        return tuple(self.plugins.variants)

    @cached_property
    def abilities(self) -> Schemas:
        """Ability name → JSON schema of its parameters."""
        return self.plugins.schemas()

    @cached_property
    def labels(self) -> Collection[str]:
        """Names of lines in a score other than races, powers and relics."""
        return {cls.label for cls in self.plugins.abilities.values() if cls.label}

    @cached_property
    def codes(self) -> Collection[str]:
        """Every code of a refusal in the source of the rules or of an ability."""
        packages = {cls.__module__.rpartition(".")[0] or cls.__module__ for cls in self.plugins.abilities.values()}
        modules = [module for name, module in sys.modules.items() if {name, name.rpartition(".")[0]} & packages]
        sources = [source for module in modules if (source := getattr(module, "__file__", None))]
        return _codes_in(map(Path, sources)) | _codes_of_rules()


_CODE = re.compile(r'(?:Refusal\(|Bar\([^"()]*(?:\([^"()]*\)[^"()]*)*)\s*"([a-z_]+)"')
"""A refusal, or a bar, with its code in the source."""


@cache
def _codes_of_rules() -> frozenset[str]:
    return _codes_in(Path(str(files("smallworld.rules"))).rglob("*.py"))


def _codes_in(sources: Iterable[Path]) -> frozenset[str]:
    """Return the codes in sources; a missing one has none."""
    codes: set[str] = set()
    for path in sources:
        with suppress(OSError):
            codes.update(_CODE.findall(path.read_text("utf-8", "replace")))
    return frozenset(codes)
