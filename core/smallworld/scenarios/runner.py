"""Run scenario files: a position, actions, the expected result (formats 3)."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from smallworld.content.load import load_boards, refuse_errors
from smallworld.content.reading.documents import Document, KeyPath, mapping_of
from smallworld.content.reading.reader import read_documents
from smallworld.content.scenario_checks.scenario import check_options
from smallworld.content.scenario_checks.scenario_context import Table
from smallworld.content.scenario_checks.variant_lookup import unknown_board
from smallworld.content.schema.schema import check
from smallworld.content.variants.discovery import find_variants, variant_path
from smallworld.errors import (
    ActionError,
    ContentError,
    NoSuchVariantFile,
    ReplayError,
    SmallWorldError,
    UnknownName,
)
from smallworld.game import Game, load_variant, new_game
from smallworld.languages import N_, lazy, lazy_join
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.rules.argument_checks import check_names
from smallworld.rules.custom_position import PlayerPosition, PositionError, PositionSpec, RacePosition
from smallworld.rules.guard.hook_answer_checks import Wrap
from smallworld.scenarios.expectations import differences

_KIT_BOARDS = Path(__file__).parent / "boards"
TABLE_KEYS = {"round", "turn", "pieces", "natives", "column", "relics", "memory", "secrets", "terrain"}
"""Keys of ``given`` that describe the table; every other key is the name of a player."""
_SCENARIO = re.compile(rb"^\"?scenario\"?\s*:", re.MULTILINE)


@cache
def kit_boards() -> Mapping[str, BoardFile]:
    """Return the boards that any scenario may name, of any variant, by id; they are read once."""
    return MappingProxyType(load_boards(_KIT_BOARDS))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario.

    :ivar failure: what did not hold, with file, line and column; empty if it passed.
    """

    title: str
    file: str
    failure: str = ""

    @property
    def passed(self) -> bool:
        """Whether the game did what the scenario expects."""
        return not self.failure


@dataclass(slots=True)
class Library:
    """Finds variants and boards for scenarios; each is loaded once.

    :ivar board_folders: folders of board files that may be named by id.
    :ivar wrap: put around every implementation of a hook, e.g. a :class:`smallworld.rules.explain.trace.Tracer`.
    """

    board_folders: tuple[Path, ...] = ()
    plugins: Plugins = field(default_factory=default_plugins)
    wrap: Wrap | None = None
    _variants: dict[str, Variant] = field(default_factory=dict)
    _boards: dict[str, BoardFile] = field(default_factory=dict)

    def variant(self, name: str, scenario: Path | None = None) -> Variant:
        """Load a variant by id, or by a path relative to the scenario's folder."""
        path = scenario.parent / name if scenario is not None else Path(name)
        is_path = path.is_file() or (path / VARIANT_FILE).is_file()
        key = str(path) if is_path and name not in find_variants(self.plugins.variants) else name
        if key not in self._variants:
            try:
                self._variants[key] = load_variant(key, plugins=self.plugins)
            except NoSuchVariantFile:
                variant_path(name, self.plugins.variants, scenario)  # paths of a scenario count from its folder
                raise
        return self._variants[key]

    def board(self, variant: Variant, name: str) -> BoardFile | str:
        """Return a board by id: of the given folders, else of the variant."""
        if name not in self._boards:
            board = self._in_folders(name, of_variant=name in variant.board_files)
            if board is None:
                return name
            self._boards[name] = board
        return self._boards[name]

    def names(self, variant: Variant) -> list[str]:
        """Return the ids of all boards that a scenario of a variant may name."""
        files = [file.stem for folder in self.board_folders for file in folder.glob("*.yaml")]
        return sorted({*variant.board_files, *kit_boards(), *files})

    def _in_folders(self, name: str, *, of_variant: bool) -> BoardFile | None:
        for folder in self.board_folders:
            if (folder / f"{name}.yaml").is_file():
                return load_boards(folder, [name])[name]
        return None if of_variant else kit_boards().get(name)


def run_paths(paths: Iterable[Path], library: Library) -> Iterable[Outcome]:
    """Run every scenario of files and folders, in order of their names.

    Of a folder only those files that hold scenarios; its boards and variants are left alone.
    """
    for path in paths:
        files = filter(_holds_scenarios, sorted(path.rglob("*.yaml"))) if path.is_dir() else [path]
        for file in files:
            yield from run_file(file, library)


