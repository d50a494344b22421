"""The set-up of the game of a scenario, with the variants and boards that it may name; faults have line and column."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld import PositionError, load_variant
from smallworld.errors import ContentError, NoSuchVariantFile, ReplayError, SmallWorldError, UnknownName
from smallworld.game import Game, new_game
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import Wrap, check_names
from smallworld_editions.discovery import find_variants, variant_path
from smallworld_editions.load import load_boards, refuse_errors
from smallworld_editions.reading.documents import Document
from smallworld_validate.check_settings import Table
from smallworld_validate.game_file_checks.given_position import kit_boards, position_of, position_problem
from smallworld_validate.game_file_checks.scenario import check_options
from smallworld_validate.game_file_checks.variant_lookup import unknown_board


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
            given=position_of(data),
            script={kind: queue for kind, queue in script.items() if queue},
            plugins=library.plugins,
            wrap=library.wrap,
        )
    except PositionError as error:
        raise ContentError([position_problem(document, error)]) from None
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
