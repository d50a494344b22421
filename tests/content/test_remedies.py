"""Common mistakes of authors: one problem each, with a remedy that is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import run

POWER = "powers:\n  odd:\n    name: Odd\n    badge: 4\n    abilities:"

CASES = [
    (POWER + "\n      - flat_bonus:\n        coins: 2", "9:9", "indent it two more if it belongs to 'flat_bonus'"),
    (POWER + " -flat_discount", "7:16", "write a space after the '-' in a line of its own, or [flat_discount]"),
    (POWER + " [{flat_discount: {}, region_bonus: {}}]", "7:17", "make each key an item of its own"),
    ("races:\n  elks:\n    banner:5\n    supply: 9", "5:5", "write a space after 'banner:'"),
    ("plugins: {smallworld_base: 'latest'}", "3:28", "allowed: a version after a comparison, such as '>=0.1'"),
    ("races:\n  elks: {name: Elks, banner: five, supply: 10}", "4:30", "write it in digits"),
    ("races:\n  elks: {name: Elks, banner: -5, supply: 10}", "4:30", "write 0 or more"),
    ("races: []", "3:8", "write {}, or remove the key"),
    ("races:\n  elks: &e {name: *e}", "4:19", "write out what is meant"),
    (
        "races:\n  elks: &e {name: Elks, banner: 5, supply: 10}\n  elms:\n    <<: *e\n    bannr: 4",
        "7:5",
        "did you mean 'banner'?",
    ),
    ("remove: {race: [ratmen]}", "3:10", "did you mean 'races'?"),
    ("rounds: {two: 3}", "3:10", "allowed: a number of players from 1 to 12"),
]


@pytest.mark.parametrize(("text", "place", "remedy"), CASES)
def test_remedy(tmp_path: Path, text: str, place: str, remedy: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"variant: x\nextends: base\n{text}\n", "utf-8")
    out = run(str(path)).output
    assert f"x.yaml:{place}: error" in out and f"help: {remedy}\n" in out and "1 error" in out


def test_a_misspelt_key_of_a_refusal_is_one_mistake(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    steps = "steps:\n  - {refused: conquer r01, cod: immune}"
    path.write_text(f"scenario: a\nvariant: base\nplayers: [ann, bob]\n{steps}\n", "utf-8")
    out = run(str(path)).output
    assert "x.yaml:5:28: error[unknown-key]" in out and "did you mean 'code'?" in out and "1 error" in out