def _holds_scenarios(file: Path) -> bool:
    return file.name.endswith(".scenario.yaml") or _SCENARIO.search(file.read_bytes()) is not None


def run_file(path: Path, library: Library) -> Iterable[Outcome]:
    """Run every scenario of one file; a file that cannot be read is one failure."""
    try:
        documents = read_documents(path)
    except ContentError as error:
        yield Outcome(path.name, str(path), error.sentence)
        return
    for document in documents:
        yield run_document(document, library, path)


def run_document(document: Document, library: Library, path: Path | None = None) -> Outcome:
    """Run one scenario."""
    data = document.data
    title = str(mapping_of(data).get("scenario", "?"))
    try:
        refuse_errors(check(document, "scenario"))
        steps = _Steps(begin(document, library, path), document)
        for number, step in enumerate(data["steps"]):
            try:
                steps.play(step, ("steps", number))
            except ContentError:
                raise
            except SmallWorldError as error:  # such as a result that the die cannot show
                steps.fail(("steps", number), error.sentence)
    except SmallWorldError as error:
        return Outcome(title, document.name, error.sentence)
    return Outcome(title, document.name)


def begin(document: Document, library: Library, path: Path | None = None) -> Game:
    """Set up the game at the scenario's first step.

    :raises ContentError: variant, board, players, options or position cannot be, with line and column.
    """
    data = document.data
    variant = _variant(document, library, path)
    boards = _boards(document, variant, library)
    refuse_errors(list(check_options(document, Table(variant, data["players"], None))))
    _check_players(document, variant)
    script: dict[str, list[Any]] = {"die": list(data.get("dice", ())), "draw": list(data.get("draws", ()))}
    try:
        return new_game(
            variant,
            data["players"],
            seed=data.get("seed", 0),
            board=boards,
            options=data.get("options", {}),
            given=given_of(data["given"]) if "given" in data else None,
            script={kind: queue for kind, queue in script.items() if queue},
            plugins=library.plugins,
            wrap=library.wrap,
        )
    except PositionError as error:
        raise ContentError([document.problem("position", ("given", *error.path), error.message)]) from None
    except ReplayError as error:  # the first turn begins with a draw that cannot be
        raise _setup_error(document, "draws", error) from None
    except SmallWorldError as error:
        raise _setup_error(document, "board" if boards else "players", error) from None


def _variant(document: Document, library: Library, path: Path | None) -> Variant:
    """Return the variant of a scenario.

    :raises ContentError: it does not exist, with line and column, or has errors of its own.
    """
    try:
        return library.variant(document.data["variant"], path)
    except ContentError:
        raise
    except UnknownName as error:
        raise ContentError([document.problem("unknown-variant", ("variant",), error.fault, error.advice)]) from None
    except SmallWorldError as error:
        raise _setup_error(document, "variant", error) from None


def _check_players(document: Document, variant: Variant) -> None:
    """Refuse players that cannot play a variant together.

    :raises ContentError: with line and column.
    """
    try:
        check_names(document.data["players"], min(2, *variant.boards, 2))
    except SmallWorldError as error:
        raise _setup_error(document, "players", error) from None


def _setup_error(document: Document, key: str, error: SmallWorldError) -> ContentError:
    """Return an error of the set-up at the value that causes it."""
    return ContentError([document.problem("scenario", (key,), error.sentence)])


def _boards(document: Document, variant: Variant, library: Library) -> list[BoardFile | str] | None:
    """Return the boards that a scenario names; None if it leaves them to the variant.

    :raises ContentError: a board does not exist, with line and column.
    """
    named = document.data.get("board")
    if named is None:
        return None
    boards: list[BoardFile | str] = []
    for index, name in enumerate([named] if isinstance(named, str) else named):
        board = library.board(variant, name)
        if board == name and name not in variant.board_files:
            path = ("board",) if isinstance(named, str) else ("board", index)
            raise ContentError([unknown_board(document, path, name, library.names(variant))])
        boards.append(board)
    return boards


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
        relics={region: _relics(relics) for region, relics in data.get("relics", {}).items()},
        memory=data.get("memory", {}),
        secrets=data.get("secrets", {}),
        terrain=data.get("terrain", {}),
    )


def _player(data: Mapping[str, Any]) -> PlayerPosition:
    active = data.get("active")
    decline = data.get("decline") or ()
    return PlayerPosition(
        data.get("coins", 5),
        _race(active) if active else None,
        tuple(_race(race) for race in decline if race != "none"),
    )


