"""The arrangement of the panes in a window: stacked, or with text next to the board where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from smallworld.languages import N_, _
from smallworld_output.text_width import cut, display_width
from smallworld_terminal.screen.panes import (
    Fragment,
    Row,
    ScreenView,
    board_height,
    board_pane,
    break_text,
    full_player_rows,
    menu_pane,
    note_rows,
    player_rows,
    status_row,
)  # fmt: skip

NARROWEST, LOWEST = 60, 20
"""Columns and rows that the screen needs."""
WIDE = 130
"""Columns from which text is next to the board."""
SIDE = 54
"""Columns of the text next to the board."""
ISLANDS, FEW, ISLANDS_RATIO = 150, 3, 3.0
"""Columns from which so many islands are side by side, and the shape of the page on which they are arranged."""
LOWEST_TEXT = 16
"""Rows that players, log, notes and menu need below a row of islands."""
FEWEST_BOARD = 10
"""Rows that the board has at least."""
FEWEST_TEXT, MOST_TEXT = 4, 6
"""Rows that the notes and the menu together have at least, and that they have before the board has its usual height."""
STRETCH = 1.25
"""Rows that the board takes where nothing else needs them, as parts of its usual height."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The rows of a screen."""

    rows: list[Row]
    listed: int
    """Number of actions of the menu that are visible."""
    is_paged: bool = False
    """Whether there are more notes than rows for them."""
    text_rows: int = 0
    """Rows that notes and menu take."""


def arrange_panes(view: ScreenView, columns: int, rows: int) -> Arrangement:
    """Return the rows of a window, without the one of the prompt."""
    if columns < NARROWEST or rows < LOWEST:
        sentence = N_("this window has {columns} × {rows} characters and needs {narrowest} × {lowest}")
        text = _(sentence, columns=columns, rows=rows, narrowest=NARROWEST, lowest=LOWEST)
        return Arrangement([[Fragment(line)] for line in break_text(text, columns)][:rows], 0)
    status, height = status_row(view, columns), rows - 2
    if len(note_rows(view, columns)) > _most_notes(columns, height):
        return _page(view, status, columns, height)
    body = _body(view, columns, height)
    if body.cuts_notes:
        return _page(view, status, columns, height)
    return Arrangement([status, *body.rows[:height]], body.listed, text_rows=_text_rows(view, columns))


class _Body(NamedTuple):
    """The rows below the status."""

    rows: list[Row]
    listed: int
    """Number of actions of the menu that are visible."""
    cuts_notes: bool
    """Whether the answer to the last line needs more rows."""
    rank: tuple[int, ...] = ()
    """The parts that the labels of the board lack."""


def _body(view: ScreenView, columns: int, height: int) -> _Body:
    """Arrange board and text as the window and the islands of the board allow; the contents do not matter."""
    if columns < WIDE:
        return _stack_panes(view, columns, height)
    islands_height = board_height(view, columns, ISLANDS_RATIO)
    if columns >= ISLANDS and 1 < len(view.game.state.board.faces) <= FEW and islands_height + LOWEST_TEXT <= height:
        return _islands_above(view, columns, height, islands_height)
    in_columns, stacked = _side_by_side(view, columns, height), _stack_panes(view, columns, height)
    return stacked if stacked.rank < in_columns.rank else in_columns


def _most_notes(columns: int, height: int) -> int:
    """Return the rows of notes above which they take the place of the board."""
    return height // 2 if columns >= WIDE else MOST_TEXT + max(0, (height - 24) // 2)


def _page(view: ScreenView, status: Row, columns: int, height: int) -> Arrangement:
    """Arrange long notes in the place of the board; players stay visible."""
    players = player_rows(view, columns, is_compact=True)
    room = height - len(players) - 1
    notes = note_rows(view, columns)
    start = max(0, min(view.scroll, len(notes) - room))
    more = " " + _page_keys(start + 1, min(start + room, len(notes)), len(notes), is_over=view.game.over)
    body = notes[start : start + room]
    body += [[Fragment("")]] * (room - len(body))
    return Arrangement([status, *body, [Fragment(cut(more, columns), "reverse")], *players], 0, is_paged=True)


def _page_keys(first: int, last: int, count: int, *, is_over: bool) -> str:
    """Write which lines of long notes are visible, and the keys for others and for the board."""
    if count <= last - first + 1:
        return _("Esc: board") if is_over else _("Enter: board")
    if is_over:
        return _(
            "lines {first} to {last} of {count}: Page Up, Page Down; Esc: board", first=first, last=last, count=count
        )
    return _(
        "lines {first} to {last} of {count}: Page Up, Page Down; Enter: board", first=first, last=last, count=count
    )


