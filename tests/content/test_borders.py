"""Borders that fit on no flat map, and borders that only one of two regions names."""

from __future__ import annotations

import shutil
from itertools import combinations, product
from pathlib import Path

import pytest
from running import ROOT, run

from corpus import BOARDS
from smallworld_editions.reading.reader import read_documents
from smallworld_editions.variants.plain_data import neighbours_of, regions_of
from tiers import one_in

HOUSES_AND_WELLS = list(product("abc", "xyz"))
FOUR_PLAYERS = ROOT / "variants/base/boards/base-4p.yaml"


def board(borders: list[tuple[str, str]], rim: str = "a") -> str:
    names = sorted({name for border in borders for name in border})
    lines = ["regions:"]
    for name in names:
        adjacent = [b if a == name else a for a, b in borders if name in (a, b)]
        edge = str(name in rim).lower()
        lines.append(f"- {{id: {name}, terrain: x, border: {edge}, adjacent: [{', '.join(adjacent)}]}}")
    return "\n".join(lines) + "\n"


def test_three_houses_and_three_wells() -> None:
    result = run("-", stdin=board([*HOUSES_AND_WELLS, ("a", "k"), ("k", "l")]))
    assert result.exit_code == 0
    assert "warning[non-planar]: the borders do not fit on a flat map: some would have to cross\n" in result.output
    remedy = result.output.split("without it the map is right: ")[1].split("\n")[0].split(", ")
    assert len(remedy) == 5
    for pair in remedy:
        fewer = [border for border in HOUSES_AND_WELLS if border != tuple(pair.split("–"))]
        assert len(fewer) == 8
        assert run("-", stdin=board(fewer)).output == "1 file checked: no problems\n"


def test_more_borders_than_a_flat_map_can_have() -> None:
    output = run("-", stdin=board(list(combinations("abcde", 2)))).output
    assert "non-planar]: 5 regions have 10 borders; 9 are the most" in output
    output = run("-", stdin=board(list(combinations("abcdefg", 2)))).output
    assert "= help: more than 5 borders are too many, among them " in output


def named_borders(path: Path) -> set[tuple[str, str]]:
    (document,) = read_documents(path)
    return {(name, other) for _, name, region in regions_of(document.data) for other in neighbours_of(region)}


def with_border(text: str, one: str, other: str) -> str:
    """Return a shipped board with a border more."""
    for name, new in ((one, other), (other, one)):
        place = text.index("adjacent: [", text.index(f"id: {name},")) + len("adjacent: [")
        text = f"{text[:place]}{new}, {text[place:]}"
    return text


@pytest.mark.parametrize(("one", "other"), [("r02", "r27"), ("r16", "r35"), ("r09", "r21")])
def test_the_wrong_border_of_a_large_board_is_named(one: str, other: str) -> None:
    output = run("-", stdin=with_border(FOUR_PLAYERS.read_text("utf-8"), one, other)).output
    assert "warning[non-planar]" in output
    assert f"is {one}–{other} a mistake? without it the map is right\n" in output


RING = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), *(("m", name) for name in "abcd")]


def test_a_ring_around_a_region_at_the_edge() -> None:
    assert run("-", stdin=board(RING, rim="abcd")).output == "1 file checked: no problems\n"
    output = run("-", stdin=board(RING, rim="abcdm")).output
    assert "borders enclose a region with border: true, so that it cannot reach the edge of the board" in output
    assert "is border: true of m a mistake? if not: is one of these a mistake?" in output
    island = "size: small\n" + board(RING, rim="abcdm").replace("border: true", "border: true, entry: true")
    assert "non-planar" not in run("-", stdin=island).output


def test_a_board_that_lists_every_border_once_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "one-way-borders.yaml"
    shutil.copy(BOARDS / path.name, path)
    once = named_borders(path)
    result = run(str(path))
    assert result.output.count("error[") == 1
    assert "this board lists every border only once" in result.output
    assert "error" not in run("--fix", str(path)).output
    assert named_borders(path) == once | {(other, name) for name, other in once}


