"""Games of ``play`` and ``resume``, repeated as long as the people at the terminal want another one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.decision_limit import DecisionLimit, patience_for
from smallworld.errors import reason_of
from smallworld.game import Game, new_game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.board import BoardFile
from smallworld.model.variant import Scalar, Variant
from smallworld.plugins.manager import Plugins
from smallworld.tools import Wrap
from smallworld_bots.bot_description import new_seed
from smallworld_cli.common import RecordOptions, plugin_words, read_or_exit, warn
from smallworld_cli.console import say
from smallworld_editions.editions import boards_of
from smallworld_play import Session
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
from smallworld_play.standings import teams_line
from smallworld_play.turns import TurnHistory
from smallworld_records.save_file import SaveFile, keep_copy
from smallworld_terminal.terminal_play import TerminalGame, fills_window

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

    def run(
        self, session: Session, unrecorded: Mapping[str, str], record: RecordOptions | None = None, *,
        may_repeat: bool = False, tutorial: Tutorial | None = None,
    ) -> bool:  # fmt: skip
        """Play a session; return whether its people want another game.

        :param unrecorded: the seats that the save does not describe.
        :param record: how the save was read; None for a new game.
        """
        return TerminalGame(
            session, self.resume_options(unrecorded, record), self.as_json, self.is_plain, self.decision_limit,
            may_repeat=may_repeat, tutorial=tutorial,
        ).run()  # fmt: skip

    def resume_options(self, unrecorded: Mapping[str, str], record: RecordOptions | None) -> list[str]:
        """Return the options without which ``resume`` would go on with a different game."""
        options = plugin_words(self.plugin_names)
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
        session = Session(
            game, bots, record=Recorder(game, save) if save is not None else None, seed=seed,
            stop_on_failure=options.bot_failure == "stop", warn=warn,
        )  # fmt: skip
        if not options.as_json:
            _announce(game, seed)
        return options.run(session, unrecorded_seats(seats, seats), may_repeat=tutorial is None, tutorial=tutorial)

    def _begin(self, seats: Mapping[str, str], seed: int) -> Game:
        faces = self._faces()
        with self.options.limit():
            game = new_game(
                self.variant, list(seats), seed=seed, board=faces, options=self.rulings, plugins=self.options.plugins,
                wrap=self.wrap,
            )  # fmt: skip
        if self.boards:
            from smallworld_cli.edition_argument import note_joined_boards

            note_joined_boards(game.state.board.faces)
        record_seats(game, seats)
        return game

    def _faces(self) -> Sequence[str | BoardFile] | None:
        """Return the boards that the user names; None = those of the variant."""
        if self.is_tutorial:
            return (_tutorial_board(),)
        if not self.boards:
            return None
        from smallworld_cli.edition_argument import board_errors

        with board_errors(self.boards):
            return boards_of(self.variant, self.boards)


def go_on(save: SaveFile, players: Sequence[str], options: PlayOptions, record: RecordOptions) -> None:
    """Go on with a saved game.

    :raises SmallWorldError: the save cannot be read, or the game cannot be recorded.
    """
    turns = TurnHistory()
    arguments = record.reader_arguments(options.plugins)
    with options.limit(turns.steps):
        reader = read_or_exit(save, options.plugins, watch=turns.add, **arguments)
    game = reader.game
    with usage_errors():
        seats = change_seats(game, players)
    bots = make_bots(seats, options.plugins)
    if options.in_browser:
        options.serve(game, seats)
        return
    if record.last_line is not None and reader.whole < reader.size:
        click.echo(_("the whole game is kept in {file}", file=keep_copy(save)), err=True)
    unrecorded = unrecorded_seats(seats, recorded_seats(game))
    session = Session(
        game, bots, record=Recorder(game, save, resumed=reader), turns=turns, seed=game.origin["seed"],
        stop_on_failure=options.bot_failure == "stop", warn=warn,
    )  # fmt: skip
    options.run(session, unrecorded, record)


def _announce(game: Game, seed: int) -> None:
    """Print the edition, the number of players, the seed and the teams."""
    players = format_count(len(game.players), "player")
    click.echo(_("{edition}, {players}, seed {seed}", edition=game.variant.name, players=players, seed=seed), err=True)
    if teams_line(game):
        click.echo(teams_line(game), err=True)


def _tutorial_board() -> BoardFile:
    from smallworld_validate.game_file_checks.given_position import tiny_board  # reads a file

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
