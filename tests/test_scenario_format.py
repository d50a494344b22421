"""Scenarios mean what their text means: faces of relics, codes, positions that cannot be (formats 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smallworld.content.reading.reader import read_documents
from smallworld.scenarios.runner import Library, run_document

BASE = """\
scenario: x
variant: base
board: mini
players: [ann, bob]
given: GIVEN
steps:
  - STEP
"""
ISLANDS = BASE.replace("base", "warcraft").replace("mini", "[l1a, s1a]")
ORCS = "{ann: {active: {race: orcs, power: hill, regions: {a: 1}}}}"


def failure(tmp_path: Path, text: str, **parts: Any) -> str:
    """The failure of a scenario, empty if it passes."""
    for name, value in parts.items():
        text = text.replace(name.upper(), str(value))
    file = tmp_path / "x.scenario.yaml"
    file.write_text(text, "utf-8")
    (document,) = read_documents(file)
    return run_document(document, Library((Path(__file__).parent / "boards",)), file).failure


@pytest.mark.parametrize(
    ("relics", "expected", "passes"),
    [
        ("karazhan", "karazhan", True),
        ("{hidden: karazhan}", "{hidden: karazhan}", True),
        ("{hidden: karazhan}", "karazhan", False),
        ("karazhan", "{hidden: karazhan}", False),
        ("[karazhan, {hidden: dark_portal}]", "[{hidden: dark_portal}, karazhan]", True),
    ],
)
def test_expect_separates_relics_face_up_and_face_down(
    tmp_path: Path, relics: str, expected: str, passes: bool
) -> None:
    """W-RELIC-2."""
    message = failure(
        tmp_path, ISLANDS, given=f"{{relics: {{s1a-04: {relics}}}}}", step=f"expect: {{relics: {{s1a-04: {expected}}}}}"
    )
    assert (not message) is passes, message


def test_a_text_that_is_not_an_action_is_not_refused_with_a_code(tmp_path: Path) -> None:
    message = failure(tmp_path, BASE, given=ORCS, step="{refused: conquer zzz, code: immune}")
    assert "7:" in message and "'conquer zzz' is not an action" in message
    assert failure(tmp_path, BASE, given=ORCS, step="refused: conquer zzz") == ""


def test_a_text_that_is_not_an_action_is_not_legal_and_the_line_is_reported(tmp_path: Path) -> None:
    message = failure(tmp_path, BASE, given=ORCS, step="legal: [conquer zzz]")
    assert "x.scenario.yaml:7:" in message and "'conquer zzz' is not legal" in message


def test_an_impossible_die_is_reported_at_its_step(tmp_path: Path) -> None:
    """R-COMP-7."""
    orcs = "{ann: {active: {race: orcs, power: hill, regions: {a: 2}}}}"
    message = failure(tmp_path, BASE + "dice: [7]\n", given=orcs, step="conquer b by die")
    assert "x.scenario.yaml:7:" in message and "the die cannot show 7" in message


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("{ann: {decline: [{race: orcs, hand: 2, regions: {a: 1}}]}}", "only a race that acts has"),
        ("{ann: {decline: [{race: orcs, regions: {}}]}}", "declined orcs without a region are gone"),
        ("{memory: {power.diplomt.0.peace: 1}}", "did you mean 'power.diplomat.0.peace'?"),
    ],
)
def test_impossible_positions_are_refused_with_their_line(tmp_path: Path, position: str, expected: str) -> None:
    """R-DECL-1, R-DECL-6."""
    message = failure(tmp_path, BASE, given=position, step="expect: {}")
    assert "x.scenario.yaml:5:" in message and expected in message


def test_ghouls_may_have_tokens_in_hand_and_no_region(tmp_path: Path) -> None:
    """R-GHOUL-2."""
    position = "{ann: {decline: [{race: ghouls, hand: 2, regions: {}}]}}"
    assert failure(tmp_path, BASE, given=position, step="expect: {}") == ""
