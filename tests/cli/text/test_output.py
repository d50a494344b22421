"""Long lines at a terminal are broken between words."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import PROMPT, Terminal

from smallworld_cli.console import break_line


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        ("  ann: conquer r02; farmland, 2 tokens", ["  ann: conquer r02; farmland,", "    2 tokens"]),
        ("  undo    take back your last action", ["  undo    take back your last", "          action"]),
        ("see /a/very/long/path/to/some/other-file.jsonl", ["see", "  /a/very/long/path/to/some/other-file.jsonl"]),
    ],
)
def test_lines_are_broken_between_words(line: str, lines: list[str]) -> None:
    assert break_line(line, 30) == lines


@pytest.mark.parametrize("columns", [60, 80])
def test_what_is_printed_at_the_prompt_fits_the_window(columns: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "5", "--player", "you", columns=columns)
    said = terminal.until(PROMPT)
    for line in ("help", "why conquer r01, r02", "xyzzy", "1", "why conquer r06", "conquer r02, conquer r01", "log"):
        said += terminal.say(line)
    terminal.child.close(force=True)
    assert [line for line in said.splitlines() if len(line) > columns and "/" not in line] == []
