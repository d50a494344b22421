"""Saying something to a person: lines that are broken between words at a terminal, and left whole elsewhere."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap

import click

WIDEST = 100
"""Columns; longer lines are hard to read."""
DEEPEST = 22
"""Columns by which later lines are indented at most."""


def room() -> int:
    """Columns for text."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 40)).columns) - 1


def say(text: str, *, err: bool = False) -> None:
    """Print lines; at a terminal the longer ones go on, indented, in the next."""
    stream = sys.stderr if err else sys.stdout
    for line in text.split("\n"):
        for part in broken(line, room()) if stream.isatty() else [line]:
            click.echo(part, err=err)


def broken(line: str, width: int) -> list[str]:
    """A line as lines of a width; words that are longer, such as paths, stay whole."""
    if len(line) <= width:
        return [line]
    # Below the text beside a gap, as in "  undo    take back", else a little to the right of the beginning.
    gap = re.match(r" *\S+(?: \S+)* {2,}(?=\S)", line)
    lead = len(gap[0]) if gap else len(line) - len(line.lstrip()) + 2
    indent = " " * min(lead, DEEPEST)
    return textwrap.wrap(line, max(width, 30), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
