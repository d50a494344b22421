"""The contents of the screen between two keys: the person in front of it, the last answer, hand-over, and the panes.

The panes are stacked, or text is next to the board where there is room. Nothing here reads keys or draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from smallworld.languages import N_, _
from smallworld_cli.console import fixed_width
from smallworld_output.text_width import cut
from smallworld_play.log_text import own_turn_end
from smallworld_play.priced_actions import list_menu
from smallworld_play.session import Session
from smallworld_play.standings import result_line
from smallworld_terminal import panes
from smallworld_terminal.game_lines import coin_lines, default_action, final_table, hand_over_note, question
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands

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

    rows: list[panes.Row]
    listed: int
    """Number of actions of the menu that are visible."""
    is_paged: bool = False
    """Whether there are more notes than rows for them."""
    text_rows: int = 0
    """Rows that notes and menu take."""
    rank: tuple[int, ...] = ()
    """The parts that the labels of the board lack."""


def arrange_panes(view: panes.ScreenView, columns: int, rows: int) -> Arrangement:
    """Return the rows of a window, without the one of the prompt."""
    if columns < NARROWEST or rows < LOWEST:
        sentence = N_("this window has {columns} × {rows} characters and needs {narrowest} × {lowest}")
        text = _(sentence, columns=columns, rows=rows, narrowest=NARROWEST, lowest=LOWEST)
        return Arrangement([[panes.Fragment(line)] for line in panes.break_text(text, columns)][:rows], 0)
    status, height = panes.status_row(view, columns), rows - 2
    most = height // 2 if columns >= WIDE else MOST_TEXT + max(0, (height - 24) // 2)
    if len(panes.note_rows(view, columns)) > most or (body := _body(view, columns, height)).is_paged:
        return _page(view, status, columns, height)
    return replace(body, rows=[status, *body.rows[:height]], text_rows=_text_rows(view, columns))


def _body(view: panes.ScreenView, columns: int, height: int) -> Arrangement:
    """Arrange the rows below the status as window and islands allow; the contents do not matter."""
    if columns < WIDE:
        return _stack_panes(view, columns, height)
    islands_height = panes.board_height(view, columns, ISLANDS_RATIO)
    if columns >= ISLANDS and 1 < len(view.game.state.board.faces) <= FEW and islands_height + LOWEST_TEXT <= height:
        return _islands_above(view, columns, height, islands_height)
    in_columns, stacked = _side_by_side(view, columns, height), _stack_panes(view, columns, height)
    return stacked if stacked.rank < in_columns.rank else in_columns


def _page(view: panes.ScreenView, status: panes.Row, columns: int, height: int) -> Arrangement:
    """Arrange long notes in the place of the board; players stay visible."""
    players = panes.player_rows(view, columns, is_compact=True)
    room = height - len(players) - 1
    notes = panes.note_rows(view, columns)
    start = max(0, min(view.scroll, len(notes) - room))
    more = " " + _page_keys(start + 1, min(start + room, len(notes)), len(notes), is_over=view.game.over)
    body = notes[start : start + room]
    body += [[panes.Fragment("")]] * (room - len(body))
    return Arrangement([status, *body, [panes.Fragment(cut(more, columns), "reverse")], *players], 0, is_paged=True)


def _page_keys(first: int, last: int, count: int, *, is_over: bool) -> str:
    """Write which lines of long notes are visible, and the keys for others and for the board."""
    if count <= last - first + 1:
        return _("Esc: board") if is_over else _("Enter: board")
    values = {"first": first, "last": last, "count": count}
    if is_over:
        return _("lines {first} to {last} of {count}: Page Up, Page Down; Esc: board", **values)
    return _("lines {first} to {last} of {count}: Page Up, Page Down; Enter: board", **values)


def _stack_panes(view: panes.ScreenView, columns: int, height: int) -> Arrangement:
    """Put the board above the players, and give it every row that the text does not need."""
    players, allotted = _players(view, columns, height)
    room = height - max(len(players), allotted)
    text, usual = _text_rows(view, columns), panes.board_height(view, columns) or height
    # Below an answer the menu gives way, but a person who picks compares all combos.
    is_whole = bool(view.notes) and not view.is_recap and view.game.phase == "pick"
    rows = min(usual, room - (text if is_whole else min(text, MOST_TEXT)))
    rows = max(rows, min(round(STRETCH * usual), room - text), FEWEST_BOARD)
    board = panes.board_pane(view, columns, rows)
    below = _notes_and_menu(view, columns, height - len(players) - len(board.rows))
    return replace(below, rows=[*board.rows, *players, *below.rows], rank=board.rank)


def _players(view: panes.ScreenView, columns: int, height: int) -> tuple[list[panes.Row], int]:
    """Write the players, and how many rows these may take; that depends on the window, not on the contents."""
    count, room = len(view.game.players), height - MOST_TEXT
    if room - 3 * count >= panes.board_height(view, columns):
        players = panes.full_player_rows(view, columns)
        return players if len(players) <= 3 * count else panes.player_rows(view, columns, is_compact=False), 3 * count
    if room - 2 * count + 1 >= FEWEST_BOARD:
        return panes.player_rows(view, columns, is_compact=False), 2 * count - 1
    return panes.player_rows(view, columns, is_compact=True), count


def _text_rows(view: panes.ScreenView, columns: int) -> int:
    """Return the rows that notes and menu need, now or earlier in this turn."""
    rows = len(panes.note_rows(view, columns)) + len(panes.menu_pane(view, columns, len(view.menu))[0])
    return max(FEWEST_TEXT, view.text_rows, rows)


def _islands_above(view: panes.ScreenView, columns: int, height: int, board_rows_: int) -> Arrangement:
    """Put a row of islands above two columns: notes and menu, and the players with the log."""
    width = columns - SIDE - 1
    board = panes.board_pane(view, columns, board_rows_).rows
    room = height - len(board)
    below = _notes_and_menu(view, width, room)
    return replace(below, rows=[*board, *_joined_rows(below.rows, _players_and_log(view, room), width)])


def _side_by_side(view: panes.ScreenView, columns: int, height: int) -> Arrangement:
    width = columns - SIDE - 1
    most = panes.board_height(view, width) or height
    board = panes.board_pane(view, width, max(FEWEST_BOARD, min(most, height - MOST_TEXT)))
    below = _notes_and_menu(view, width, height - len(board.rows))
    rows = list(_joined_rows([*board.rows, *below.rows], _players_and_log(view, height), width))
    return replace(below, rows=rows, rank=board.rank)


def _players_and_log(view: panes.ScreenView, height: int) -> list[panes.Row]:
    """Put the latest lines of the log below the players."""
    players = panes.full_player_rows(view, SIDE)
    log = [[panes.Fragment(text)] for line in view.log for text in panes.break_text(line, SIDE)]
    room = height - len(players) - 1
    return [*players, [panes.Fragment("")], *(log[-room:] if room > 0 else [])]


def _joined_rows(main: Sequence[panes.Row], side: Sequence[panes.Row], width: int) -> Iterator[panes.Row]:
    """Put rows of text to the right of others, which have a width."""
    left: panes.Row
    right: panes.Row
    for left, right in zip_longest(main, side, fillvalue=[]):
        yield [*left, panes.Fragment(" " * (width + 1 - panes.row_width(left))), *right]


def _notes_and_menu(view: panes.ScreenView, columns: int, rows: int) -> Arrangement:
    """Put the notes above the menu; advice and a recap give way to the menu."""
    all_notes = panes.note_rows(view, columns)
    notes = all_notes[: max(rows, 0)]
    cuts_notes = len(notes) < len(all_notes) and bool(view.notes) and not view.is_recap
    menu, listed = panes.menu_pane(view, columns, rows - len(notes))
    if listed < len(view.menu) and (view.is_recap or not view.notes):
        menu, listed = panes.menu_pane(view, columns, rows)
        spare = rows - len(menu)
        notes = [*notes[:1], *notes[len(notes) - spare + 1 :]] if view.is_recap and spare > 1 else []
    return Arrangement([*notes, *menu], listed, cuts_notes)


# --- the state


LOG_LINES = 200
"""Lines of the log that a large screen may show."""


RECAP = N_("since your last turn:")
"""The first note after a hand-over."""


class ScreenState:
    """State of a game on a screen; it reads no keys and draws nothing.

    :param game_end: the offers after the last turn.
    :param has_colours: whether the terminal shows colours.
    """

    def __init__(
        self, session: Session, commands: PromptCommands, game_end: GameEnd, *, has_colours: bool
    ) -> None:  # fmt: skip
        self.session = session
        self.commands = commands
        self.game_end = game_end
        commands.say = session.warn = lambda text: self.notes.append(text)
        commands.show_board = self.clear_notes
        self.notes: list[str] = []
        """The answer to the last line."""
        self.scroll = 0
        """Rows of the notes that were scrolled away."""
        self.activity = ""
        """The bot that thinks, or the state of a game that is watched."""
        self.is_handed_over = False
        """Whether the next person has still to press Enter."""
        self._seated = session.people[0] if len(session.people) == 1 else ""
        self._has_colours = has_colours
        self._columns = 80
        self._answer_lists = False
        self._menu_position: object = None
        self._menu_count = 0
        """Most actions of the menu that were visible in this position."""
        self._text_rows = 0
        """Most rows of notes and menu since this turn began."""
        self._text_turn: object = None
        self._drawing_key: object = None
        self._drawing = Arrangement([], 0)
        self._reported_game_over = False
        session.reported = len(session.game.log)
        self.seat_person()

    # --- people

    def seat_person(self) -> None:
        """Ask for a hand-over if another person decides now than the one at the screen."""
        game, people = self.session.game, self.session.people
        player = game.to_move
        if game.over and not self._reported_game_over:
            self._reported_game_over = True
            self.notes = [result_line(game), *final_table(game), *coin_lines(self.session), self.game_end.offer()]
        elif player in people and player != self._seated:
            if self._seated or len(people) > 1:
                self.is_handed_over = True
                self.notes = [hand_over_note(player)]
            self._seated = player
        if lesson := self.commands.lesson():
            self.notes = [lesson]

    def enter(self, text: str) -> None:
        """Carry out a line of the person who decides.

        :raises Quit: the person leaves.
        :raises SaveError: the game cannot be recorded any more.
        """
        self.scroll = 0
        text = text.strip()
        if self.is_handed_over:
            self.is_handed_over = False
            self.notes = [_(RECAP), *self._moves_of_others()]
            return
        was_paged, self.notes = self._drawing.is_paged, []
        shown_before, self._answer_lists = self.commands.listed, False
        if not text and was_paged:
            return
        with fixed_width(self._columns):
            refusal = self.commands.answer(text or default_action(self.session.game))
        self.notes += [refusal] if refusal else []
        self._answer_lists = self.commands.listed is not shown_before
        self.notes += self.session.new_lines()
        self.seat_person()

    def enter_at_end(self, text: str) -> bool:
        """Carry out a line after the last turn; return whether the person leaves."""
        self.scroll = 0
        self.notes = list(filter(None, [self.game_end.answer(text)]))
        return self.game_end.is_left

    def clear_notes(self) -> None:
        """Show the board and the menu again."""
        self.notes, self.scroll, self._answer_lists = [], 0, False

    def click(self, region: str) -> None:
        """Show a region and its actions."""
        self.notes = []
        with fixed_width(self._columns):
            self.commands.describe_region(region)
        self._answer_lists = True

    def question(self) -> str:
        """Write the prompt."""
        game = self.session.game
        if game.over:
            return self.game_end.question()
        if self.is_handed_over:
            return _("Enter> ")
        return "" if self.session.bot_to_move else question(game)

    def bots_played(self) -> None:
        """Note that bots have decided until now."""
        self.session.reported = len(self.session.game.log)
        self._answer_lists = False
        self.seat_person()

    def _moves_of_others(self) -> list[str]:
        """List the latest lines since the own turn, without deployments and ends of conquests."""
        end = _("ends the conquests")
        lines = self.session.lines(own_turn_end(self.session.game))
        return [line for line in lines if ": deploy " not in line and not line.endswith(f"; {end}")][-6:]

    # --- drawing

    def arrange(self, columns: int, rows: int) -> Arrangement:
        """Return the contents of a window; they are computed again only after a change."""
        self._columns = min(columns - 1, 100)
        game = self.session.game
        key = (id(game), len(game.log), columns, rows, tuple(self.notes), self.scroll, self.activity,
               self._answer_lists, self.is_handed_over, self._seated)  # fmt: skip
        if key != self._drawing_key:
            self._drawing_key = key
            view = self._current_view()
            turn = id(self.session), columns, rows, game.round, game.turn
            if view.menu and turn != self._text_turn:
                self._text_turn, self._text_rows = turn, 0
            self._drawing = arrange_panes(replace(view, text_rows=self._text_rows), columns, rows)
            if view.menu and not view.notes:
                self._text_rows = max(self._text_rows, self._drawing.text_rows)
            self._list_menu()
        return self._drawing

    def _current_view(self) -> panes.ScreenView:
        session = self.session
        is_asked = not (session.game.over or session.bot_to_move or self.is_handed_over)
        return panes.ScreenView(
            game=session.game,
            turns=session.turns,
            viewer="" if self.is_handed_over else self._seated,
            notes=tuple(self.notes) or self._standing_notes(),
            is_recap=self.notes[:1] == [_(RECAP)],
            menu=list_menu(session.game) if is_asked and not self._answer_lists else (),
            log=session.lines()[-LOG_LINES:],
            activity=self.activity,
            has_colours=self._has_colours,
            is_spectator=not session.people,
            scroll=self.scroll,
        )

    def _standing_notes(self) -> tuple[str, ...]:
        """Return the note that is shown without an answer: how to watch, or the offers after the last turn."""
        if self.session.game.over:
            return (self.game_end.offer(),)
        return () if self.session.people else (_("Space: pause, +: faster, -: slower, n: next action, q: leave"),)

    def _list_menu(self) -> None:
        """Let numbers refer to the list that was shown last: one of an answer, or the visible part of the menu.

        An answer that covers the menu leaves its numbers as they were.
        """
        game = self.session.game
        if (position := (id(game), game.log_length)) != self._menu_position:
            self._menu_position, self._menu_count = position, 0
            self.commands.listed = [] if not self._answer_lists else self.commands.listed
        self._menu_count = max(self._menu_count, self._drawing.listed)
        if self._drawing.listed and not self._answer_lists:
            self.commands.listed = [item.action for item in list_menu(game)[: self._menu_count]]
