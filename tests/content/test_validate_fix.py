"""``validate --fix`` mends what is certain, and leaves remarks and layout alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from running import BAD, BOARD, run

from smallworld.content.fixing import fix_text
from smallworld.content.problem import Edit, Range


def test_fix_keeps_remarks(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, "utf-8")
    result = run("--fix", str(path))
    assert result.output == "1 file checked: no problems; 4 problems fixed\n"
    assert path.read_text("utf-8") == (
        BOARD.replace("turns", "rounds")
        .replace("touches_border", "border")
        .replace("lost_tribe: true", "natives: 1")
        .replace("adjacent: [s]", "adjacent: [s, a]")
    )
    assert run("--fix", str(path)).output == "1 file checked: no problems\n"


def test_fix_leaves_what_is_not_certain(tmp_path: Path) -> None:
    shutil.copy(BAD / "unknown-key.yaml", tmp_path / "board.yaml")
    assert run("--fix", str(tmp_path)).exit_code == 1
    assert (tmp_path / "board.yaml").read_bytes() == (BAD / "unknown-key.yaml").read_bytes()


def test_edits_are_done_once_and_do_not_overlap() -> None:
    edit = Edit(Range.at(2, 1, 3), "two")
    assert fix_text("one\nxxx\r\nthree", [edit, edit, Edit(Range.at(2, 2), "!")]) == "one\ntwo\r\nthree"


BORDERS = {
    "in order": ("[a, c]", "[a, b, c]"),
    "out of order": ("[c, a]", "[c, a, b]"),
    "empty": ("[]", "[a, b, c]"),
    "over lines": ("[a, # first\n   c] # last", "[a, # first\n   b, c] # last"),
    "lines": ("\n    - a # one\n    - c # two", "\n    - a # one\n    - b\n    - c # two"),
    "lines at the end": ("\n    - a\n    - b # two", "\n    - a\n    - b # two\n    - c"),
}


@pytest.mark.parametrize("how", BORDERS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_fix_adds_the_missing_half_of_borders(tmp_path: Path, how: str, newline: str) -> None:
    board = (
        "regions:\n- {id: a, terrain: x, border: true, adjacent: [d]}\n- {id: b, terrain: x, adjacent: [d]}\n"
        "- {id: c, terrain: x, adjacent: [d]}\n- id: d\n  terrain: x\n  adjacent: BORDERS\n"
    ).replace("\n", newline)
    before, after = (text.replace("\n", newline) for text in BORDERS[how])
    path = tmp_path / "board.yaml"
    path.write_bytes(board.replace("BORDERS", before).encode())
    assert "error" not in run("--fix", str(path)).output
    assert path.read_bytes().decode() == board.replace("BORDERS", after)


def test_fix_leaves_lists_that_others_share(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    text = (
        "regions:\n- {id: a, terrain: x, border: true, adjacent: &all [c]}\n- {id: b, terrain: x, adjacent: *all}\n"
        "- {id: c, terrain: x, adjacent: [a, b, d]}\n- {id: d, terrain: x, adjacent: [b, c]}\n"
    )
    path.write_text(text, "utf-8")
    assert "'b' does not border 'd'" in run("--fix", str(path)).output
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rounds: {3: 10, 2: 9} # r", "rounds: {2: 9, 3: 10} # r"),
        ("rounds:\n  4: 9   # four\n\n  2: 10\n  3: 8 # three", "rounds:\n  2: 10\n\n  3: 8 # three\n  4: 9   # four"),
    ],
)
def test_fix_sorts_numbers_of_players(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text(f"variant: x\nextends: base\n{before}\n", "utf-8")
    assert "problem fixed" in run("--fix", str(path)).output
    assert path.read_text("utf-8") == f"variant: x\nextends: base\n{after}\n"
