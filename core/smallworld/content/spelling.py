"""Older spellings of board files, read as today's.

Fact sheets with ``turns``, ``lost_tribe`` or ``landing`` are around; people keep folders
of them. Loading takes them without a word; ``validate`` warns and can rename the keys.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from smallworld.content.documents import Document
from smallworld.content.problem import Edit, Problem

_BOARD_KEYS = {"turns": "rounds", "board_aspect": "aspect", "board": "sheet"}
_REGION_KEYS = {
    "lost_tribe": "natives",
    "murloc": "natives",
    "touches_border": "border",
    "edge": "entry",
    "landing": "entry",
}
_DROPPED = ("confidence", "id", "canvas")


def modernise_board(document: Document) -> list[Problem]:
    """Rewrite the data of a board in today's spelling; a warning for each old key."""
    board = document.data
    if not isinstance(board, dict) or not isinstance(board.get("regions"), list):
        return []
    warnings = _renamed(document, (), board, _BOARD_KEYS)
    canvas = board.get("canvas")
    for index, region in enumerate(board["regions"]):
        if isinstance(region, dict):
            warnings += _renamed(document, ("regions", index), region, _REGION_KEYS)
            if isinstance(region.get("natives"), bool):
                region["natives"] = int(region["natives"])
            _to_percent(region, canvas)
    for key in _DROPPED:
        if key in board:
            warnings.append(_dropped(document, key))
            del board[key]
    return _once(warnings)


def _once(warnings: list[Problem]) -> list[Problem]:
    """One warning for each old key of a file, with the edits for all its places."""
    by_message: dict[str, list[Problem]] = {}
    for warning in warnings:
        by_message.setdefault(warning.message, []).append(warning)
    merged = []
    for same in by_message.values():
        edits = tuple(edit for warning in same for edit in warning.edits)
        often = f" ({len(same)} times)" if len(same) > 1 else ""
        merged.append(replace(same[0], message=same[0].message + often, edits=edits))
    return merged


def faces_of(document: Document) -> dict[str, Document]:
    """The boards of an older sheet that holds many faces, by id; empty for other files."""
    faces = document.data.get("faces") if isinstance(document.data, dict) else None
    found = {}
    for index, face in enumerate(faces if isinstance(faces, list) else []):
        if isinstance(face, dict) and isinstance(face.get("id"), str):
            root = document.value(("faces", index))
            found[face["id"]] = Document(face, document.name, document.text, root, document.places)
    return found


def _renamed(
    document: Document, path: tuple[str | int, ...], mapping: dict[str, Any], names: dict[str, str]
) -> list[Problem]:
    warnings = []
    for old, new in names.items():
        if old in mapping and new not in mapping:
            warnings.append(_warning(document, (*path, old), old, new, mapping[old]))
            document.move_key(mapping, old, new)
    return warnings


def _warning(document: Document, path: tuple[str | int, ...], old: str, new: str, value: object) -> Problem:
    place = document.key(path)
    edits = [Edit(place, new)]
    if new == "natives" and isinstance(value, bool):
        edits.append(Edit(document.value(path), str(int(value))))
    message = f"the key {old!r} is now called {new!r}"
    return document.problem("old-key", place, message, "rename it", severity="warning", edits=tuple(edits))


def _dropped(document: Document, key: str) -> Problem:
    place = document.key((key,))
    message = f"the key {key!r} has no meaning any more"
    return document.problem("old-key", place, message, "remove it", severity="warning")


def _to_percent(region: dict[str, Any], canvas: object) -> None:
    center = region.get("center")
    if not (_is_pair(canvas) and _is_pair(center)):
        return
    for axis in (0, 1):
        size = canvas[axis]  # type: ignore[index]
        if size > 0:
            center[axis] = round(100 * center[axis] / size, 1)  # type: ignore[index]


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) in (int, float) for part in value)
