"""Play a session at a terminal or through a pipe, then print its result."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence

import click

from smallworld.cli.prompt.game_end import GameEnd, coin_lines
from smallworld.cli.prompt.line_mode import play_lines
from smallworld.cli.prompt.prompt_commands import PromptCommands
from smallworld.cli.prompt.tutorial import Tutorial
from smallworld.cli.replay_options import resume_command
from smallworld.cli.screen.arrangement import LOWEST, NARROWEST
from smallworld.cli.text.console import say
from smallworld.cli.text.game_lines import final_table
from smallworld.decision_limit import DecisionLimit, patience_for
from smallworld.errors import SaveError
from smallworld.languages import _
from smallworld.model.phase_names import phase_name
from smallworld.replays.writer import lines
from smallworld.sessions import Session
from smallworld.sessions.standings import result_line


def run_session(
    session: Session, resume_options: Sequence[str], *, as_json: bool, is_plain: bool = False,
    limit: float | None = None, may_repeat: bool = False, tutorial: Tutorial | None = None,
) -> bool:  # fmt: skip
    """Play a session to its end, or until its people leave; return whether they want another game.

    :param resume_options: options that ``resume`` needs to go on with this game.
    :param is_plain: at a terminal, ask line by line instead of using the whole window.
    :param limit: seconds for one decision of a bot or an ability; None = the usual limit.
    :param may_repeat: whether another game can be offered.
    :param tutorial: lessons to show before the decisions of a learner.
    :raises SaveError: the game cannot be recorded any more; the sentence states how to go on.
    """
    game_end = GameEnd(session, may_repeat=may_repeat)
    try:
        try:
            seconds = patience_for(session.bots.values(), limit)
            _play(session, resume_options, seconds, tutorial, game_end, as_json=as_json, is_plain=is_plain)
            _print_result(session, as_json=as_json)
        finally:
            session.close()
    except SaveError as error:
        if not error.path:
            raise SaveError(str(error)) from None
        command = resume_command(error.path, resume_options)
        raise SaveError(_("{error}; go on with: {command}", error=error, command=command)) from None
    except BaseException:
        _print_resume_command(session, resume_options)
        raise
    _print_resume_command(session, resume_options)
    return not as_json and game_end.ask()


def _play(
    session: Session, resume_options: Sequence[str], seconds: float, tutorial: Tutorial | None, game_end: GameEnd, *,
    as_json: bool, is_plain: bool,
) -> None:  # fmt: skip
    commands = PromptCommands(session, resume_options, tutorial=tutorial)

    def limited() -> DecisionLimit:
        return DecisionLimit(seconds, lambda: 0)

    if not (as_json or is_plain or session.game.over) and fills_window():
        from smallworld.cli.screen.application import Screen  # prompt_toolkit, for terminals alone
        from smallworld.cli.screen.screen_state import ScreenState

        state = ScreenState(session, commands, game_end, has_colours="NO_COLOR" not in os.environ)
        Screen(state, limited, seconds).run()
        game_end.is_left = session.game.over
    elif session.people and sys.stdin.isatty() and not as_json:
        from smallworld.cli.prompt.conversation import Conversation  # completion, for terminals alone

        Conversation(session, commands, limited).run()
    else:
        _play_through_pipe(session, commands, tutorial, limited, as_json=as_json)


def _play_through_pipe(
    session: Session, commands: PromptCommands, tutorial: Tutorial | None, limited: Callable[[], DecisionLimit], *,
    as_json: bool,
) -> None:  # fmt: skip
    """Read actions from standard input and print the log; with bots alone only print."""

    def print_news() -> None:
        for line in [] if as_json else session.new_lines():
            click.echo(line)
        if tutorial is not None and (lesson := tutorial.lesson(session.game)):
            click.echo(lesson)

    if not session.people:
        session.reported = 0  # a spectator sees the whole log
    play_lines(session, iter(sys.stdin) if session.people else iter(()), commands.answer, print_news, limited)
    print_news()


def fills_window() -> bool:
    """Return whether a game can be shown on the whole window: at a terminal that is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    size = shutil.get_terminal_size()
    return size.columns >= NARROWEST and size.lines >= LOWEST


def _print_result(session: Session, *, as_json: bool) -> None:
    game = session.game
    if as_json:
        for line in lines(game):
            click.echo(line)
    elif game.over:
        say(result_line(game))
        for line in final_table(game):
            say(line)
        if sys.stdin.isatty():
            for line in coin_lines(session):
                say(line)
    else:
        say(_("not over: round {round} of {rounds}, next: {to_move} ({phase})",
              round=game.round, rounds=game.rounds, to_move=game.to_move, phase=phase_name(game.phase)))  # fmt: skip


def _print_resume_command(session: Session, resume_options: Sequence[str]) -> None:
    if session.recorder is not None and not session.game.over:
        command = resume_command(session.recorder.path, resume_options)
        say(_("saved; go on with: {resume_command}", resume_command=command), err=True)
