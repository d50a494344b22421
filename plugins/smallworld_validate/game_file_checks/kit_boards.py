"""The boards that any scenario may name, of any variant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from smallworld.model.board import BoardFile
from smallworld_editions.load import load_boards

_FOLDER = Path(__file__).parent / "boards"


@cache
def kit_boards() -> Mapping[str, BoardFile]:
    """Return the boards by id; they are read once."""
    return MappingProxyType(load_boards(_FOLDER))


def tiny_board() -> BoardFile:
    """Return the board of eight regions, on which the tutorial is played."""
    return kit_boards()["tiny"]
