"""The output of ``validate`` for a few broken files, in each language.

With the environment variable UPDATE_EXPECTED=1 the texts are written again, e.g. after a translation; read the diff.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from corpus import CODES
from languages.codes import FINISHED
from smallworld.languages import in_language
from smallworld_cli import cli

FOLDER = Path(__file__).parent / "validate"
FILES = [
    "ability-parameter.yaml", "after-result.jsonl", "bad-length.yaml", "missing-key.yaml", "one-sided-border.yaml",
    "out-of-range.yaml", "supply-too-small.yaml", "too-few-combos.yaml", "unknown-race.yaml",
    "wrong-type.yaml", "yaml-syntax.yaml",
]  # fmt: skip
"""Broken files with plurals, lists, types, names and related places."""


def output_in(language: str, *options: str) -> str:
    with in_language(language):
        return CliRunner().invoke(cli, ["validate", *options, *FILES], prog_name="smallworld").output


@pytest.fixture(autouse=True)
def _in_folder_of_bad_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CODES)


@pytest.mark.parametrize("language", ["en", *(pytest.param(code, marks=pytest.mark.release) for code in FINISHED)])
def test_output_in_each_language(language: str) -> None:
    output, expected = output_in(language), FOLDER / f"{language}.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(output, "utf-8")
    assert output == expected.read_text("utf-8"), "after a translation: UPDATE_EXPECTED=1 pytest " + __file__


def test_every_language_has_an_expected_output() -> None:
    assert {"en", *FINISHED} <= {path.stem for path in FOLDER.iterdir()}, "UPDATE_EXPECTED=1 pytest " + __file__


@pytest.mark.parametrize("options", [["--json"], ["--format", "sarif"]], ids=["json", "sarif"])
def test_output_for_programs_is_english(options: list[str]) -> None:
    english = json.loads(output_in("en", *options))
    assert json.loads(output_in("cs", *options)) == english
