"""Names and sentences follow the rules of language of this project; ``rules.py`` has the rules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def rules() -> ModuleType:
    """The checker, ``rules.py`` in this folder."""
    spec = importlib.util.spec_from_file_location("language_rules", Path(__file__).with_name("rules.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.full  # tox -e lint runs it on every change
def test_names_and_sentences_do_not_get_worse(rules: ModuleType) -> None:
    matches = rules.find_matches(rules.ROOT / name for name in rules.CHECKED)
    fresh = "\n".join(map(str, rules.new_matches(matches)))
    assert fresh == "", f"reword one sentence or name of each file (python tests/language/rules.py):\n{fresh}"


def test_a_new_match_is_marked_with_a_better_word(
    rules: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("The page says which.\n", "utf-8")
    assert rules.main([str(page)]) == 1
    assert f"new: {page}:1: say, tell: says; better: shows, lists, states, explains" in capsys.readouterr().out
    page.write_text("The page shows which.\n", "utf-8")
    assert rules.main([str(page)]) == 0


BAD = [
    ("page.md", "What the edition holds is listed here.\n", 1, "'What …' for a noun"),
    ("page.md", "The board.\n\nTokens that\nlie on a region.\n", 3, "lie, lay"),
    ("page.md", "| key | the schema says which |\n", 1, "say, tell"),
    ("page.md", "It stands in the header.\n", 1, "stand"),
    ("page.md", "A player may keep his coins.\n", 1, "he"),
    ("page.md", "He may keep coins.\n", 1, "he"),
    ("code.py", "# there is none\nregions = 1\n", 1, "is no"),
    ("code.py", 'sign = "#"  # the page tells which\n', 1, "say, tell"),
    ("code.py", '"""Regions, whoever owns them."""\n', 1, "archaic"),
    ("code.py", "def list_regions(at: int) -> int:\n    return at\n", 1, "vague name"),
    ("code.py", "class Turn:\n    def __init__(self) -> None:\n        self.left = 3\n", 3, "vague name"),
    ("code.py", "try:\n    pass\nexcept OSError as what:\n    pass\n", 3, "vague name"),
    ("promised.py", "regions = 1\n", 1, "vague name"),
    ("blocked.py", "regions = 1\n", 1, "vague name"),
    ("codes.yaml", "text: the file tells which\n", 1, "say, tell"),
]
GOOD = [
    ("page.md", "What is a ruling? A question that rulebooks leave open.\n"),
    ("page.md", "```sh\nwhoever tells\n```\nIt understands standard input, `stands_in_for` and stand-ins.\n"),
    ("page.md", "The race is no longer active.\n"),
    ("page.md", "Ratmen stand in for the race.\n"),
    ("code.py", "def draw(left: int, right: int) -> int:\n    return right - left\n"),
    ("code.py", 'CODE = "state.say(self, text)"\n'),
    ("code.py", 'KEY = "told"\n"""The key of a replay line."""\n'),
    ("scoring.py", "regions = 1\n"),
    ("seed.py", "regions = 1\n"),
    ("variant.yaml", "stands_in_for: ratmen\n"),
]


@pytest.mark.parametrize(("name", "text", "line", "rule"), BAD, ids=[f"{rule}: {name}" for name, _, _, rule in BAD])
def test_a_bad_text_is_listed(rules: ModuleType, tmp_path: Path, name: str, text: str, line: int, rule: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert [(match.line, match.rule) for match in rules.find_matches([tmp_path])] == [(line, rule)]


def test_tests_are_checked_but_no_broken_files(rules: ModuleType) -> None:
    files = {path.relative_to(rules.ROOT) for path in rules.list_files([rules.ROOT / "tests"])}
    assert Path("tests/rules/test_refusals.py") in files
    assert not {path for path in files if path.parts[1] in ("bad_files", "language")}


@pytest.mark.parametrize(("name", "text"), GOOD, ids=[name for name, _ in GOOD])
def test_a_good_text_is_not_listed(rules: ModuleType, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert rules.find_matches([path]) == []
