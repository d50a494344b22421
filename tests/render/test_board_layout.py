"""Boards as pictures: the shipped boards keep what a drawing promises."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from adjacency_map import Cell, Drawing
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld_draw.scene import NotDrawable, draw
from smallworld_editions.load import load_board
from tiers import one_in, quick_first

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*ROOT.glob("variants/*/boards/*.yaml"), *ROOT.glob("tests/boards/*.yaml")])
BOARDS = [path for path in SHIPPED if "border: true" in path.read_text("utf-8")]
"""The rectangular boards."""


def area(cell: Cell) -> float:
    """Return the signed area: positive if every outline runs the right way round."""
    return sum((a[0] * b[1] - b[0] * a[1]) / 2 for a, b in cell.lines())


def check_borders(board: BoardFile, drawing: Drawing) -> None:
    """Check that exactly the adjacent regions touch."""
    cells = drawing.cells
    assert set(cells) == {region.id for region in board.regions}
    for one, other in combinations(board.regions, 2):
        assert cells[one.id].touches(cells[other.id]) == (other.id in one.adjacent), (one.id, other.id)
        assert (other.id in one.adjacent) == (one.id in other.adjacent)


@pytest.mark.parametrize("path", one_in(5, SHIPPED), ids=lambda path: path.stem)
def test_shipped_boards(path: Path) -> None:
    board = load_board(path)
    drawing = draw(board)
    check_borders(board, drawing)
    sizes = [area(cell) for cell in drawing.cells.values()]
    assert min(sizes) > 0.4 * sum(sizes) / len(sizes), "a region is too small to read"


@pytest.mark.parametrize("path", one_in(2, BOARDS), ids=lambda path: path.stem)
def test_border_regions_reach_the_edge(path: Path) -> None:
    """R-TERM-4: on a rectangular board exactly the border regions lie along its sides."""
    board = load_board(path)
    drawing = draw(board)
    by_id = {region.id: region for region in board.regions}
    for cell in drawing.cells.values():
        along = [
            (a, b)
            for a, b in cell.lines()
            if (a[0] == b[0] and a[0] in (0, round(drawing.width, 6)))
            or (a[1] == b[1] and a[1] in (0, round(drawing.height, 6)))
        ]
        assert bool(along) == by_id[cell.id].border, cell.id


def filled(drawing: Drawing, ratio: float) -> float:
    """The part of a page of some shape that is covered by the boxes of the islands."""
    height = max(drawing.width / ratio, drawing.height)
    return sum(island.width * island.height for island in drawing.islands) / (ratio * height * height)


@pytest.mark.parametrize("names", quick_first(["l1a m1b s1a", "l1a s2b", "l1b l2a m1a s1b s2a"]))
def test_islands_do_not_overlap(names: str) -> None:
    files = {path.stem: path for path in SHIPPED}
    board = Board(tuple(load_board(files[name]) for name in names.split()))
    for ratio in (2.0, 1.2):
        assert filled(draw(board, ratio), ratio) > 0.4
    drawing = draw(board)
    assert [bool(island.name) for island in drawing.islands] == [True] * len(names.split())
    for one, other in combinations(drawing.islands, 2):
        apart_x = one.left + one.width < other.left or other.left + other.width < one.left
        apart_y = one.top + one.height < other.top or other.top + other.height < one.top
        assert apart_x or apart_y


def test_a_board_without_a_flat_map_is_refused() -> None:
    names = [f"x{number}" for number in range(5)]
    regions = tuple(RegionSpec(name, "hill", adjacent=tuple(n for n in names if n != name)) for name in names)
    with pytest.raises(NotDrawable, match=r"^board 'five' cannot be drawn: these borders fit on no flat map"):
        draw(BoardFile("five", regions))
