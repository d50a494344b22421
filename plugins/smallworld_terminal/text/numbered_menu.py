"""Legal actions as a numbered list with their costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from smallworld.languages import _
from smallworld_cli.console import text_width
from smallworld_output.text_width import display_width, pad
from smallworld_play.action_menu import MenuItem


def menu_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield actions with their costs, numbered from 1, those of one kind together."""
    yield from ("".join(row) for row in menu_rows(items))
    yield from legend_lines(items)


def menu_rows(items: Sequence[MenuItem]) -> Iterator[list[str]]:
    """Yield the rows of a menu: a text for each action, as wide as its column."""
    for _kind, group in groupby(enumerate(items, 1), key=lambda row: row[1].kind):
        yield from arrange_in_columns([f"{number:>3} {item_text(item)}" for number, item in group])


def item_text(item: MenuItem) -> str:
    """Write an action with its costs in parentheses."""
    terms = ", ".join(item.terms())
    return f"{item.action} ({terms})" if terms else item.action


def legend_lines(items: Sequence[MenuItem]) -> Iterator[str]:
    """Yield a line that explains the numbers in parentheses; nothing if they only name other numbers of tokens."""
    conquests = [item for item in items if item.tokens is not None]
    if conquests:
        text = _("the tokens that it costs")
        if any(item.coins for item in conquests):
            text = _("the tokens that it costs, and the coins that you pay")
        if any(item.odds for item in conquests):
            text = "; ".join([text, _("by die: the faces that succeed")])
        yield _("    (in parentheses: {explanation})", explanation=text)


def arrange_in_columns(cells: Sequence[str]) -> Iterator[list[str]]:
    """Yield rows of as many short texts as the window has room for; all but the last of a row have the same width."""
    width = max(map(display_width, cells)) + 2
    number = max(1, text_width() // width)
    for start in range(0, len(cells), number):
        *row, last = cells[start : start + number]
        yield [*(pad(cell, width) for cell in row), last.rstrip()]
