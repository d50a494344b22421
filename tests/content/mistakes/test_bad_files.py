"""One minimal bad file for each code: ``CODE.yaml``, and ``CODE.txt`` with the report.

With the environment variable UPDATE_EXPECTED=1 the texts are written again; read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corpus import CODES
from smallworld_editions.problem import Problem
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.reports import explanations, text_report

FILES = sorted(path for path in CODES.iterdir() if path.suffix in (".yaml", ".jsonl"))
AGAINST_TINY = ("unknown-terrain", "unknown-symbol")

ELSEWHERE = {
    "plugin-finding": "test_package_hooks",
    "no-file": "test_hardness",
    "not-written": "test_validate_fix",
    "program-fault": "test_hostile_files",
    "encoding": "test_hardness",
    "too-large": "test_hardness",
    "too-deep": "test_hardness",
    "long-text": "test_hardness",
    "too-many-aliases": "test_hardness",
    "bad-form": "test_schema_errors",
    "position": "test_validate_command",
    "file-name": "test_starts",
    "no-start": "test_starts",
    "damaged-line": "test_replay_files",
    "unplayable-record": "test_played_records",
}
"""Codes without a small file, with the module that tests them."""


def check(path: Path) -> list[Problem]:
    against = str(CODES / "tiny") if path.stem in AGAINST_TINY else ""
    return FileChecker(CheckSettings(against=against)).check_file(path.relative_to(Path.cwd()))


@pytest.fixture(autouse=True)
def in_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CODES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file(path: Path) -> None:
    problems = check(path)
    assert path.stem in {problem.code for problem in problems}
    said = text_report(problems, lambda name: Path(name).read_text("utf-8").splitlines()) + "\n"
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(said, "utf-8")
    assert said == expected.read_text("utf-8")


def test_every_code_has_a_bad_file() -> None:
    assert {path.stem for path in FILES} | set(ELSEWHERE) == set(explanations())


def test_good_neighbours_have_no_problems() -> None:
    assert check(CODES / "tiny" / "variant.yaml") == []
    assert check(CODES / "boards" / "tiny.yaml") == []
