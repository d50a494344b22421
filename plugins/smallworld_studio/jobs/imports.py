"""Maps of other programs, as ``smallworld board import`` reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_draw.board_import.board_writer import ImportedBoard
from smallworld_draw.board_import.files import import_text as read_map
from smallworld_editions.discovery import find_variants
from smallworld_editions.variants.file_reader import read_variant
from smallworld_editions.variants.merging import section
from smallworld_studio.jobs.checks import problem_data
from smallworld_studio.jobs.draft_folder import DraftFolder


def import_map(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Make a board of a map; nothing is kept.

    :raises SmallWorldError: the text holds no map.
    """
    name = str(request.get("id") or "board")
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,59}", name):
        raise SmallWorldError(_("the id of a board has small letters, digits, _ and -"))
    board = import_text(folder, str(request.get("filename") or "map")[:200], str(request.get("text") or ""), name)
    return {
        "file": f"boards/{name}.yaml", "text": board.text, "unknown": board.unknown,
        "problems": [problem_data(problem) for problem in board.problems],
    }  # fmt: skip


def import_text(folder: DraftFolder, filename: str, text: str, name: str) -> ImportedBoard:
    """Read a map of another program.

    :raises SmallWorldError: the text holds no map.
    """
    folders = tuple(folder.plugins.variants)
    bundle = folder.bundle or read_variant(next(iter(find_variants(folders).values())), folders)[0]
    terrains = [*section(bundle.merged.data, "terrains")] if bundle is not None else []
    if not terrains:
        raise SmallWorldError(_("the edition of this draft has no terrains yet"))
    return read_map(text, filename, name, terrains)
