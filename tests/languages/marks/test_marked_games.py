"""In the pseudo-language a game has no sentence that nobody marked, and none is glued or cut without a mark."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cli.screen.visible_screen import VisibleScreen
from languages.pseudo import ENVIRONMENT, cut_messages, notation, plain_words
from programs import run_program
from tiers import quick_first

EDITIONS = quick_first(["base", "warcraft"])
QUESTION = re.compile(r"^\w+ \[⟦.*> *$|⟧>? *$")
"""The last row when the program waits for a line."""
PEOPLE = r"\b(ann|bob|random|easy)\b"
IDS = r"\b([a-z]\d?[ab]?-?\d+!?|[A-Z]+(-[A-Z]+)+-\d+|[abn]\d+)\b"
"""Regions, rules, and players with their tokens on small regions."""
SYMBOLS = r"\b(magic|mine|cavern|alliance|horde|neutral|Ma|Mi|Ca)\b"
"""Symbols and factions, which are ids in English."""
CODES = r"\[[a-z]+([_-][a-z]+)*\]"
"""Codes of refusals."""
PAGED = "Þááğéé Úþ"
"""In the row below notes that need more than one page."""
BOX = re.compile(r"[─-╿]|⟦.? ⟦")
"""Lines of the board, and of the letters that replace words on it."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_by_lines_is_marked(edition: str) -> None:
    lines = ["help", "table", "board", "hint", "log", "why done", "help decline", "help r01", "flie", "9999"]
    lines += ["legal", "1", "why pick 1"] * 6 + ["legal", "1"] * 200
    arguments = ["play", edition, "--seed", "4", "--player", "ann", "--player", "bob=random"]
    result = run_program(*arguments, lines="\n".join(lines), env={**os.environ, **ENVIRONMENT})
    assert result.returncode == 0
    allowed = [r"'[^'\n]*'", r"place \w+", CODES, PEOPLE, IDS, SYMBOLS, notation(edition)]
    output = "\n".join(line for line in (result.stdout + result.stderr).splitlines() if not BOX.search(line))
    assert sorted(set(plain_words(output, allowed))) == []
    assert [line for line in output.splitlines() if "⟧⟦" in line] == []


@pytest.mark.full
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_screen_is_marked_and_nothing_is_cut(edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_LANGUAGE", ENVIRONMENT["SMALLWORLD_LANGUAGE"])
    arguments = ["play", edition, "--seed", "4", "--player", "ann", "--player", "bob=random"]
    screen = VisibleScreen(tmp_path, *arguments, columns=80, rows=24)
    allowed = [r"'[^'\n]*'", r"place \w+", CODES, PEOPLE, IDS, SYMBOLS, notation(edition)]
    try:
        screen.until(QUESTION)
        for line in ["1", "help", "", "why done", "1", "1", "legal", "1", "flie", "done", "deploy even", "done", "1"]:
            screen.child.send(f"{line}\r")
            screen.press("")
            screen.until(QUESTION)
            rows = [row for row in screen.rows if not BOX.search(row)]
            assert sorted(set(plain_words("\n".join(rows[:-1]), allowed))) == [], screen.text
            assert not any("⟧⟦" in row for row in rows), screen.text
            assert all(row.count("⟦") <= row.count("⟧") or "…" in row or row == rows[-1] for row in rows[:1]), (
                screen.text
            )
            assert cut_messages("\n".join(rows[:-1])) == [] or "…" in screen.text or PAGED in screen.text, screen.text
    finally:
        screen.close()