def test_wrong_halves_are_not_completed(tmp_path: Path) -> None:
    path = tmp_path / "six-wrong-halves-4p.yaml"
    shutil.copy(BOARDS / path.name, path)
    output = run("--fix", str(path)).output
    assert path.read_bytes() == (BOARDS / path.name).read_bytes()
    assert output.count("error[one-sided-border]") == 6
    assert output.count("no flat map is possible") == 4
    assert output.count("then a region with border: true does not reach the edge of the board") == 2
    assert "non-planar" not in output


ASKED = {frozenset(("r07", "r08")), frozenset(("r07", "r14"))}
"""Without one of these, the regions around r07 leave room for other borders, so its second half is a question."""


@pytest.mark.parametrize("border", one_in(60, sorted(named_borders(FOUR_PLAYERS))), ids="-".join)
def test_a_missing_half_is_added_in_its_place(tmp_path: Path, border: tuple[str, str]) -> None:
    text = FOUR_PLAYERS.read_text("utf-8")
    name, other = border
    start = text.index(f"id: {name},")
    adjacent = text.index("adjacent: [", start)
    end = text.index("]", adjacent)
    names = text[adjacent:end].removeprefix("adjacent: [").split(", ")
    path = tmp_path / "board.yaml"
    names.remove(other)
    halved = f"{text[:adjacent]}adjacent: [{', '.join(names)}{text[end:]}"
    path.write_text(halved, "utf-8")
    output = run("--fix", str(path)).output
    assert path.read_text("utf-8") == (halved if set(border) in ASKED else text)
    assert (f"help: add {other} to the borders of {name}, or remove {name} here" in output) == (set(border) in ASKED)


def test_a_half_without_a_gap_is_a_question(tmp_path: Path) -> None:
    """Five regions around a lake without borders to it: any two of them might touch there."""
    ring = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "a")]
    spokes = [(a, a.upper()) for a in "abcdef"] + [
        ("A", "B"),
        ("B", "C"),
        ("C", "D"),
        ("D", "E"),
        ("E", "F"),
        ("F", "A"),
    ]
    text = board([*ring, *spokes], rim="ABCDEF").replace(
        "id: a, terrain: x, border: false, adjacent: [", "id: a, terrain: x, border: false, adjacent: [d, "
    )
    path = tmp_path / "board.yaml"
    path.write_text(text, "utf-8")
    assert "help: add a to the borders of d, or remove d here" in run("--fix", str(path)).output
    assert path.read_text("utf-8") == text


def test_a_list_that_goes_around_the_region_still_does(tmp_path: Path) -> None:
    text = board(RING, rim="abcd").replace("adjacent: [a, b, c, d]", "adjacent: [c, b, a, d]")
    assert "[c, b, a, d]" in text
    path = tmp_path / "board.yaml"
    path.write_text(text.replace("[c, b, a, d]", "[c, a, d]"), "utf-8")
    assert "no problems; 1 problem fixed" in run("--fix", str(path)).output
    assert path.read_text("utf-8") == text


TWINS = """\
regions:
  - {id: a, terrain: x, adjacent: [b, c]}
  - {id: b, terrain: x, adjacent: [a, d]}
  - {id: a, terrain: x, adjacent: [b]}
  - {id: e, terrain: x, adjacent: [f]}
"""


def test_a_repeated_id_hides_only_what_it_may_explain() -> None:
    output = run("-", stdin=TWINS).output
    assert "duplicate-id]: two regions are called 'a'" in output
    # No region of the id c borders the first a; d may be the second one.
    assert [line.split("'")[1] for line in output.splitlines() if "unknown-region]" in line] == ["c", "f"]
    assert "no-entry]: no land region is open to a first conquest" in output
