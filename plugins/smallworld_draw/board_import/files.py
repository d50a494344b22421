"""Import the map of a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_draw.board_import.board_writer import ImportedBoard, import_board
from smallworld_draw.board_import.csv_maps import read_csv_map
from smallworld_draw.board_import.foreign_map import MOST_REGIONS, ForeignMap, unknown_map
from smallworld_draw.board_import.json_maps import read_json_map
from smallworld_validate.file_checker import FileChecker

MOST_BYTES = 4_000_000


def import_file(file: Path, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Make a board of the map in a file, with the problems that the board has.

    :param terrains: those that the board may have.
    :raises SmallWorldError: the file cannot be read, or holds no map.
    """
    return import_text(_read(file), str(file), name, terrains)


def import_text(text: str, file: str, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Make a board of a map, with the problems that the board has.

    :param file: the name of the file from which the text comes. :param name: the id of the board.
    :param terrains: those that the board may have.
    :raises SmallWorldError: the text holds no map.
    """
    is_json = file.lower().endswith((".json", ".geojson")) or text.lstrip()[:1] in ("{", "[")
    foreign = _json_map(file, text) if is_json else read_csv_map(text)
    if foreign is None:
        raise unknown_map(file)
    if len(foreign.regions) > MOST_REGIONS:
        raise SmallWorldError(_("{file} has more than {most} regions", file=file, most=MOST_REGIONS))
    board = import_board(foreign, name, terrains)
    board.problems = FileChecker().check_bytes(board.text.encode(), f"{name}.yaml")
    return board


def _read(file: Path) -> str:
    try:
        if not file.is_file():
            raise SmallWorldError(_("the file {file!r} does not exist", file=str(file)))
        with file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise SmallWorldError(_("cannot read {file}: {reason}", file=file, reason=error.strerror or error)) from None
    if len(content) > MOST_BYTES:
        raise SmallWorldError(_("{file} is larger than {most} bytes", file=file, most=MOST_BYTES))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SmallWorldError(_("{file} is not UTF-8", file=file)) from None


def _json_map(file: str, text: str) -> ForeignMap | None:
    try:
        data: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise SmallWorldError(
            _("{file}, line {line}: this is not JSON: {fault}", file=file, line=error.lineno, fault=error.msg)
        ) from None
    except RecursionError:
        raise unknown_map(file) from None
    return read_json_map(data)
