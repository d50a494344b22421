"""Output for people: long lines are wrapped at a terminal, and stay whole elsewhere."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import click

from smallworld_output.text_width import display_width, pad, wrap

WIDEST = 100
"""Columns; longer lines are hard to read."""
NARROWEST = 30
"""Columns; shorter lines are not worth breaking."""
DEEPEST = 22
"""Columns by which later lines are indented at most."""


_fixed_width: ContextVar[int] = ContextVar("fixed_width", default=0)


@contextmanager
def fixed_width(columns: int) -> Iterator[None]:
    """Write text for so many columns until the block ends, in a window of any width."""
    token = _fixed_width.set(columns)
    try:
        yield
    finally:
        _fixed_width.reset(token)


def text_width() -> int:
    """Return the number of columns for text."""
    if _fixed_width.get():
        return _fixed_width.get()
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 40)).columns) - 1


def print_columns(rows: Sequence[Sequence[str]], text_columns: int = 1) -> None:
    """Print a table; the first columns are aligned to the left, the others to the right."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        texts = [pad(cell, width, "<" if place < text_columns else ">") for place, (cell, width) in enumerate(cells)]
        click.echo("  ".join(texts).rstrip())


def say(text: str, *, err: bool = False) -> None:
    """Print lines; at a terminal long lines are wrapped, with later rows indented."""
    stream = sys.stderr if err else sys.stdout
    for line in text.split("\n"):
        for part in break_line(line, text_width()) if stream.isatty() else [line]:
            click.echo(part, err=err)


def break_line(line: str, width: int) -> list[str]:
    """Break a line into lines of a width; longer words, such as paths, stay whole."""
    if display_width(line) <= width:
        return [line]
    # After a gap, as in "  undo    take back", the text is a column of its own; else later lines are indented by two.
    gap = re.match(r" *\S+(?: \S+)* {2,}(?=\S)", line)
    lead = display_width(gap[0]) if gap else len(line) - len(line.lstrip()) + 2
    return wrap(line, max(width, NARROWEST), later=" " * min(lead, DEEPEST))


def wrap_text(head: str, text: str) -> Iterator[str]:
    """Yield a head and a text in lines that fit the window; later lines begin below the text."""
    indent = " " * min(display_width(head), DEEPEST)
    yield from wrap(text, max(NARROWEST, text_width()), head, indent) or [head.rstrip()]
