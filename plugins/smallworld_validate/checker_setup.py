"""The checker of content files, with everything that it needs from plugins and from the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld import PositionError
from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit
from smallworld.errors import ContentError, ReplayError, SmallWorldError
from smallworld.game import new_game
from smallworld.languages import _
from smallworld.tools import KINDS
from smallworld_cli.common import plugins_of
from smallworld_editions.load import load_board
from smallworld_records.record_lines import first_damaged
from smallworld_records.saved_game_reader import Reader
from smallworld_validate.check_settings import CheckSettings, Vocabulary
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.game_file_checks.given_position import (
    TABLE_KEYS,
    given_of,
    kit_boards,
    position_of,
    position_problem,
)
from smallworld_validate.source_scan import refusal_codes
from smallworld_validate.variant_checks.playability import failing_starts

if TYPE_CHECKING:
    from smallworld.model.board import BoardFile
    from smallworld.model.variant import Variant
    from smallworld.plugins.manager import Plugins
    from smallworld_editions.problem import Problem
    from smallworld_editions.reading.documents import Document
    from smallworld_validate.check_settings import ReadAction, Table


def make_checker(
    against: str, board_folders: Sequence[str], plugin_names: Sequence[str], *, plays: bool = False
) -> FileChecker:
    """Make a checker.

    :param against: the variant that everything is checked with, by id or path; empty for that of each file.
    :param board_folders: folders with further boards for scenarios.
    :param plays: whether the games of records are played.
    :raises click.UsageError: a folder does not exist.
    """
    return checker_with(plugins_of(plugin_names), against, board_folders, plays=plays)


def checker_with(
    plugins: Plugins, against: str = "", board_folders: Sequence[str] = (), *, plays: bool = False
) -> FileChecker:
    """Make a checker as :func:`make_checker` does, with plugins that are loaded already."""
    boards, problems = _read_boards(board_folders)
    settings = CheckSettings(
        folders=tuple(plugins.variants),
        abilities=plugins.schemas(),
        lacks=plugins.lacks,
        against=against,
        boards=boards,
        spare=kit_boards(),
        make_reader=_action_readers(plugins),
        arrange=partial(_position_problems, plugins),
        start=partial(failing_starts, plugins),
        judge=plugins.variant_problems,
        find_damage=first_damaged,
        play=partial(_unplayable_line, plugins, boards) if plays else None,
        vocabulary=Vocabulary(
            refusal_codes(plugins), {cls.label for cls in plugins.abilities.values() if cls.label}, KINDS
        ),
    )
    return FileChecker(settings, problems)


def _read_boards(folders: Sequence[str]) -> tuple[dict[str, BoardFile], list[Problem]]:
    """Read the boards of folders; of a broken one only its problems."""
    boards: dict[str, BoardFile] = {}
    problems: list[Problem] = []
    for folder in folders:
        if not Path(folder).is_dir():
            raise click.UsageError(_("--boards: the folder {folder!r} does not exist", folder=folder))
        for path in sorted(Path(folder).glob("*.yaml")):
            try:
                boards[path.stem] = load_board(path)
            except ContentError as error:
                problems += error.problems
    return boards, problems


def _action_readers(plugins: Plugins) -> Callable[[Table], ReadAction]:
    """Return a function that gives the reader of the action notation for a table, one for each kind of table.

    Texts stay as they are where no game can begin.
    """
    readers: dict[tuple[object, ...], ReadAction] = {}

    def reader_of(table: Table) -> ReadAction:
        key = (table.variant.digest, tuple(board.id for board in table.boards or ()), tuple(table.players))
        if key not in readers:
            try:
                readers[key] = new_game(table.variant, list(table.players), board=table.boards, plugins=plugins).read
            except SmallWorldError:
                readers[key] = str  # another check reports the fault of the table
        return readers[key]

    return reader_of


def _position_problems(plugins: Plugins, document: Document, table: Table) -> Iterator[Problem]:
    """Yield the reason why the position of a scenario is impossible; only the rules know it."""
    data = document.data
    if not data.keys() & {"given", "position"}:
        return
    try:
        keys = TABLE_KEYS.union(table.players)  # another check reports unknown players
        position = position_of(data)
        if "given" in data:
            position = given_of({key: value for key, value in data["given"].items() if key in keys})
        options = data.get("options", {})
        new_game(
            table.variant, table.players, board=table.boards, options=options, given=position, plugins=plugins
        )  # fmt: skip
    except PositionError as error:
        yield position_problem(document, error)
    except SmallWorldError as error:
        yield document.problem("position", ("given" if "given" in data else "position",), error.sentence, at_key=True)


def _unplayable_line(
    plugins: Plugins, boards: Mapping[str, BoardFile], text: str, variant: Variant
) -> tuple[int, str] | None:
    """Play the game of a record; return the line at which it cannot go on, with the reason."""
    actions: list[str] = []
    played = json.loads(text.partition("\n")[0]).get("boards", ())  # other files are checked with further boards
    try:
        with DecisionLimit(DECISION_SECONDS, lambda: len(actions)):
            Reader(
                text, new_game, plugins=plugins, variant=variant,
                boards=[boards[name] for name in played if name in boards],
                watch=lambda _before, action, _after: actions.append(action),
            )  # fmt: skip
    except ReplayError as error:
        number = re.match(r"line (\d+):", error.sentence)
        return int(number[1]) if number else 1, error.sentence
    return None
