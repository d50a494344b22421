"""The transcripts of docs/playing.md are what the program prints; a line ``…`` stands for any lines."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from terminal import PROMPT, Terminal

PAGE = Path(__file__).parents[2] / "docs" / "playing.md"
BLOCKS = re.findall(r"```transcript\n\$ smallworld (.*?)\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def printed(words: str, said: list[str], folder: Path) -> str:
    """What a dialogue looks like: every prompt with what was said to it, and what was answered."""
    terminal = Terminal(folder, *shlex.split(words))
    text = terminal.until(PROMPT)
    for line in said:
        answer = terminal.say(line) if line != "quit" else (terminal.child.sendline(line), terminal.end())[1]
        # The terminal may have echoed the line itself before the program did.
        kept = [row for row in answer.splitlines() if row.strip() != line]
        text += line + "\n" + "\n".join(kept)
    terminal.child.close(force=True)
    return "\n".join(row.rstrip() for row in text.replace("\r", "").splitlines() if row.strip())


@pytest.mark.parametrize(("words", "text"), BLOCKS, ids=[words for words, _ in BLOCKS])
def test_the_page_shows_what_is_printed(words: str, text: str, tmp_path: Path) -> None:
    said = re.findall(rf"^{PROMPT}(.+)$", text, re.M)
    rows = [row.rstrip() for row in text.splitlines() if row.strip()]
    pattern = "\n".join(r"(?:.*\n)*?.*" if row.strip() == "…" else re.escape(row) for row in rows)
    shown = printed(words, said, tmp_path)
    assert re.match(rf"(?:.*\n)*?{pattern}", shown), shown


def test_the_page_has_transcripts() -> None:
    assert len(BLOCKS) >= 4
