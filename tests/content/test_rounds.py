"""How many rounds a game has: those of an edition, of its boards, and of an edition that extends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import smallworld
from smallworld.model.variant_folder import shipped_folder
from smallworld_authors.commands.variant import command
from smallworld_editions.load import embedded_variant

SHORT = "variant: short\nname: Short\nextends: base\nrounds: {2: 6}\n"


def rounds(path: Path, players: int = 2) -> int:
    edition = smallworld.load_variant(str(path))
    return smallworld.new_game(edition, [f"p{seat}" for seat in range(players)], seed=1).rounds


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.yaml"
    path.write_text(SHORT, "utf-8")
    return path


def test_rounds_of_an_edition_count_before_those_of_a_board_that_it_inherits(short: Path) -> None:
    assert (rounds(short), rounds(short, 3)) == (6, 10)
    assert "2 players  base-2p, 6 rounds" in CliRunner().invoke(command, ["show", str(short)]).output
    content = json.loads(json.dumps(smallworld.load_variant(str(short)).content))
    assert smallworld.new_game(embedded_variant(content), ["ann", "bob"], seed=1).rounds == 6


def test_rounds_of_a_middle_edition_hold(short: Path) -> None:
    path = short.parent / "later.yaml"
    path.write_text("variant: later\nname: Later\nextends: [base, short.yaml]\nrounds: {3: 4}\n", "utf-8")
    assert (rounds(path), rounds(path, 3), rounds(path, 4)) == (6, 4, 9)


def test_a_board_of_the_edition_itself_decides(short: Path) -> None:
    board = shipped_folder() / "base" / "boards" / "base-2p.yaml"
    folder = short.parent / "own"
    (folder / "boards").mkdir(parents=True)
    (folder / "variant.yaml").write_text(SHORT + "boards: {2: vale}\n", "utf-8")
    (folder / "boards" / "vale.yaml").write_text(board.read_text("utf-8").replace("rounds: 10", "rounds: 7"), "utf-8")
    assert rounds(folder) == 7
    assert "2 players  vale, 7 rounds" in CliRunner().invoke(command, ["show", str(folder)]).output
