"""Games of ``play`` and ``resume``: begun or read, played at a terminal or through a pipe, and repeated.

A game at a terminal is a screen or a conversation; either is imported when it is shown.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld import Game, Plugins, _, new_game
from smallworld.decision_limit import DecisionLimit, patience_for
from smallworld.errors import SaveError, reason_of
from smallworld.languages.messages import format_count
from smallworld.model.board import BoardFile
from smallworld.model.names import phase_name
from smallworld.model.variant import Scalar, Variant
from smallworld.tools import Wrap
from smallworld_bots import Bot
from smallworld_bots.bot_description import new_seed
from smallworld_cli import common
from smallworld_cli.console import say
from smallworld_editions.editions import boards_of
from smallworld_play.recorder import Recorder
from smallworld_play.seats import (
    HUMAN,
    SeatError,
    UntrustedBot,
    change_seats,
    is_program,
    make_bots,
    parse_seats,
    record_seats,
    recorded_seats,
    unrecorded_seats,
)
from smallworld_play.session import Session
from smallworld_play.standings import result_line, teams_line
from smallworld_play.turns import TurnHistory
from smallworld_records.record_lines import lines
from smallworld_records.save_file import SaveFile, keep_copy
from smallworld_terminal.game_lines import coin_lines, final_table
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands, Quit

if TYPE_CHECKING:
    from smallworld_play.tutorial import Tutorial


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options that ``play`` and ``resume`` share."""

    plugins: Plugins
    plugin_names: Sequence[str]
    bot_failure: str
    decision_limit: float | None
    as_json: bool
    is_plain: bool
    in_browser: bool

    def limit(self, counted: Sized = ()) -> DecisionLimit:
        """Return the limit for abilities while no bot decides; every action that is counted extends it."""
        return DecisionLimit(patience_for((), self.decision_limit), lambda: len(counted))

    def serve(self, game: Game, seats: Mapping[str, str]) -> None:
        """Open a table for a game in the browser."""
        from smallworld_web.commands.serve import serve_tables

        serve_tables(self.plugins, self.plugin_names, game=game, seats=seats)

    def session(
        self, game: Game, bots: Mapping[str, Bot], record: Recorder | None, turns: TurnHistory | None = None
    ) -> Session:
        """Return the session of a game.

        :param turns: those of a game that goes on.
        """
        return Session(
            game, bots, record=record, turns=turns, seed=game.origin["seed"],
            stop_on_failure=self.bot_failure == "stop", warn=common.warn,
        )  # fmt: skip

    def resume_options(self, unrecorded: Mapping[str, str], record: common.RecordOptions | None = None) -> list[str]:
        """Return the options without which ``resume`` would go on with a different game.

        :param unrecorded: the seats that the save does not describe.
        :param record: how the save was read; None for a new game.
        """
        options = common.plugin_words(self.plugin_names)
        options += [word for name, kind in unrecorded.items() for word in ("--player", f"{name}={kind}")]
        options += ["--variant", record.variant] if record is not None and record.variant else []
        options += ["--decision-limit", f"{self.decision_limit:g}"] if self.decision_limit is not None else []
        options += [word for board in record.boards for word in ("--board", board)] if record is not None else []
        return [*options, "--bot-failure", self.bot_failure] if self.bot_failure != "replace" else options


