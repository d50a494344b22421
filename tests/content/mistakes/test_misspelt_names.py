"""A misspelt definition is one error, at the definition and not at each use."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld_validate.inputs import make_checker

VARIANT = """\
variant: x
name: X
extends: base
terrains:
  moor: {name: Moor, supply: 9}
symbols: [tower]
boards: {2: b}
"""
BOARD = """\
regions:
  - {id: a, terrain: moor, symbols: [tower], border: true, adjacent: [b, c]}
  - {id: b, terrain: moor, symbols: [tower], border: true, adjacent: [a, c]}
  - {id: c, terrain: moor, border: true, adjacent: [a, b]}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("  moor:", "  mooor:", "5:3 unknown-terrain nothing uses the terrain 'mooor', but 3 places use 'moor'"),
        ("[tower]", "[towre]", "6:11 unknown-symbol nothing uses the symbol 'towre', but 2 places use 'tower'"),
    ],
)
def test_misspelt_definition(tmp_path: Path, right: str, wrong: str, expected: str) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "b.yaml").write_text(BOARD, "utf-8")
    path = tmp_path / "variant.yaml"
    checker = make_checker("", (), ())
    problems = checker.check_bytes(VARIANT.replace(right, wrong).encode(), str(path), path)
    errors = [f"{p.range.line}:{p.range.column} {p.code} {p.message}" for p in problems if p.range and "did" in p.hint]
    assert errors == [expected]
    assert [p.code for p in checker.check_bytes(VARIANT.encode(), str(path), path) if p.code.startswith("unkn")] == []
