"""``validate --fix`` mends what is certain, and leaves remarks and layout alone."""

from __future__ import annotations

import os
import random
import shutil
import stat
from functools import lru_cache
from pathlib import Path

import pytest
from running import BOARD, ROOT, run

from corpus import CODES
from smallworld_editions.problem import Edit, Problem, Range
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.plain_data import neighbours_of, regions_of
from smallworld_validate.inputs import compatible_edits
from smallworld_validate.text_edits.layout import fix_text
from smallworld_validate.variant_checks.board import check_board
from tiers import one_in


def test_fix_keeps_remarks(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, "utf-8")
    result = run("--fix", str(path))
    assert result.output == "1 file checked: no problems; 1 problem fixed\n"
    assert path.read_text("utf-8") == BOARD.replace("adjacent: [s]", "adjacent: [a, s]")
    assert run("--fix", str(path)).output == "1 file checked: no problems\n"


def test_fix_leaves_what_is_not_certain(tmp_path: Path) -> None:
    shutil.copy(CODES / "unknown-key.yaml", tmp_path / "board.yaml")
    assert run("--fix", str(tmp_path)).exit_code == 1
    assert (tmp_path / "board.yaml").read_bytes() == (CODES / "unknown-key.yaml").read_bytes()


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


def test_a_problem_is_fixed_with_all_its_edits_or_none() -> None:
    first, second = Edit(Range.at(1, 1, 3), "one"), Edit(Range.at(1, 2, 1), "x")
    problems = [
        Problem("order", "warning", "f", None, "", edits=edits)
        for edits in ((first,), (second, Edit(Range.at(3, 1), "y")), (first, Edit(Range.at(4, 1), "z")))
    ]
    assert compatible_edits(problems) == [first, Edit(Range.at(4, 1), "z")]


QUESTION = """\
regions:
- {id: a, terrain: x, border: true, adjacent: [b, d]}
- {id: b, terrain: x, adjacent: [a, c]}
- {id: c, terrain: x, adjacent: [b, a]}
- {id: d, terrain: x, adjacent: [a, c]}
"""


def test_a_border_that_may_be_confused_with_another_is_a_question(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(QUESTION, "utf-8")  # c names a where it should name d
    output = run("--fix", str(path)).output
    assert "help: is d meant, which borders c? if not, add c to the borders of a" in output
    assert path.read_text("utf-8") == QUESTION


@pytest.mark.parametrize("name", ["1", "null", "yes", "1e5"])
def test_fix_quotes_names_that_look_like_other_values(tmp_path: Path, name: str) -> None:
    path = tmp_path / "board.yaml"
    board = "regions:\n- {id: 'N', terrain: x, border: true, adjacent: [b]}\n- {id: b, terrain: x, adjacent: []}\n"
    path.write_text(board.replace("N", name), "utf-8")
    assert run("--fix", str(path)).exit_code == 0
    assert run(str(path)).output == "1 file checked: no problems\n"


def test_fix_leaves_lists_that_a_merge_shares(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    text = (
        "regions:\n- &a {id: a, terrain: x, border: true, adjacent: [c]}\n- {<<: *a, id: b}\n"
        "- {id: c, terrain: x, adjacent: [a, b, d]}\n- {id: d, terrain: x, adjacent: [b, c]}\n"
    )
    path.write_text(text, "utf-8")
    run("--fix", str(path))
    assert path.read_text("utf-8") == text


def test_fix_keeps_mode_and_links(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    target, link = tmp_path / "store" / "real.yaml", tmp_path / "board.yaml"
    target.write_text(BOARD, "utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    assert "1 problem fixed" in run("--fix", str(link)).output
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.read_text("utf-8") != BOARD
    assert [path.name for path in target.parent.iterdir()] == ["real.yaml"]


def test_fix_does_not_leave_the_folder(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "mine" / "variant.yaml").write_text("variant: x\nextends: ../other\n", "utf-8")
    other = tmp_path / "other" / "variant.yaml"
    other.write_text("variant: y\nextends: base\n", "utf-8")
    (tmp_path / "other" / "boards").mkdir()
    board = tmp_path / "other" / "boards" / "b.yaml"
    board.write_text(BOARD, "utf-8")
    (tmp_path / "mine" / "linked.yaml").symlink_to(board)
    assert "fixed" not in run("--fix", str(tmp_path / "mine")).output
    assert board.read_text("utf-8") == BOARD
    assert "fixed" in run("--fix", str(tmp_path)).output


def test_a_failed_write_leaves_the_file_and_fixes_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(BOARD, "utf-8")
    replace = os.replace

    def fail(source: str, target: str) -> None:
        if target.endswith("a.yaml"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail)
    result = run("--fix", str(tmp_path))
    assert result.exit_code == 1
    assert "a.yaml: error[not-written]: cannot write this file: no space left on device" in result.output
    assert (tmp_path / "a.yaml").read_text("utf-8") == BOARD
    assert "rounds: 10" in (tmp_path / "b.yaml").read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "b.yaml"]


BOARDS = sorted((ROOT / "variants").glob("*/boards/*.yaml")) + sorted((ROOT / "tests" / "boards").glob("*.yaml"))


@lru_cache(maxsize=4)
def board_of(text: str) -> Document:
    (document,), _ = read(text, "board.yaml")
    return document


def borders_of(text: str) -> set[tuple[str, str]]:
    document = board_of(text)
    return {(name, other) for _, name, region in regions_of(document.data) for other in neighbours_of(region)}


def fixed(text: str) -> str:
    """The text after all that ``--fix`` does for borders."""
    for _ in range(10):
        edits = compatible_edits(check_board(board_of(text)))
        if not edits:
            break
        text = fix_text(text, edits)
    return text


def mutate(text: str, rng: random.Random, how: str) -> str:
    """Drop a name from the borders of a region, or put another region in its place."""
    document = board_of(text)
    rows = regions_of(document.data)
    index, name, region = rng.choice([row for row in rows if len(neighbours_of(row[2])) > 1])
    names = neighbours_of(region)
    position = rng.randrange(len(names))
    strangers = [other for _, other, _ in rows if other not in (name, *names)]
    changed = [
        *names[:position],
        *([rng.choice(strangers)] if how == "replace" and strangers else []),
        *names[position + 1 :],
    ]
    return fix_text(text, [Edit(document.value(("regions", index, "adjacent")), f"[{', '.join(changed)}]")])


@pytest.mark.parametrize("how", ["drop", "replace"])
@pytest.mark.parametrize("path", one_in(3, BOARDS), ids=lambda path: path.stem)
@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.full)])
def test_fix_never_makes_another_map(path: Path, how: str, times: int) -> None:
    rng = random.Random(path.stem + how)
    original = path.read_text("utf-8")
    borders = borders_of(original)
    for _ in range(times):
        mutated = mutate(original, rng, how)
        after = fixed(mutated)
        assert borders_of(after) - borders_of(mutated) <= borders, "a border that the original has not"
        if how == "drop":
            assert borders_of(after) == borders or after == mutated, "neither mended nor asked"
        assert fixed(after) == after
        assert [line.partition("#")[2] for line in after.split("\n")] == [
            line.partition("#")[2] for line in mutated.split("\n")
        ]
