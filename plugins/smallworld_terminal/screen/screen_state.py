"""The state of the screen between two keys: the person in front of it, the last answer, hand-over."""

from __future__ import annotations

from dataclasses import replace

from smallworld.languages import N_, _
from smallworld_cli.console import fixed_width
from smallworld_play import Session
from smallworld_play.log_text import own_turn_end
from smallworld_play.priced_actions import list_menu
from smallworld_play.standings import result_line
from smallworld_terminal.game_lines import coin_lines, default_action, final_table, hand_over_note, question
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen.arrangement import Arrangement, arrange_panes
from smallworld_terminal.screen.panes import ScreenView

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
        commands.say = self._note
        commands.show_board = self.clear_notes
        session.warn = self._note
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

    def _note(self, text: str) -> None:
        self.notes.append(text)

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

    def _current_view(self) -> ScreenView:
        session = self.session
        is_asked = not (session.game.over or session.bot_to_move or self.is_handed_over)
        return ScreenView(
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
