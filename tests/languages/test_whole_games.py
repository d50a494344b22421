"""A whole game of each edition in each language at a terminal, and help in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.terminal import Terminal
from languages.codes import FINISHED
from smallworld.languages import in_language
from smallworld_editions.editions import load_variant
from smallworld_output.text_width import display_width
from tiers import quick_first

GAMES = quick_first([(code, edition) for code in FINISHED for edition in ("base", "warcraft")], 0)
PROMPT = r"ann \[[^\]]*\](?: \([^)]*\))?> "
COLUMNS = 100
MOST_LINES = 400
"""Lines that a person types in a game, at most."""


@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_a_whole_game_is_played_in_every_language(
    game: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, edition = game
    monkeypatch.setenv("SMALLWORLD_LANGUAGE", code)
    with in_language(code):
        variant = load_variant(edition)
        names = {race.name for race in variant.races.values()}
        english = {race.__dict__["name"] for race in variant.races.values()} - names
    arguments = ["play", edition, "--plain", "--seed", "4", "--player", "ann", "--player", "bob=random"]
    terminal = Terminal(tmp_path, *arguments, columns=COLUMNS)
    printed = play_to_the_end(terminal)
    assert any(name in printed for name in names) and not any(re.search(rf"\b{name}\b", printed) for name in english)
    lines = [line.rstrip() for line in printed.replace("\r", "").splitlines()]
    assert [line for line in lines if display_width(line) > COLUMNS and "jsonl" not in line] == []
    assert not re.search(r"Traceback|\{\w+\}|%\(\w+\)", printed)


def play_to_the_end(terminal: Terminal) -> str:
    """Do the first action that is listed until the game is over; return all that was printed."""
    import pexpect

    printed = ""
    for number in range(MOST_LINES):
        place = terminal.child.expect([PROMPT, r"Enter[^>\n]*> ", pexpect.EOF])
        printed += f"{terminal.child.before}{terminal.child.after if place < 2 else ''}"
        if place:
            terminal.child.sendline("")
            return printed
        terminal.child.sendline("legal" if number % 2 == 0 else "1")
    raise AssertionError(printed[-2000:])
