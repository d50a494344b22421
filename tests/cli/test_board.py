"""``smallworld board show`` and ``smallworld replay --html``, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import Run

import smallworld

BOARDS = Path(__file__).parents[1] / "boards"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of four actions."""
    game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=5)
    game.apply("pick 1")
    for _ in range(3):
        game.apply(game.legal_actions()[0])
    file = tmp_path / "game.jsonl"
    file.write_text(game.dumps(), encoding="utf-8")
    return file


def test_a_board_is_printed(run: Run) -> None:
    code, text = run("board", "show", "s1a")
    assert code == 0
    assert "┌──" in text and "\x1b" not in text
    assert all(f"s1a-0{number}" in text for number in range(1, 8))


def test_all_boards_are_listed(run: Run) -> None:
    code, text = run("board", "list")
    assert code == 0
    assert "base-2p      Base game, 2 players: 23 regions, base\n" in text
    boards = {face for name in ("base", "warcraft") for face in smallworld.load_variant(name).board_files}
    assert [line.split()[0] for line in text.splitlines()] == sorted(boards)
    rows = json.loads(run("board", "list", "--json")[1])
    assert rows[0]["variants"] == ["base"] and [row["board"] for row in rows] == sorted(boards)


def test_the_board_for_tests_is_known_by_its_name(run: Run) -> None:
    code, text = run("board", "show", "tiny")
    assert code == 0
    assert all(name in text for name in ("sea", "beach", "wood", "peak", "marsh", "mead", "tarn", "knoll"))


def test_islands_a_file_and_a_game_are_drawn(run: Run, tmp_path: Path, record: Path) -> None:
    out = tmp_path / "out.svg"
    for arguments, region in (
        (("s1a", "s2b"), "s2b-01"),
        ((str(BOARDS / "mini.yaml"),), "a"),
        (("--game", str(record)), "r01"),
    ):
        assert run("board", "show", *arguments, "--svg", str(out)) == (0, f"written: {out}\n")
        assert f'data-region="{region}"' in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bas-3p",), "error: unknown board 'bas-3p'; did you mean 'base-3p'?"),
        (("zzz",), "error: unknown board 'zzz'; there are 17, for example base-2p, base-3p, base-4p\n"),
        (("nowhere.yaml",), "error: the file 'nowhere.yaml' does not exist; name a board file or one of base-2p, "),
        (("s1a", "s1a"), "error: board 's1a' is named twice; name each once"),
        (("s1a", "--svg", "no/such/folder/x.svg"), "error: no/such/folder/x.svg: cannot write this file: no such file"),
        (("--game", "nowhere.jsonl"), "error: --game 'nowhere.jsonl': this file does not exist; name a game that was"),
        (("s1a", "--variant", "bose"), "did you mean 'base'?"),
        ((), "name a board (e.g. base-3p or my-board.yaml) or give --game FILE, and not both"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_arguments_get_one_sentence(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, text = run("board", "show", *arguments)
    assert code == 2
    assert message in text
    assert "Traceback" not in text


def test_a_broken_board_file_is_wrong_not_the_usage(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text((BOARDS / "mini.yaml").read_text("utf-8").replace("terrain: hill", "terain: hill", 1), "utf-8")
    code, text = run("board", "show", str(file))
    assert code == 1
    assert "terain" in text


def test_a_corrupt_game_is_wrong(run: Run, record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace('"pick 1"', '"pick 9"'), "utf-8")
    code, text = run("board", "show", "--game", str(record))
    assert code == 1
    assert text.startswith("error: ")


def test_a_page_is_written_and_an_unwritable_place_is_named(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert run("replay", str(record), "--html", str(out)) == (0, f"written: {out}\n")
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    nowhere = tmp_path / "missing" / "game.html"
    code, text = run("replay", str(record), "--html", str(nowhere))
    assert code == 2
    assert text == f"error: {nowhere}: cannot write this file: no such file or directory\n"


def test_a_window_too_narrow_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    code, text = run("board", "show", "s1a")
    assert code == 0 and "s1a-01: " in text
    assert "a list instead of a map: the board needs 60 columns, but the window has 40; make it wider\n" in text
