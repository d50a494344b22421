"""A board with borders that must cross gets a warning that names the borders."""

from __future__ import annotations

from itertools import product

import pytest
from running import run

from smallworld.content.variant_checks import adjacency


def board(borders: list[tuple[str, str]]) -> str:
    names = sorted({name for border in borders for name in border})
    lines = ["regions:"]
    for name in names:
        adjacent = [b if a == name else a for a, b in borders if name in (a, b)]
        lines.append(f"- {{id: {name}, terrain: x, border: true, adjacent: [{', '.join(adjacent)}]}}")
    return "\n".join(lines) + "\n"


HOUSES_AND_WELLS = list(product("abc", "xyz"))


def test_three_houses_and_three_wells() -> None:
    result = run("-", stdin=board([*HOUSES_AND_WELLS, ("a", "k"), ("k", "l")]))
    assert result.exit_code == 0
    assert "<stdin>:1:1: warning[non-planar]: some borders would have to cross, among a–x, a–y, a–z, " in result.output
    assert "k" not in result.output.split("among")[1].split("\n")[0]


def test_one_border_less_can_be_drawn() -> None:
    assert run("-", stdin=board(HOUSES_AND_WELLS[1:])).output == "1 file checked: no problems\n"


def test_without_the_graph_library_only_the_sure_bound_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjacency, "find_spec", lambda name: None)
    assert "non-planar" not in run("-", stdin=board(HOUSES_AND_WELLS)).output
    all_of_five = [(a, b) for a in "abcde" for b in "abcde" if a < b]
    assert "5 regions have 10 borders; 9 are the most" in run("-", stdin=board(all_of_five)).output