@dataclass(frozen=True, slots=True)
class NewGames:
    """Games of one table from the first action on.

    :ivar boards: the chosen boards; None = those of the variant.
    :ivar rulings: the answers to rulings that differ from those of the variant.
    """

    options: PlayOptions
    variant: Variant
    players: Sequence[str]
    boards: Sequence[str]
    rulings: Mapping[str, Scalar]
    wrap: Wrap | None
    is_tutorial: bool

    def play(self, seed: int | None, save: Path | None) -> None:
        """Play a game, then others with new numbers while the people at the terminal want one.

        :raises SmallWorldError: the game cannot begin, or cannot be recorded.
        """
        if self.is_tutorial:
            self._play_tutorial(seed, save)
            return
        with usage_errors():
            seats = parse_seats(self.players, self.variant.boards)
        seed = new_seed() if seed is None else seed
        while self._play_one(seats, seed, save):
            seed, save = new_seed(), None

    def _play_tutorial(self, seed: int | None, save: Path | None) -> None:
        from smallworld_play.tutorial import SEED, Tutorial, has_tutorial, tutorial_seats  # not for other games

        if not has_tutorial(self.variant, _tutorial_board()):
            raise click.UsageError(
                _("the tutorial is for the edition base, not for {variant}; write: smallworld tutorial",
                  variant=self.variant.id)
            )  # fmt: skip
        with usage_errors():
            seats = parse_seats(tutorial_seats(), self.variant.boards)
        self._play_one(seats, SEED if seed is None else seed, save, Tutorial())

    def _play_one(
        self, seats: Mapping[str, str], seed: int, save: Path | None, tutorial: Tutorial | None = None
    ) -> bool:
        options = self.options
        bots = make_bots(seats, options.plugins)
        game = self._begin(seats, seed)
        if options.in_browser:
            options.serve(game, seats)
            return False
        is_shown = sys.stdin.isatty() and (HUMAN in seats.values() or (fills_window() and not options.is_plain))
        if is_shown and (save is not None or not options.as_json):
            save = _record_at_terminal(save, self.variant.id, seed)
        session = options.session(game, bots, Recorder(game, save) if save is not None else None)
        if not options.as_json:
            values = {"players": format_count(len(game.players), "player"), "seed": seed}
            common.warn(_("{edition}, {players}, seed {seed}", edition=game.variant.name, **values))
            if teams_line(game):
                common.warn(teams_line(game))
        resume_options = options.resume_options(unrecorded_seats(seats, seats))
        return TerminalGame(session, options, resume_options, may_repeat=tutorial is None, tutorial=tutorial).run()

    def _begin(self, seats: Mapping[str, str], seed: int) -> Game:
        faces: Sequence[str | BoardFile] | None = None
        if self.is_tutorial:
            faces = (_tutorial_board(),)
        else:
            with common.board_errors(self.boards):
                faces = boards_of(self.variant, self.boards)
        with self.options.limit():
            game = new_game(
                self.variant, list(seats), seed=seed, board=faces, options=self.rulings, plugins=self.options.plugins,
                wrap=self.wrap,
            )  # fmt: skip
        if self.boards:
            common.note_joined_boards(game.state.board.faces)
        record_seats(game, seats)
        return game


def go_on(save: SaveFile, players: Sequence[str], options: PlayOptions, record: common.RecordOptions) -> None:
    """Go on with a saved game.

    :raises SmallWorldError: the save cannot be read, or the game cannot be recorded.
    """
    turns = TurnHistory()
    arguments = record.reader_arguments(options.plugins)
    with options.limit(turns.steps):
        reader = common.read_or_exit(save, options.plugins, watch=turns.add, **arguments)
    game = reader.game
    with usage_errors():
        seats = change_seats(game, players)
    bots = make_bots(seats, options.plugins)
    if options.in_browser:
        options.serve(game, seats)
        return
    if record.last_line is not None and reader.whole < reader.size:
        common.warn(_("the whole game is kept in {file}", file=keep_copy(save)))
    unrecorded = unrecorded_seats(seats, recorded_seats(game))
    session = options.session(game, bots, Recorder(game, save, resumed=reader), turns)
    TerminalGame(session, options, options.resume_options(unrecorded, record)).run()


def _tutorial_board() -> BoardFile:
    from smallworld_validate.check_settings import tiny_board  # reads a file

    return tiny_board()


def _record_at_terminal(save: Path | None, variant: str, seed: int) -> Path:
    """Return the file of a game at a terminal: the one that the user names, or a new one in the folder of games."""
    from smallworld_terminal.games_folder import games_folder, remember_elsewhere  # not through a pipe

    if save is not None:
        remember_elsewhere(save)
        return save
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(
            _("cannot make the folder {folder}: {reason}; use --save FILE", folder=folder, reason=reason_of(error))
        ) from None
    save = folder / f"{variant}-{datetime.now():%Y%m%d-%H%M%S}-{seed}.jsonl"
    say(_("recorded in {file}; quit whenever you like, nothing is lost", file=save), err=True)
    return save


@contextmanager
def usage_errors() -> Iterator[None]:
    """Report seats that no game can have as wrong usage, with the option that chooses a bot again."""
    try:
        yield
    except UntrustedBot as error:
        values = {"error": error, "player": error.player, "bot": error.kind}
        if is_program(error.kind):
            sentence = _(
                "{error}; add --player {player}=PROGRAM to let it play on, or --player {player}=human", **values
            )
        else:
            sentence = _("{error}; add --player {player}={bot} to let it play on, or another bot", **values)
        raise click.UsageError(sentence) from None
    except SeatError as error:
        raise click.UsageError(str(error)) from None


# --- one game at a terminal or through a pipe, and its result


