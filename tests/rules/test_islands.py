"""Several boards in play at once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import smallworld
from smallworld.errors import ContentError
from smallworld.model.variant import Variant
from smallworld_editions.load import load_board
from smallworld_testing.random_games import watched_game

PLAYERS = ("ann", "bob", "cid", "dot", "eve")


@pytest.fixture(scope="module")
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def test_islands_do_not_touch(warcraft: Variant) -> None:
    """W-SETUP-2, W-TERM-2: their arrangement has no meaning."""
    board = smallworld.new_game(warcraft, PLAYERS[:5], seed=1).state.board
    for island in board.islands:
        assert board.around(island) == island
    islands = [face.id for face in board.faces]
    turned = smallworld.new_game(warcraft, PLAYERS[:5], seed=1, board=islands[::-1])
    assert len(turned.state.board.regions) == len(board.regions)


def own_edition(folder: Path, **changes: str) -> Path:
    """A copy of the edition in a folder of the user's, some of its files replaced."""
    copy = folder / "islands"
    shutil.copytree(Path(smallworld.load_variant("warcraft").path).parent, copy)
    text = (copy / "variant.yaml").read_text("utf-8").replace("variant: warcraft", "variant: islands", 1)
    (copy / "variant.yaml").write_text(text, "utf-8")
    for name, board in changes.items():
        (copy / "boards" / f"{name}.yaml").write_text(board, "utf-8")
    return copy


ISLET = """\
name: Islet
size: small
sheet: islet
regions:
  - {id: cliff, terrain: mountain, entry: true, adjacent: [pool, bog]}
  - {id: pool, terrain: lake, adjacent: [cliff, bog]}
  - {id: bog, terrain: swamp, relic_slot: true, natives: 1, adjacent: [cliff, pool]}
"""


def test_users_play_on_faces_of_their_own(tmp_path: Path) -> None:
    """W-SETUP-1: a file in ``boards/`` is drawn like the others, without a line of code."""
    variant = smallworld.load_variant(str(own_edition(tmp_path, islet=ISLET)))
    games = [smallworld.new_game(variant, PLAYERS[:2], seed=seed) for seed in range(30)]
    faces = {face.id for game in games for face in game.state.board.faces}
    assert "islet" in faces
    assert "s1a" in faces
    game = watched_game(variant, PLAYERS[:2], seed=3, board=["l1a", "islet"])
    assert game.over


def test_islands_that_need_more_markers_than_the_box_holds_are_refused(tmp_path: Path) -> None:
    """W-COMP-5: the islands that could be drawn together are named."""
    regions = "".join(
        f"  - {{id: peak-{n}, terrain: mountain, entry: true, adjacent: [peak-{(n + 1) % 9}, peak-{(n - 1) % 9}]}}\n"
        for n in range(9)
    )
    crags = f"name: Crags\nsize: small\nsheet: crags\nregions:\n{regions}"
    with pytest.raises(ContentError, match=r"the islands .*crags.* need more mountain markers \(\d+\) than the box"):
        smallworld.load_variant(str(own_edition(tmp_path, crags=crags)))


CLOUD = "size: small\nlanding: false\nregions: [{id: cloud, terrain: hills, adjacent: []}]\n"


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (CLOUD.replace("adjacent", "entry: true, adjacent"), "nobody lands on this island, but 'cloud' is an entry"),
        (CLOUD.replace("size: small\n", ""), "a board without landing has no size"),
    ],
)
def test_landing_false_is_only_for_islands_without_entry(tmp_path: Path, board: str, message: str) -> None:
    (tmp_path / "cloud.yaml").write_text(board, "utf-8")
    with pytest.raises(ContentError, match=message):
        load_board(tmp_path / "cloud.yaml")


def test_a_draw_of_islands_needs_one_with_landing(tmp_path: Path) -> None:
    edition = own_edition(tmp_path, nimbus=CLOUD.replace("small", "sky").replace("hills", "hill"))
    text = (edition / "variant.yaml").read_text("utf-8")
    (edition / "variant.yaml").write_text(text.replace("  2: [large, small]", "  2: [sky]", 1), "utf-8")
    with pytest.raises(ContentError, match="no island for 2 players is open to a first conquest"):
        smallworld.load_variant(str(edition))


def test_a_record_keeps_an_island_without_landing(tmp_path: Path, warcraft: Variant) -> None:
    (tmp_path / "nimbus.yaml").write_text(CLOUD.replace("hills", "hill"), "utf-8")
    boards = [warcraft.board_files["l1a"], load_board(tmp_path / "nimbus.yaml")]
    game = smallworld.new_game(warcraft, PLAYERS[:2], seed=1, board=boards)
    assert smallworld.Game.loads(game.dumps()) == game


def test_islands_that_name_no_sheet_are_drawn_together(tmp_path: Path) -> None:
    edition = own_edition(tmp_path)
    for file in (edition / "boards").glob("*.yaml"):
        file.write_text(re.sub(r"(?m)^sheet: .*\n", "", file.read_text("utf-8")), "utf-8")
    game = smallworld.new_game(smallworld.load_variant(str(edition)), PLAYERS[:2], seed=1)
    assert len(game.state.board.faces) == 2
