"""The things with which files are compared: plugins, boards, the table of a game, the position of a scenario."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from smallworld import PlayerPosition, PositionError, PositionSpec, RacePosition, lazy
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_editions.load import load_boards
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
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
        return _codes_in(self._sources) | _codes_of_rules()

    def may_be_code(self, word: str) -> bool:
        """Return whether the source of an ability has a word that its refusals or bars may take for a code."""
        return any(word in _words_in(source) for source in self._sources)

    @cached_property
    def _sources(self) -> Collection[Path]:
        """The modules of the packages with abilities."""
        packages = {cls.__module__.partition(".")[0] for cls in self.plugins.abilities.values()}
        modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
        paths = [Path(source) for module in modules if (source := getattr(module, "__file__", None))]
        return [path.with_name(f"{path.name.partition('.')[0]}.py") for path in paths]  # also of a compiled module


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


def _words_in(source: Path) -> frozenset[str]:
    """Return the texts in a module that makes refusals or bars; none if it cannot be read."""
    with suppress(OSError, ValueError, SyntaxError, RecursionError):
        text = source.read_text("utf-8")
        if "Refusal(" in text or "Bar(" in text:
            constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
            return frozenset(value for value in constants if isinstance(value, str))
    return frozenset()


# --- boards and parts of a given position that scenarios of any variant may name

_FOLDER = Path(__file__).parent / "game_file_checks" / "boards"


@cache
def kit_boards() -> Mapping[str, BoardFile]:
    """Return the boards by id; they are read once."""
    return MappingProxyType(load_boards(_FOLDER))


def tiny_board() -> BoardFile:
    """Return the board of eight regions, on which the tutorial is played."""
    return kit_boards()["tiny"]


TABLE_KEYS = {
    "round", "turn", "pieces", "natives", "column", "relics", "memory", "secrets", "terrain", "closed", "begins",
}  # fmt: skip
"""Keys of ``given`` that describe the table; every other key is the name of a player."""


def position_of(data: Mapping[str, Any], players: Iterable[str] | None = None) -> PositionSpec | str | None:
    """Return the position of a scenario: its ``given``, its text, or None for a fresh game.

    :param players: others are left out, because another check reports them; None = nobody is left out.
    :raises PositionError: it has both.
    """
    if "given" in data and "position" in data:
        raise PositionError(("position",), lazy("the position is in 'given' already; leave one of them out"))
    keys = data.get("given", ()) if players is None else TABLE_KEYS.union(players)
    entries = {key: value for key, value in data.get("given", {}).items() if key in keys}
    return given_of(entries) if "given" in data else data.get("position")


def position_problem(document: Document, error: PositionError) -> Problem:
    """Return the fault of a position at its place; that of a text is the whole text."""
    if "position" in document.data:
        text = error.message if error.path == ("position",) else error.sentence
        return document.problem("position", ("position",), text)
    return document.problem("position", ("given", *error.path), error.message, at_key=error.at_key)


def given_of(data: Mapping[str, Any]) -> PositionSpec:
    """Read the ``given`` part of a scenario as a description of a position."""
    natives = data.get("natives", "none")
    return PositionSpec(
        round=data.get("round", 2),
        turn=data.get("turn", ""),
        players={name: _player(data[name] or {}) for name in data if name not in TABLE_KEYS},
        pieces={region: count_entries(pieces) for region, pieces in data.get("pieces", {}).items()},
        natives={} if natives == "none" else natives,
        column=tuple((entry["race"], entry["power"], entry.get("coins", 0)) for entry in data.get("column", ())),
        relics={region: relic_entries(relics) for region, relics in data.get("relics", {}).items()},
        memory=data.get("memory", {}),
        secrets=data.get("secrets", {}),
        terrain=data.get("terrain", {}),
        closed=tuple((first, second) for first, second in data.get("closed", ())),
        begins=data.get("begins", "turn"),
    )


def _player(data: Mapping[str, Any]) -> PlayerPosition:
    active = _race(data["active"]) if data.get("active") else None
    declined = tuple(_race(race) for race in data.get("decline") or () if race != "none")
    return PlayerPosition(data.get("coins", 5), active, declined)


def _race(data: Mapping[str, Any]) -> RacePosition:
    return RacePosition(data["race"], data.get("power", ""), data.get("hand", 0), data.get("regions") or {})


def relic_entries(value: Any) -> tuple[tuple[str, bool], ...]:
    """Return one relic or several, each with whether it is face up; ``{hidden: ID}`` is face down."""
    entries = value if isinstance(value, list) else [value]
    return tuple((entry["hidden"], False) if isinstance(entry, dict) else (entry, True) for entry in entries)


def count_entries(pieces: Iterable[Any]) -> dict[str, int]:
    """Return ``[fortress, {encampment: 2}]`` as kind → number."""
    counts: Counter[str] = Counter()
    for entry in pieces:
        counts.update(entry if isinstance(entry, dict) else [entry])
    return dict(counts)
