"""A whole board among the islands of an edition: the board of another edition as ground under own islands."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import run

from smallworld import Game, load_variant, new_game

VARIANT = "variant: sky-over-base\nname: Sky\nextends: base\nboards: {2: DRAW}\n"
SKY = """\
name: Sky
size: sky
players: [2]
provenance: fan
landing: false
regions:
  - {id: cloud, terrain: hill, symbols: [cavern], center: [20, 50], adjacent: [star]}
  - {id: star, terrain: mountain, center: [70, 50], adjacent: [cloud]}
"""


def edition(folder: Path, draw: str, sky: str = SKY) -> Path:
    (folder / "boards").mkdir()
    (folder / "boards" / "sky.yaml").write_text(sky, "utf-8")
    (folder / "variant.yaml").write_text(VARIANT.replace("DRAW", draw), "utf-8")
    return folder / "variant.yaml"


def test_the_board_of_the_game_is_the_ground_under_an_own_island(tmp_path: Path) -> None:
    variant = load_variant(str(edition(tmp_path, "[base-2p, sky]")))
    game = new_game(variant, ["ann", "bob"], seed=1)
    assert [face.id for face in game.state.board.faces] == ["base-2p", "sky"]
    assert game.state.board.entry >> game.state.board.index["cloud"] == 0
    assert Game.loads(game.dumps()) == game


@pytest.mark.parametrize(
    ("draw", "sky", "message"),
    [
        ("[base-2p, sky]", SKY, "no problems"),
        ("[base-2, sky]", SKY, "2 players need 1 island of size 'base-2'"),
        ("[base-2, sky]", SKY, "did you mean 'base-2p'?"),
        ("[base-2p]", SKY, "write base-2p without brackets"),
        ("[base-2p, base-2p]", SKY, "2 players need 2 islands of size 'base-2p'"),
        ("[base-2p, sky]", SKY.replace("star", "r01"), "the boards base-2p and sky both have a region 'r01'"),
    ],
)
def test_a_draw_with_a_board_is_checked(tmp_path: Path, draw: str, sky: str, message: str) -> None:
    assert message in run(str(edition(tmp_path, draw, sky))).stdout
