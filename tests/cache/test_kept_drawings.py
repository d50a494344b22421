"""A drawing of a board is kept for the next program, and equals one that is made again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import adjacency_map
from adjacency_map import AreaMap, Drawing
from smallworld.model.board import BoardFile, RegionSpec
from smallworld_draw import scene
from smallworld_draw.scene import draw
from smallworld_editions.user_cache import VARIABLE, read_entry, write_entry

BOARD = BoardFile(
    id="triangle",
    regions=tuple(
        RegionSpec(id=one, terrain="hill", adjacent=tuple(sorted({"a", "b", "c"} - {one}))) for one in ("a", "b", "c")
    ),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a cache of its own; this process remembers no drawing."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    scene._draw.cache_clear()
    yield tmp_path / "kept"
    scene._draw.cache_clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[AreaMap, ...]]:
    """Return the list of maps that are drawn."""
    calls = []
    really = adjacency_map.draw

    def watched(maps: tuple[AreaMap, ...], ratio: float = 2.0, quality: float = 1.0) -> Drawing:
        calls.append(maps)
        return really(maps, ratio, quality)

    monkeypatch.setattr(adjacency_map, "draw", watched)
    return calls


def facts(drawing: Drawing) -> Any:
    return drawing.width, drawing.height, drawing.islands


def draw_again(board: BoardFile = BOARD, **shape: float) -> Drawing:
    """Draw as a new program does, which remembers nothing."""
    scene._draw.cache_clear()
    return draw(board, **shape)


def test_the_next_program_has_the_same_drawing(folder: Path, drawn: list[object]) -> None:
    first = draw(BOARD)
    assert [file.suffix for file in folder.iterdir()] == [".drawing"]
    assert facts(draw_again()) == facts(first)
    assert len(drawn) == 1
    islands = draw_again().islands
    assert {type(point) for cell in islands[0].cells for ring in cell.rings for point in ring} == {tuple}


def test_another_shape_or_board_has_another_drawing(folder: Path, drawn: list[object]) -> None:
    draw(BOARD)
    draw_again(ratio=1.0)
    draw_again(BoardFile(id="square", regions=BOARD.regions, aspect=1.5))
    assert (len(drawn), len(list(folder.iterdir()))) == (3, 3)


def test_a_rough_drawing_is_not_kept(folder: Path) -> None:
    draw(BOARD, quality=0.2)
    assert not folder.exists()


def wrong(change: str) -> bytes:
    entry: Any = {
        "text": "drawing", "list": [], "nothing": {}, "islands": {"width": 1, "height": 1, "islands": [1]},
        "cell": {"width": 1, "height": 1, "islands": [{"name": "", "left": 0, "top": 0, "width": 1, "height": 1,
                 "cells": [{"id": "a", "rings": [[["x", 1]]], "label_point": [0, 0]}]}]},
    }[change]  # fmt: skip
    return json.dumps(entry).encode()


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, *map(wrong, ("text", "list", "nothing", "islands", "cell"))])
def test_an_entry_that_is_no_drawing_is_made_again(content: bytes, folder: Path, drawn: list[object]) -> None:
    first = draw(BOARD)
    (file,) = folder.iterdir()
    whole = read_entry(file.name)
    write_entry(file.name, content)
    assert facts(draw_again()) == facts(first)
    assert (len(drawn), read_entry(file.name)) == (2, whole)


def test_off_draws_every_time(folder: Path, drawn: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    draw(BOARD)
    draw_again()
    assert len(drawn) == 2
    assert not folder.exists()
