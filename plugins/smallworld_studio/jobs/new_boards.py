"""A further board of a draft: empty, or a map from elsewhere; the edition then knows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_editions.reading.reader import read
from smallworld_studio.draft_files import VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.imports import import_text
from smallworld_studio.jobs.new_drafts import BOARD
from smallworld_validate.problems.fixes import fix_text
from smallworld_validate.text_edits import entries
from smallworld_validate.text_edits.layout import write_scalar

MOST_PLAYERS = 12


def new_board(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts of the new board and of the edition, and what of a map was not understood; nothing is kept.

    :raises SmallWorldError: the id cannot be that of a new board, or the text holds no map.
    """
    name, files, players = str(request.get("id") or ""), request["files"], request.get("players")
    file = f"boards/{name}.yaml"
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,59}", name):
        raise SmallWorldError(_("the id of a board has small letters, digits, _ and -"))
    if file in files:
        raise SmallWorldError(_("the draft has a board {id!r} already", id=name))
    if not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise SmallWorldError(_("a board is for 1 to {most} players", most=MOST_PLAYERS))
    title, text, unknown = str(request.get("name") or name)[:60], str(request.get("text") or ""), list[str]()
    if text:
        board = import_text(folder, str(request.get("filename") or "map")[:200], text, name)
        text, unknown = _with_name(board.text, file, title), [str(line) for line in board.unknown]
    else:
        text = BOARD.format(name=write_scalar(title, '"'))
    return {"files": {file: text, VARIANT: _with_board(files.get(VARIANT, ""), players, name)}, "unknown": unknown}


def _with_name(text: str, file: str, title: str) -> str:
    documents, _problems = read(text, file)
    return fix_text(text, entries.set_value(documents[0], ("name",), title))


def _with_board(text: str, players: int, name: str) -> str:
    """Enter a board for a number of players."""
    documents, _problems = read(text, VARIANT)
    if not documents or not isinstance(documents[0].data, dict):
        raise SmallWorldError(_("{file} cannot be read now; correct the text first.", file=VARIANT))
    return fix_text(text, entries.set_value(documents[0], ("boards", str(players)), name))
