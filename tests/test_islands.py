"""Several boards in play at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import smallworld
from smallworld.errors import ContentError
from smallworld.game import Game
from smallworld.model.content import Variant
from smallworld.testing.random_games import watched_game

PLAYERS = ("ann", "bob", "cid", "dot", "eve")
SIZES = {
    2: ["large", "small"],
    3: ["large", "medium", "small"],
    4: ["large", "medium", "medium", "small"],
    5: ["large", "large", "medium", "small", "small"],
}


@pytest.fixture(scope="module")
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def relics_in_play(game: Game) -> dict[str, list[bool]]:
    """Region → whether each relic there lies face up."""
    regions = game.position.board.regions
    return {regions[region].id: [up for _, up in found] for region, found in game.position.relics.items()}


@pytest.mark.parametrize("count", SIZES)
def test_islands_are_drawn_by_size(warcraft: Variant, count: int) -> None:
    """W-SETUP-1: as many islands as players, no printed board twice."""
    for seed in range(8):
        faces = smallworld.new_game(warcraft, PLAYERS[:count], seed=seed).position.board.faces
        assert [face.size for face in faces] == SIZES[count]
        assert len({face.sheet for face in faces}) == count


def test_every_face_is_drawn_some_day(warcraft: Variant) -> None:
    """W-SETUP-1."""
    games = [smallworld.new_game(warcraft, PLAYERS[:4], seed=seed) for seed in range(40)]
    assert {face.id for game in games for face in game.position.board.faces} == set(warcraft.board_files)


def test_two_players_may_prefer_a_medium_island(warcraft: Variant) -> None:
    """W-SETUP-1."""
    game = smallworld.new_game(warcraft, PLAYERS[:2], options={"two_player_boards": "large_medium"})
    assert [face.size for face in game.position.board.faces] == ["large", "medium"]


def test_islands_do_not_touch(warcraft: Variant) -> None:
    """W-SETUP-2, W-TERM-2: how they lie has no meaning."""
    board = smallworld.new_game(warcraft, PLAYERS[:5], seed=1).position.board
    for island in board.islands:
        assert board.around(island) == island
    islands = [face.id for face in board.faces]
    turned = smallworld.new_game(warcraft, PLAYERS[:5], seed=1, board=islands[::-1])
    assert len(turned.position.board.regions) == len(board.regions)


def test_a_relic_lies_face_down_on_every_island(warcraft: Variant) -> None:
    """W-SETUP-4."""
    game = smallworld.new_game(warcraft, PLAYERS[:3], seed=5)
    slots = {region.id for region in game.position.board.regions if region.relic_slot}
    assert relics_in_play(game) == {slot: [False] for slot in slots}
    assert len(slots) == 3


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
    faces = {face.id for game in games for face in game.position.board.faces}
    assert "islet" in faces
    assert "s1a" in faces
    game = watched_game(variant, PLAYERS[:2], seed=3, board=["l1a", "islet"])
    assert game.over


def test_islands_that_need_more_markers_than_the_box_holds_are_refused(tmp_path: Path) -> None:
    """W-COMP-5: the islands that could be drawn together are named."""
    regions = "".join(
        f"  - {{id: peak-{at}, terrain: mountain, entry: true, adjacent: [peak-{(at + 1) % 9}, peak-{(at - 1) % 9}]}}\n"
        for at in range(9)
    )
    crags = f"name: Crags\nsize: small\nsheet: crags\nregions:\n{regions}"
    with pytest.raises(ContentError, match=r"the islands .*crags.* need more mountain markers \(\d+\) than the box"):
        smallworld.load_variant(str(own_edition(tmp_path, crags=crags)))
