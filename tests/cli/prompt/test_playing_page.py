"""The transcripts of docs/playing.md and docs/bots.md are what the program prints; a line ``…`` matches any lines."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from terminal import PROMPT, Terminal

DOCS = Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"```transcript\n\$ smallworld (.*?)\n(.*?)```", re.S)
BLOCKS = [
    (name, *block) for name in ("playing", "bots") for block in BLOCK.findall((DOCS / f"{name}.md").read_text("utf-8"))
]  # fmt: skip
"""Page, arguments and dialogue."""


def printed(arguments: str, inputs: list[str], folder: Path) -> str:
    """Return a whole dialogue: every prompt with its input and its answer."""
    terminal = Terminal(folder, *shlex.split(arguments))
    text = terminal.until(PROMPT)
    for line in inputs:
        answer = terminal.say(line) if line != "quit" else (terminal.child.sendline(line), terminal.end())[1]
        # The terminal may have echoed the line itself before the program did.
        kept = [row for row in answer.splitlines() if row.strip() != line]
        text += line + "\n" + "\n".join(kept)
    terminal.child.close(force=True)
    return "\n".join(row.rstrip() for row in text.replace("\r", "").splitlines() if row.strip())


@pytest.mark.parametrize(
    ("arguments", "text"), [block[1:] for block in BLOCKS], ids=[f"{page} {line}" for page, line, _ in BLOCKS]
)
def test_the_page_shows_the_real_output(arguments: str, text: str, tmp_path: Path) -> None:
    inputs = re.findall(rf"^{PROMPT}(.+)$", text, re.M)
    rows = [row.rstrip() for row in text.splitlines() if row.strip()]
    pattern = "\n".join(r"(?:.*\n)*?.*" if row.strip() == "…" else re.escape(row) for row in rows)
    shown = printed(arguments, inputs, tmp_path)
    assert re.match(rf"(?:.*\n)*?{pattern}", shown), shown


def test_the_page_has_transcripts() -> None:
    assert [page for page, *_ in BLOCKS].count("playing") >= 4
