"""Explanations of codes: each bad example has exactly its code, each good example has no problem."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

import pytest
from test_bad_files import ELSEWHERE, FILES, check

from corpus import CODES
from smallworld.errors import UnknownName
from smallworld_validate.reports import explain, explanations

FRAMES = {path.stem: path for path in FILES}
FEW = {"too-few-combos"}
"""The code of small variants; its example is about something else."""


CAUSES = {"too-many-problems": {"duplicate-key"}}
"""The code of a file with many mistakes comes after these mistakes."""


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all bad files; a test restores the file that it changes."""
    return Path(shutil.copytree(CODES, tmp_path_factory.mktemp("codes") / "bad"))


@pytest.fixture
def folder(bad_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bad_files)


def codes_in(text: str, path: Path) -> set[str]:
    before = path.read_bytes()
    path.write_text(text, "utf-8")
    try:
        return {problem.code for problem in check(path)}
    finally:
        path.write_bytes(before)


def indentation_in(text: str, lines: str) -> str:
    """The indentation that the lines of an example have in a file."""
    return next(indent for indent in ("", "  ") if textwrap.indent(lines, indent).lstrip() in text)


@pytest.mark.parametrize("code", [code for code in explanations() if code not in ELSEWHERE])
@pytest.mark.usefixtures("folder")
def test_examples(code: str) -> None:
    explanation = explain(code)
    path = Path(FRAMES[code].name).absolute()
    text = path.read_text("utf-8")
    indent = indentation_in(text, explanation.bad)
    bad, good = (textwrap.indent(lines, indent).lstrip() for lines in (explanation.bad, explanation.good))
    bad_codes = codes_in(text, path)
    assert bad_codes | FEW == {code} | FEW | CAUSES.get(code, set())
    assert code in bad_codes
    assert codes_in(text.replace(bad, good), path) <= FEW - {code}


def test_a_code_without_a_small_file_has_no_example() -> None:
    assert {code: (explain(code).bad, explain(code).good) for code in ELSEWHERE} == dict.fromkeys(ELSEWHERE, ("", ""))


def test_every_code_is_explained() -> None:
    texts = {code: str(explain(code)) for code in explanations()}
    assert [code for code, text in texts.items() if not text.startswith(f"{code}: ") or len(text) <= 60] == []


def test_unknown_code_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'one-sided-border'"):
        explain("one-sided-boarder")
