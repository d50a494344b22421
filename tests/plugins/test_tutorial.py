"""The tutorial for authors, done step by step as a reader does it: files written, commands called, output compared."""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "authors.md"
BLOCK = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)

pytest_plugins = ["pytester"]


def blocks() -> Iterator[tuple[str, str, str]]:
    """(kind, file, text) of every block of the page, in order."""
    for found in BLOCK.finditer(PAGE.read_text("utf-8")):
        yield found["kind"], found["file"] or "", found["text"]


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """(command, expected output) of a console block."""
    for part in re.split(r"(?m)^\$ ", text)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def pattern(output: str) -> re.Pattern[str]:
    """``...`` alone on a line stands for any lines, within a line for anything; columns may be wider."""
    lines = [r"(?:.*\n)*?" if line == "..." else _line(line) + r"\n" for line in output.splitlines()]
    return re.compile("".join(lines) + r"\Z")


def _line(line: str) -> str:
    return re.sub(r"(\\ )+", " +", re.escape(line)).replace(r"\.\.\.", ".*")


def test_the_tutorial_works_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, file, text in blocks():
        if file:
            (tmp_path / file).write_text(text, "utf-8")
        for command, output in sessions(text) if kind == "console" else ():
            program, *arguments = shlex.split(command)
            assert program == "smallworld"
            with contextlib.suppress(SystemExit):
                main(arguments)
            said = capsys.readouterr()
            assert pattern(output).match(said.err + said.out), f"$ {command}\n{said.err}{said.out}"
            commands += 1
    assert commands >= 12


def test_the_test_of_the_tutorial_passes(pytester: pytest.Pytester) -> None:
    (code,) = [text for kind, file, text in blocks() if kind == "python" and not file]
    pytester.makepyfile(code)
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_the_table_of_fixtures_is_whole() -> None:
    from smallworld.testing import pytest_plugin

    fixtures = {
        name
        for name, value in vars(pytest_plugin).items()
        if type(value).__name__ == "FixtureFunctionDefinition" and not name.startswith("_")
    }
    assert fixtures
    told = set(re.findall(r"(?m)^\| `(\w+)` \|", PAGE.read_text("utf-8")))
    assert fixtures <= told


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", PAGE.read_text("utf-8"))
    assert links
    assert not [link for link in links if not (PAGE.parent / link).exists()]
