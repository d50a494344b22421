"""Every command of the README and of the tutorials runs, in their order, in an empty folder."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from smallworld_cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md")), ROOT / "docs" / "one_screen.md",
         ROOT / "docs" / "islands_wanted.md"]  # fmt: skip
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
SMALLER = {"1000": "3", "ann=hard": "ann=random", "bob=easy": "bob=random", "cid=mcts": "cid=random"}
"""Words that would take minutes → words of the same kind."""
ELSEWHERE = {("serve",), ("studio",), ("validate", "vale"), ("play", "vale"), ("balance", "amazons"), ("completion",)}
"""Commands with tests of their own: servers that do not end, a draft of the studio, a simulation, words for a shell."""


def commands(page: Path) -> Iterator[list[str]]:
    """The words after the name of the program, for each command of a page."""
    for block in BLOCK.findall(page.read_text("utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.partition(" #")[0].split("&&"):
                texts = shlex.split(part)
                if texts[:1] == ["smallworld"]:
                    yield [SMALLER.get(word, word) for word in texts[1:]]


def is_tested_here(texts: list[str]) -> bool:
    return not any(tuple(texts[: len(other)]) == other for other in ELSEWHERE)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "variants").symlink_to(ROOT / "variants")
    failed = []
    for texts in filter(is_tested_here, commands(page)):
        if texts[0] in ("simulate", "report") and find_spec("dask") is None:
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        code = 0
        try:
            main(texts)
        except SystemExit as stop:
            code = int(stop.code or 0)
        output = capsys.readouterr()
        if code:
            failed.append(f"{' '.join(texts)}: {output.err or output.out}")
    assert failed == []


def test_the_pages_have_commands() -> None:
    assert sum(is_tested_here(texts) for page in PAGES for texts in commands(page)) > 20