@dataclass(frozen=True, slots=True)
class TerminalGame:
    """A session at a terminal or through a pipe.

    :ivar resume_options: options that ``resume`` needs to go on with this game.
    :ivar may_repeat: whether another game can be offered.
    :ivar tutorial: lessons to show before the decisions of a learner.
    """

    session: Session
    options: PlayOptions
    resume_options: Sequence[str]
    may_repeat: bool = False
    tutorial: Tutorial | None = None

    def run(self) -> bool:
        """Play to the end, or until the people leave; return whether they want another game.

        :raises SaveError: the game cannot be recorded any more; the sentence states how to go on.
        """
        game_end = GameEnd(self.session, may_repeat=self.may_repeat)
        try:
            try:
                self._play(game_end)
                self._print_result()
            finally:
                self.session.close()
        except SaveError as error:
            if not error.path:
                raise SaveError(str(error)) from None
            command = common.record_command("resume", error.path, self.resume_options)
            raise SaveError(_("{error}; go on with: {command}", error=error, command=command)) from None
        except BaseException:
            self._print_resume_command()
            raise
        self._print_resume_command()
        return not self.options.as_json and game_end.ask()

    def _play(self, game_end: GameEnd) -> None:
        session = self.session
        commands = PromptCommands(session, self.resume_options, tutorial=self.tutorial)
        seconds = patience_for(session.bots.values(), self.options.decision_limit)

        def limited() -> DecisionLimit:
            return DecisionLimit(seconds, lambda: 0)

        if not (self.options.as_json or self.options.is_plain or session.game.over) and fills_window():
            from smallworld_terminal.screen import Screen  # prompt_toolkit, for terminals alone
            from smallworld_terminal.screen_state import ScreenState

            state = ScreenState(session, commands, game_end, has_colours="NO_COLOR" not in os.environ)
            Screen(state, limited, seconds).run()
            game_end.is_left = session.game.over
        elif session.people and sys.stdin.isatty() and not self.options.as_json:
            from smallworld_terminal.conversation import Conversation  # completion, for terminals alone

            Conversation(session, commands, limited).run()
        else:
            play_lines(session, commands, limited, is_silent=self.options.as_json)

    def _print_result(self) -> None:
        game = self.session.game
        if self.options.as_json:
            for line in lines(game):
                click.echo(line)
        elif game.over:
            say(result_line(game))
            for line in final_table(game):
                say(line)
            for line in coin_lines(self.session) if sys.stdin.isatty() else ():
                say(line)
        else:
            say(_("not over: round {round} of {rounds}, next: {to_move} ({phase})", round=game.round,
                  rounds=game.rounds, to_move=game.to_move, phase=phase_name(game.phase)))  # fmt: skip

    def _print_resume_command(self) -> None:
        if self.session.recorder is not None and not self.session.game.over:
            command = common.record_command("resume", self.session.recorder.file.path, self.resume_options)
            say(_("saved; go on with: {resume_command}", resume_command=command), err=True)


def fills_window() -> bool:
    """Return whether a game can be shown on the whole window: at a terminal that is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    from smallworld_terminal.screen_state import LOWEST, NARROWEST  # draws boards

    size = shutil.get_terminal_size()
    return size.columns >= NARROWEST and size.lines >= LOWEST


def play_lines(
    session: Session, commands: PromptCommands, limited: Callable[[], DecisionLimit], *, is_silent: bool
) -> None:  # fmt: skip
    """Play through a pipe: actions come from standard input, the log is printed; bots alone are only watched.

    The game goes on until it is over, the lines end or one of them quits; wrong lines are reported and skipped.

    :param limited: makes the guard around everything that bots and abilities do. :param is_silent: print no log.
    :raises SaveError: the game cannot be recorded any more.
    """

    def print_news() -> None:
        for line in [] if is_silent else session.new_lines():
            click.echo(line)
        if lesson := commands.lesson():
            click.echo(lesson)

    if not session.people:
        session.reported = 0  # a spectator sees the whole log
    while not session.game.over:
        with limited():
            if bot := session.bot_to_move:
                session.play_bot()
            if session.game.to_move != bot:
                print_news()
        if bot:
            continue
        with common.readable_input():
            line = sys.stdin.readline() if session.people else ""
        if not line:
            break
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                with limited():
                    refusal = commands.answer(text)
            except Quit:
                break
            if refusal:
                click.echo(_("{player}: {message}", player=session.game.to_move, message=refusal), err=True)
    print_news()
