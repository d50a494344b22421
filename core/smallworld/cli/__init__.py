"""The command line.

Commands are imported when they are called, and they import the rules, content and bots
only in the functions that use them: every ``--help`` and every wrong option is
answered without loading an engine.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from smallworld.cli.language import add_language, choose_language, is_for_programs
from smallworld.cli.misuse import format_misuse
from smallworld.cli.standard_streams import open_missing, write_every_letter
from smallworld.decision_limit import EndRefused, OutOfTime, exits_refused
from smallworld.errors import ContentError, SmallWorldError, reason_of
from smallworld.languages import N_, _
from smallworld.safe_text import safe_lines, screened
from smallworld.versions import __version__

COMMANDS = {
    "play": ("smallworld_terminal.commands.play", N_("Play a game, against people or bots.")),
    "serve": ("smallworld_web.commands.serve", N_("Play in the browser, alone or with friends.")),
    "resume": ("smallworld_terminal.commands.play:resume", N_("Go on with a saved or interrupted game.")),
    "replay": (
        "smallworld_terminal.commands.replay",
        N_("Print or verify a recorded game, or write a page to step through."),
    ),
    "legal": ("smallworld_terminal.commands.replay:legal", N_("List the legal actions at the end of a saved game.")),
    "validate": ("smallworld_validate.commands.validate", N_("Check content, scenario and replay files.")),
    "scenario": ("smallworld_testing.commands.scenario", N_("Run scenario files.")),
    "simulate": ("smallworld_lab.commands.simulate", N_("Play many games of bots.")),
    "report": ("smallworld_lab.commands.report", N_("Report the results of simulated games.")),
    "balance": ("smallworld_lab.commands.balance", N_("Compare one race or power with the others.")),
    "ladder": ("smallworld_lab.commands.ladder", N_("Rate bots by games against each other.")),
    "variant": ("smallworld_authors.commands.variant", N_("List and show editions; scaffold one.")),
    "language": ("smallworld_authors.commands.language", N_("List languages; begin a translation.")),
    "ability": ("smallworld_authors.commands.ability", N_("List and explain abilities.")),
    "plugin": ("smallworld_authors.commands.plugin", N_("List plugins; scaffold or check one.")),
    "board": ("smallworld_draw.commands.board", N_("Draw a board.")),
    "schema": ("smallworld_authors.commands.schema", N_("Print the JSON schema of a file kind.")),
    "completion": ("smallworld_authors.commands.completion", N_("Print a script for completion by Tab in a shell.")),
    "doctor": ("smallworld_authors.commands.doctor", N_("Print the facts that a bug report needs.")),
}
"""Command → module, and the function in it unless that is ``command``; a line of help."""
OWN = {"click", *(module.partition(".")[0] for module, _help in COMMANDS.values())}
"""Packages that end a command on purpose."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of a disk that takes no more data."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of all commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(":")
        commands = importlib.import_module(module)
        command: click.Command = getattr(commands, function or "command")
        return add_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing them."""
        rows = [(name, _(COMMANDS[name][1])) for name in self.list_commands(ctx)]
        with formatter.section(_("Commands")):
            formatter.write_dl(rows)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="smallworld")
def cli() -> None:
    """The open rules engine for Small World.

    \b
    smallworld play                      the base game against an easy and a normal bot
    smallworld play warcraft --player ann --player bob=greedy
    smallworld COMMAND --help            explains each command
    """


def _foreign_exit(stop: SystemExit) -> str:
    """Return the file and line that ended the program; empty if the command line did."""
    trace = stop.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", "")) if trace is not None else ""
    if trace is None or module.startswith("smallworld.cli") or module.partition(".")[0] in OWN:
        return ""
    return _("{file!r}, line {line}", file=trace.tb_frame.f_code.co_filename, line=trace.tb_lineno)


def _last_line(error: EndRefused) -> str:
    """Return the file and line that called the refused function."""
    import traceback  # not for correct plugins

    caller = traceback.extract_tb(error.__traceback__)[-2]  # the last one is the refusal
    return _("{file!r}, line {line}", file=caller.filename, line=caller.lineno)


def _report_fault(error: Exception) -> int:
    """Report a file that cannot be used, or a fault of the program; return the exit status."""
    if isinstance(error, OSError) and (error.filename or error.errno in FULL or not _has_folder()):
        click.echo(_file_fault(error), err=True)
        return 2
    fault = f"{type(error).__name__}: {error}"
    message = _("error: the program has a fault ({fault}); please report it with the output of 'smallworld doctor'; "
                "SMALLWORLD_DEBUG=1 shows the place", fault=fault)  # fmt: skip
    click.echo(message, err=True)
    return 3


def _has_folder() -> bool:
    """Return whether the folder in which the program was started is still there."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def _file_fault(error: OSError) -> str:
    """Write why a file, or the output, cannot be used."""
    if not _has_folder():
        return _("error: the folder in which you are was removed; change to another one")
    if error.filename:
        return _("error: the file {file!r} cannot be used: {reason}", file=str(error.filename), reason=reason_of(error))
    return _("error: cannot write the output: {reason}", reason=reason_of(error))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every error is one line on standard error, never a traceback."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    open_missing()
    write_every_letter(for_programs=is_for_programs(words))
    with screened(), exits_refused():
        _main(words)


def _main(words: Sequence[str]) -> None:
    stdout = sys.stdout
    choose_language(words)
    add_language(cli)
    try:
        cli.main(args=list(words), prog_name="smallworld", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(0)  # the reader of the output has enough
    except SystemExit as stop:
        # When a pipe is closed click puts a silent stream in place of ours and leaves with status 1,
        # but nothing that was checked is wrong.
        sys.exit(0 if sys.stdout is not stdout else _report_exit(stop))
    except (KeyboardInterrupt, EndRefused, OutOfTime, Exception) as error:
        sys.exit(_report(error))


def _report_exit(stop: SystemExit) -> Any:
    """Report a plugin or bot that ended the program; return the exit status."""
    place = _foreign_exit(stop)
    if not place:
        return stop.code
    click.echo(_("error: a plugin or bot tried to end the program ({place})", place=f"{place}: sys.exit"), err=True)
    return 2


def _report(error: BaseException) -> int:
    """Report why a command ended early, in one line; return the exit status."""
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.ClickException():
            # click's answer to a group without a command
            bare = isinstance(error, click.exceptions.NoArgsIsHelpError)
            text, status = error.format_message() if bare else format_misuse(error), error.exit_code
        case click.Abort() | KeyboardInterrupt():
            text, status = _("stopped"), 130
        case EndRefused():
            place = f"{_last_line(error)}: os._exit"
            text, status = _("error: a plugin or bot tried to end the program ({place})", place=place), 2
        case OutOfTime():
            text, status = _("error: {message}", message=error), 2
        case ContentError():
            text, status = str(error), 1
        case SmallWorldError():
            text, status = _("error: {message}", message=error), getattr(error, "exit_code", 2)
        case _:
            if os.environ.get("SMALLWORLD_DEBUG") or not isinstance(error, Exception):
                raise error
            return _report_fault(error)
    click.echo(safe_lines(text), err=True)
    return status
