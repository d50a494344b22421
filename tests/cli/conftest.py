"""Running the program as a person would, within the process."""

from __future__ import annotations

import io

import pytest
from terminal import Run

from smallworld_cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("play", "--seed", "5", lines="pick 1\\n")`` → exit status and everything printed."""

    def program(*arguments: str, lines: str = "") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = 0
        try:
            main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        output = capsys.readouterr()
        return code, output.out + output.err

    return program
