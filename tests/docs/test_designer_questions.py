"""The answers to the questions of designers run as the page has them, with fewer games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from smallworld_cli import main

pytest.importorskip("pyarrow")

PAGE = (Path(__file__).parents[2] / "docs" / "questions.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(python|sh|text)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
QUICK = ("--player", "random")
GNOMES = """\
variant: gnomes
name: Base game with gnomes
extends: base
races:
  gnomes: {{name: Gnomes, banner: {banner}, supply: {supply}, abilities: [{{terrain_bonus: {{terrain: hill}}}}]}}
"""


FORMS = (
    r"^amazons: holders win \S+ \(\S+ to \S+\) points against even",
    r"^\w+: \d+% of \d+ games, \S+$",
    r"^powers.wealthy.coins +name +picked .*(?s:.*)^\d+ games of each value",
    r"first of 3: \S+ %\s\(\S+ to \S+\)\s\(even\s33.3",
    r"^\S+ points, clear: \w+\n\S+ coins, clear: \w+$",
    r"^\S+ times a game; at least once in \d+% of games$",
)
"""The form of each answer."""


def quick(command: list[str]) -> list[str]:
    """The words of a command with random bots and few games."""
    text = " ".join(command).replace("--games 300", "--games 10").replace("±4", "±11")
    extra = ("--most", "20") if command[1] == "balance" else ()
    return [*text.split()[1:], *(QUICK if command[1] != "report" else ()), *extra]


def run(kind: str, text: str, names: dict[str, Any]) -> None:
    """Run a block of the page with few games."""
    if kind == "sh":
        for line in text.splitlines():
            main(quick(shlex.split(line)))
        return
    code = text.replace("games=600", "bots='random', games=8").replace('"greedy"', '"random"')
    exec(compile(code.replace('"games": 400', '"games": 8'), "questions.md", "exec"), names)


def test_every_question_has_an_answer_of_at_most_ten_lines() -> None:
    assert PAGE.count("\n## ") == len(FORMS) == 6
    assert max(text.count("\n") for kind, text in BLOCKS if kind != "text") <= 10


@pytest.mark.full  # the commands have quick tests in tests/sim
def test_the_answers_run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows the form of what is printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my").mkdir()
    for number in (1, 2):
        file = tmp_path / "my" / f"v{number}.yaml"
        file.write_text(GNOMES.format(banner=4 + number, supply=9 + number), "utf-8")
    names: dict[str, Any] = {}
    (_python, begin), *answers = BLOCKS
    exec(begin, names)
    for (kind, code), (_text, shown), form in zip(answers[::2], answers[1::2], FORMS, strict=True):
        capsys.readouterr()
        run(kind, code, names)
        printed = capsys.readouterr().out
        assert re.search(form, shown, re.MULTILINE), shown
        assert re.search(form, printed, re.MULTILINE), printed