def _race(data: Mapping[str, Any]) -> RacePosition:
    return RacePosition(data["race"], data.get("power", ""), data.get("hand", 0), data.get("regions") or {})


def _relics(value: Any) -> tuple[tuple[str, bool], ...]:
    """Return one relic or several; ``{hidden: ID}`` is face down."""
    entries = value if isinstance(value, list) else [value]
    return tuple((entry["hidden"], False) if isinstance(entry, dict) else (entry, True) for entry in entries)


def count_entries(pieces: Iterable[Any]) -> dict[str, int]:
    """Return ``[fortress, {encampment: 2}]`` as kind → number."""
    counts: dict[str, int] = {}
    for entry in pieces:
        for kind, count in entry.items() if isinstance(entry, dict) else [(entry, 1)]:
            counts[kind] = counts.get(kind, 0) + count
    return counts


class _Steps:
    """Plays the steps of a scenario.

    Every method raises :class:`ContentError` with line and column where the game differs from the scenario.
    """

    def __init__(self, game: Game, document: Document) -> None:
        self.game, self.document = game, document

    def play(self, step: Any, path: KeyPath) -> None:
        """Play or check one step."""
        if isinstance(step, str):
            self._apply(step, path)
        elif "expect" in step:
            for place, message in differences(self.game, step["expect"], count_entries):
                self.fail((*path, "expect", *place), message)
        elif "refused" in step:
            self._check_refusal(step["refused"], step.get("code"), path)
        elif step.keys() & {"legal", "illegal", "legal_only"}:
            self._check_legality(step, path)
        else:
            ((player, action),) = step.items()
            if self.game.to_move != player:
                self.fail(path, _other_player(self.game.to_move, player))
            self._apply(action, path)

    def fail(self, path: KeyPath, message: str) -> NoReturn:
        raise ContentError([self.document.problem("scenario", path, message)])

    def _apply(self, action: str, path: KeyPath) -> None:
        try:
            self.game.apply(action)
        except ActionError as error:
            self.fail(path, error.sentence)

    def _check_refusal(self, action: str, code: str | None, path: KeyPath) -> None:
        before = self.game.copy()
        try:
            codes = [reason.code for reason in self.game.refusal(action)]
        except ActionError as error:
            if code is not None:
                sentence = N_("{action!r} is not an action, so nothing is refused as {code}: {fault}")
                self.fail(path, lazy(sentence, action=action, code=code, fault=error.sentence))
            return
        if not codes:
            self.fail(path, lazy("{action!r} is legal, but should be refused", action=action))
        if code is not None and code not in codes:
            sentence = N_("{action!r} is refused as {codes}, not as {code}")
            self.fail(path, lazy(sentence, action=action, codes=", ".join(codes), code=code))
        with contextlib.suppress(ActionError):
            self.game.apply(action)
        if self.game != before:
            self.fail(path, lazy("refusing {action!r} changed the game", action=action))

    def _check_legality(self, step: Mapping[str, Any], path: KeyPath) -> None:
        legal = {str(action) for action in self.game.legal_actions()}
        for action in step.get("legal", ()):
            if action not in legal:
                reasons = self._reasons(action)
                self.fail(path, lazy("{action!r} is not legal: {reasons}", action=action, reasons=reasons))
        for action in step.get("illegal", ()):
            if action in legal:
                self.fail(path, lazy("{action!r} is legal, but should not be", action=action))
        expected = set(step.get("legal_only", legal))
        if legal != expected:
            extra, missing = sorted(legal - expected), sorted(expected - legal)
            parts = [lazy("legal in addition: {actions}", actions=", ".join(extra))] if extra else []
            parts += [lazy("not legal: {actions}", actions=", ".join(missing))] if missing else []
            self.fail(path, lazy_join("; ", parts))

    def _reasons(self, action: str) -> str:
        try:
            return lazy_join("; ", [reason.reason for reason in self.game.refusal(action)])
        except ActionError as error:
            return error.sentence


def _other_player(to_move: str | None, player: str) -> str:
    """Write that somebody else decides, or nobody."""
    if not to_move:
        return lazy("it is nobody's decision, not {player}'s", player=player)
    return lazy("it is {to_move}'s decision, not {player}'s", to_move=to_move, player=player)
