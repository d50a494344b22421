"""Two cells of a drawing touch exactly when their regions are adjacent."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from fan_maps import board_of, random_board
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.content import load_board
from smallworld.model.board import Board, BoardFile
from smallworld.render import geometry, planar
from smallworld.render.geometry import Cell, Drawing, draw

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*ROOT.glob("variants/*/boards/*.yaml"), *ROOT.glob("tests/boards/*.yaml")])
BOARDS = [path for path in SHIPPED if "border: true" in path.read_text("utf-8")]
"""Those that are no islands."""


def area(cell: Cell) -> float:
    """With its sign: positive if every outline runs the right way round."""
    return sum((a[0] * b[1] - b[0] * a[1]) / 2 for a, b in cell.lines())


def check_cells(board: BoardFile, drawing: Drawing) -> None:
    """Everything that a drawing promises."""
    cells = drawing.cells
    assert set(cells) == {region.id for region in board.regions}
    for one, other in combinations(cells.values(), 2):
        assert one.touches(other) == (other.region.id in one.region.adjacent), (one.region.id, other.region.id)
    for cell in cells.values():
        assert area(cell) > 0
        assert geometry._depth((cell.heart[0] / 2, cell.heart[1]), [
            (a[0] / 2, a[1], b[0] / 2, b[1]) for a, b in cell.lines()
        ]) > 0  # fmt: skip
    check_tiling(drawing)


def check_tiling(drawing: Drawing) -> None:
    """Every line belongs to one cell on either side, or to the rim; so nothing overlaps and nothing is missing."""
    for island in drawing.islands:
        lines = [line for cell in island.cells for line in cell.lines()]
        assert len(lines) == len(set(lines))
        rim = [line for line in lines if (line[1], line[0]) not in set(lines)]
        around = sum((a[0] * b[1] - b[0] * a[1]) / 2 for a, b in rim)
        assert sum(map(area, island.cells)) == pytest.approx(around)
        assert around <= island.width * island.height * 1.001


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_boards(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planar, "_networkx", lambda: pytest.fail("a shipped board must not need a library"))
    board = load_board(path)
    drawing = draw(board)
    check_cells(board, drawing)
    sizes = [area(cell) for cell in drawing.cells.values()]
    assert min(sizes) > 0.4 * sum(sizes) / len(sizes), "a region is too small to read"


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_border_regions_reach_the_edge(path: Path) -> None:
    """R-TERM-4: on a rectangular board exactly the border regions lie along its sides."""
    board = load_board(path)
    drawing = draw(board)
    for cell in drawing.cells.values():
        along = [
            (a, b)
            for a, b in cell.lines()
            if (a[0] == b[0] and a[0] in (0, round(drawing.width, 6)))
            or (a[1] == b[1] and a[1] in (0, round(drawing.height, 6)))
        ]
        assert bool(along) == cell.region.border, cell.region.id


@settings(max_examples=12)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(1, 18),
    keep=st.sampled_from([1.0, 0.9, 0.6]),
    rim=st.sampled_from([0.0, 0.3, 1.0]),
)
def test_any_flat_fan_board(seed: int, count: int, keep: float, rim: float) -> None:
    board = random_board(seed, count, keep, rim)
    check_cells(board, draw(board))


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 14), rim=st.sampled_from([0.0, 0.5]))
def test_boards_without_coordinates(seed: int, count: int, rim: float) -> None:
    pytest.importorskip("networkx")
    board = random_board(seed, count, 0.9, rim, centres=False)
    check_cells(board, draw(board))


@pytest.mark.parametrize(
    ("count", "edges", "rim"),
    [
        (1, [], set()),
        (1, [], {0}),
        (2, [(0, 1)], set()),
        (2, [(0, 1)], {0}),
        (5, [(0, 1), (1, 2), (2, 3), (3, 4)], set()),
        (5, [(0, 1), (1, 2), (2, 3), (3, 4)], {0, 1, 2, 3, 4}),
        (5, [(0, 1), (0, 2), (0, 3), (0, 4)], {0}),
        (5, [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4)], {0, 1, 2}),
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], set()),
        (4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], {0, 1, 2}),
        (8, [(0, 1), (1, 2), (2, 0), (3, 4), (5, 6), (6, 7)], set()),
    ],
    ids=["one", "one-board", "two", "pond", "row", "row-board", "sea", "enclaves", "ring", "k4", "three-islands"],
)
def test_odd_maps(count: int, edges: list[tuple[int, int]], rim: set[int]) -> None:
    pytest.importorskip("networkx")
    board = board_of(edges, count, rim)
    check_cells(board, draw(board))


def test_a_region_around_another_has_two_outlines() -> None:
    pytest.importorskip("networkx")
    board = board_of([(0, 1), (1, 2), (2, 0), (0, 3)], 4, {0, 1, 2})
    assert len(draw(board).cells["x0"].rings) == 2


def test_a_map_that_is_not_flat_is_refused() -> None:
    pytest.importorskip("networkx")
    five = board_of(list(combinations(range(5), 2)), 5)
    with pytest.raises(planar.NotDrawable, match=r"^board 'fan' cannot be drawn: these borders fit on no flat map"):
        draw(five)


def test_without_the_library_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planar, "import_module", _missing)
    with pytest.raises(planar.NotDrawable, match=r"pip install 'smallworld\[draw\]'$"):
        draw(board_of([(0, 1), (1, 2)], 3, name="no library here"))


def _missing(name: str) -> None:
    raise ImportError(name)


def filled(drawing: Drawing, ratio: float) -> float:
    """The part of a page of some shape that is covered by the boxes of the islands."""
    height = max(drawing.width / ratio, drawing.height)
    return sum(island.width * island.height for island in drawing.islands) / (ratio * height * height)


def test_islands_lie_side_by_side() -> None:
    files = {path.stem: load_board(path) for path in SHIPPED}
    for names in (["l1a", "s2b"], ["l1a", "m1b", "s1a"], ["l1b", "l2a", "m1a", "s1b", "s2a"]):
        board = Board(tuple(files[name] for name in names))
        for ratio in (2.0, 1.2):
            assert filled(draw(board, ratio), ratio) > 0.4
        drawing = draw(board)
        assert [bool(island.name) for island in drawing.islands] == [True] * len(names)
        for one, other in combinations(drawing.islands, 2):
            apart_x = one.left + one.width < other.left or other.left + other.width < one.left
            apart_y = one.top + one.height < other.top or other.top + other.height < one.top
            assert apart_x or apart_y


def test_a_drawing_is_the_same_every_time() -> None:
    board = load_board(ROOT / "variants/base/boards/base-3p.yaml")
    first = draw(board)
    geometry._drawing.cache_clear()
    geometry._face.cache_clear()
    assert draw(board) == first