def _stack_panes(view: ScreenView, columns: int, height: int) -> _Body:
    """Put the board above the players, and give it every row that the text does not need."""
    players, allotted = _players(view, columns, height)
    room = height - max(len(players), allotted)
    text, usual = _text_rows(view, columns), board_height(view, columns) or height
    rows = min(usual, room - (text if _is_whole(view) else min(text, MOST_TEXT)))
    rows = max(rows, min(round(STRETCH * usual), room - text), FEWEST_BOARD)
    board = board_pane(view, columns, rows)
    below = _notes_and_menu(view, columns, height - len(players) - len(board.rows))
    return below._replace(rows=[*board.rows, *players, *below.rows], rank=board.rank)


def _players(view: ScreenView, columns: int, height: int) -> tuple[list[Row], int]:
    """Write the players, and how many rows these may take; that depends on the window, not on the contents."""
    count, room = len(view.game.players), height - MOST_TEXT
    if room - 3 * count >= board_height(view, columns):
        players = full_player_rows(view, columns)
        return players if len(players) <= 3 * count else player_rows(view, columns, is_compact=False), 3 * count
    if room - 2 * count + 1 >= FEWEST_BOARD:
        return player_rows(view, columns, is_compact=False), 2 * count - 1
    return player_rows(view, columns, is_compact=True), count


def _text_rows(view: ScreenView, columns: int) -> int:
    """Return the rows that notes and menu need, now or earlier in this turn."""
    rows = len(note_rows(view, columns)) + len(menu_pane(view, columns, len(view.menu))[0])
    return max(FEWEST_TEXT, view.text_rows, rows)


def _is_whole(view: ScreenView) -> bool:
    """Return whether the menu should be whole below an answer: a person who picks compares all combos."""
    return bool(view.notes) and not view.is_recap and view.game.phase == "pick"


def _islands_above(view: ScreenView, columns: int, height: int, board_rows_: int) -> _Body:
    """Put a row of islands above two columns: notes and menu, and the players with the log."""
    width = columns - SIDE - 1
    board = board_pane(view, columns, board_rows_).rows
    room = height - len(board)
    below = _notes_and_menu(view, width, room)
    main, side = below.rows, _players_and_log(view, room)
    rows = [*board, *(_join_rows(main, side, row, width) for row in range(max(len(main), len(side))))]
    return below._replace(rows=rows)


def _side_by_side(view: ScreenView, columns: int, height: int) -> _Body:
    width = columns - SIDE - 1
    most = board_height(view, width) or height
    board = board_pane(view, width, max(FEWEST_BOARD, min(most, height - MOST_TEXT)))
    below = _notes_and_menu(view, width, height - len(board.rows))
    main, side = [*board.rows, *below.rows], _players_and_log(view, height)
    rows = [_join_rows(main, side, row, width) for row in range(max(len(main), len(side)))]
    return below._replace(rows=rows, rank=board.rank)


def _players_and_log(view: ScreenView, height: int) -> list[Row]:
    """Put the latest lines of the log below the players."""
    players = full_player_rows(view, SIDE)
    log = [[Fragment(text)] for line in view.log for text in break_text(line, SIDE)]
    room = height - len(players) - 1
    return [*players, [Fragment("")], *(log[-room:] if room > 0 else [])]


def _join_rows(main: list[Row], side: list[Row], row: int, width: int) -> Row:
    """Put a row of text to the right of a row of the board."""
    fragments = main[row] if row < len(main) else []
    size = sum(display_width(fragment.text) for fragment in fragments)
    return [*fragments, Fragment(" " * (width + 1 - size)), *(side[row] if row < len(side) else [])]


def _notes_and_menu(view: ScreenView, columns: int, rows: int) -> _Body:
    """Put the notes above the menu; advice and a recap give way to the menu."""
    all_notes = note_rows(view, columns)
    notes = all_notes[: max(rows, 0)]
    cuts_notes = len(notes) < len(all_notes) and bool(view.notes) and not view.is_recap
    menu, listed = menu_pane(view, columns, rows - len(notes))
    if listed < len(view.menu) and (view.is_recap or not view.notes):
        menu, listed = menu_pane(view, columns, rows)
        spare = rows - len(menu)
        notes = [*notes[:1], *notes[len(notes) - spare + 1 :]] if view.is_recap and spare > 1 else []
    return _Body([*notes, *menu], listed, cuts_notes)
