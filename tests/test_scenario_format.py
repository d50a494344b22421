"""What scenarios say means what it says: faces of relics, codes, positions that cannot be (formats 3)."""

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
    ("given", "expected", "passes"),
    [
        ("karazhan", "karazhan", True),
        ("{hidden: karazhan}", "{hidden: karazhan}", True),
        ("{hidden: karazhan}", "karazhan", False),
        ("karazhan", "{hidden: karazhan}", False),
        ("[karazhan, {hidden: dark_portal}]", "[{hidden: dark_portal}, karazhan]", True),
    ],
)
def test_expect_tells_relics_face_up_from_relics_face_down(
    tmp_path: Path, given: str, expected: str, passes: bool
) -> None:
    """W-RELIC-2."""
    found = failure(
        tmp_path, ISLANDS, given=f"{{relics: {{s1a-04: {given}}}}}", step=f"expect: {{relics: {{s1a-04: {expected}}}}}"
    )
    assert (not found) is passes, found


def test_words_that_are_no_action_are_not_refused_with_a_code(tmp_path: Path) -> None:
    found = failure(tmp_path, BASE, given=ORCS, step="{refused: conquer zzz, code: immune}")
    assert "7:" in found and "'conquer zzz' is not an action" in found
    assert failure(tmp_path, BASE, given=ORCS, step="refused: conquer zzz") == ""


def test_words_that_are_no_action_are_not_legal_and_the_place_is_told(tmp_path: Path) -> None:
    found = failure(tmp_path, BASE, given=ORCS, step="legal: [conquer zzz]")
    assert "x.scenario.yaml:7:" in found and "'conquer zzz' is not legal" in found


def test_a_die_that_cannot_be_tells_the_step(tmp_path: Path) -> None:
    """R-COMP-7."""
    orcs = "{ann: {active: {race: orcs, power: hill, regions: {a: 2}}}}"
    found = failure(tmp_path, BASE + "dice: [7]\n", given=orcs, step="conquer b by die")
    assert "x.scenario.yaml:7:" in found and "the die cannot show 7" in found


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{ann: {decline: [{race: orcs, hand: 2, regions: {a: 1}}]}}", "only a race that acts has"),
        ("{ann: {decline: [{race: orcs, regions: {}}]}}", "declined orcs without a region are gone"),
        ("{memory: {power.diplomt.0.peace: 1}}", "did you mean 'power.diplomat.0.peace'?"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_their_place(tmp_path: Path, given: str, told: str) -> None:
    """R-DECL-1, R-DECL-6."""
    found = failure(tmp_path, BASE, given=given, step="expect: {}")
    assert "x.scenario.yaml:5:" in found and told in found


def test_ghouls_may_have_tokens_in_hand_and_no_region(tmp_path: Path) -> None:
    """R-GHOUL-2."""
    given = "{ann: {decline: [{race: ghouls, hand: 2, regions: {}}]}}"
    assert failure(tmp_path, BASE, given=given, step="expect: {}") == ""
