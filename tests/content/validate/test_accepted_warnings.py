"""``# accept CODE: reason``: warnings that an author accepts in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import run

HEAD = "variant: big\nextends: base\nraces:\n"


def problems(folder: Path, text: str) -> list[str]:
    path = folder / "big.yaml"
    path.write_text(HEAD + text, "utf-8")
    result = run("--strict", str(path))
    return [line.partition(": ")[2] for line in result.output.splitlines() if line.startswith(str(path))]


def orcs(comment: str, above: str = "", banner: int = 11) -> str:
    return f"{above}  orcs: {{name: Orcs, banner: {banner}, supply: 20}}{comment}\n"


ADVICE = "warning[advice]: 'orcs' brings 11 tokens; the rulebook advises at most 10 for a race of your own"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (orcs(""), [ADVICE]),
        (orcs("  # accept advice: as printed on the banner"), []),
        (orcs("", "  # accept advice: as printed on the banner\n"), []),
        (orcs("", "  # accept advice: as printed\n  # another remark\n\n"), []),
        (orcs("  # accept advice"), [ADVICE, "warning[accept]: an exception needs a reason"]),
        (orcs("  # accept advise: as printed"), [ADVICE, "warning[accept]: no problem has the code 'advise'"]),
        (orcs("  # accept advice: as printed", banner=9),
         ["warning[accept]: there is nothing to accept here: no warning has the code 'advice'"]),
        (orcs("  # accept supply-too-small: as printed", banner=19),
         ["warning[advice]: 'orcs' brings 19 tokens; the rulebook advises at most 10 for a race of your own",
          "error[supply-too-small]: orcs have 20 tokens, but need 24: banner 19 and badge 5 of 'bivouacking'",
          "warning[accept]: an error cannot be accepted"]),
        ("  orcs: {name: 'A # accept advice: no comment', banner: 9, supply: 20}\n", []),
        ("  orcs:\n    name: Orcs\n    banner: 9\n    supply: 20\n    text: |\n      A # accept advice: text\n", []),
    ],
)  # fmt: skip
def test_a_warning_is_accepted_with_a_reason(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert problems(tmp_path, text) == expected


def test_an_exception_in_the_board_of_a_variant(tmp_path: Path) -> None:
    """Boards are checked with their variant and on their own."""
    (tmp_path / "boards").mkdir()
    board = """regions:
  - {id: a, terrain: field, border: true, adjacent: [b, c, d, e]}
  - {id: b, terrain: field, adjacent: [a, c, d, e]}
  - {id: c, terrain: field, adjacent: [a, b, d, e]}
  - {id: d, terrain: field, adjacent: [a, b, c, e]}
  - {id: e, terrain: field, adjacent: [a, b, c, d]}
"""
    path = tmp_path / "boards" / "star.yaml"
    path.write_text(board, "utf-8")
    before = run("--strict", str(path)).output
    assert "warning[non-planar]" in before
    line = int(before.partition("star.yaml:")[2].partition(":")[0])
    lines = board.splitlines()
    lines[line - 1] += "  # accept non-planar: it is played on a ball"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert run("--strict", str(path)).exit_code == 0
