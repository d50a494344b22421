"""Legal actions as a numbered list with their costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from smallworld.cli.text.output import text_width
from smallworld.sessions.menu import MenuItem


def menu_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield actions with their costs, numbered from 1, those of one kind together."""
    for _, group in groupby(enumerate(items, 1), key=lambda row: row[1].kind):
        yield from in_columns([f"{number:>3} {item_text(item)}" for number, item in group])
    yield from legend_lines(items)


def item_text(item: MenuItem) -> str:
    """Write an action with its costs in parentheses."""
    terms = ", ".join(item.terms())
    return f"{item.action} ({terms})" if terms else item.action


def legend_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield a line that explains the numbers in parentheses; nothing if they only name other numbers of tokens."""
    conquests = [item for item in items if item.tokens is not None]
    if conquests:
        coins = ", and the coins that you pay" if any(item.coins for item in conquests) else ""
        odds = "; by die: the faces that succeed" if any(item.odds for item in conquests) else ""
        yield f"    (in parentheses: the tokens that it costs{coins}{odds})"


def in_columns(cells: Sequence[str]) -> Iterator[str]:
    """Yield short texts in as many columns as the window has room for."""
    if not cells:
        return
    width = max(map(len, cells)) + 2
    number = max(1, text_width() // width)
    for start in range(0, len(cells), number):
        yield "".join(f"{cell:<{width}}" for cell in cells[start : start + number]).rstrip()
