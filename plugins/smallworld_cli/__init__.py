"""The command line; every ``--help`` and every wrong option is answered without loading an engine.

Commands are imported when they are called, and import rules, content and bots only in the functions that use them.
"""

from __future__ import annotations

import codecs
import errno
import importlib
import os
import sys
import unicodedata
from collections.abc import Mapping, Sequence

import click

from smallworld.decision_limit import EndRefused, OutOfTime, exits_refused
from smallworld.errors import ContentError, SmallWorldError, reason_of, sentence_of
from smallworld.languages import _, lazy
from smallworld.versions import DISTRIBUTION, __version__, pip_install
from smallworld_cli.language import add_language, choose_language, is_for_programs
from smallworld_output.safe_text import is_speaker, let_speak, safe_lines, screened

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of a disk that takes no more data."""


def shipped_commands(name: str = "") -> Mapping[str, tuple[str, str]]:
    """Return the commands of the program: name → place and line of help.

    :param name: a command; if it is one of the program, others may be missing.
    :raises SmallWorldError: nothing is installed that lists them.
    """
    from smallworld.plugins import installed  # not for --version

    commands_by_name = installed.shipped_commands(name)
    if name and name not in commands_by_name:
        commands_by_name = installed.shipped_commands()
    if not commands_by_name:
        install = pip_install(DISTRIBUTION)
        raise SmallWorldError(
            lazy("the modules of the program are found, but it is not installed, so that it has neither commands nor "
                 "editions: {install}", install=install)
        )  # fmt: skip
    return commands_by_name


def _require_folder() -> None:
    """Refuse to run from an archive on the path of Python: the program reads files next to its modules."""
    if not os.path.isfile(__file__):
        archive = next((path for path in sys.path if __file__.startswith(path) and os.path.isfile(path)), __file__)
        raise SmallWorldError(
            lazy("the program cannot run from the archive {archive!r}; unpack or install it: {install}",
                 archive=archive, install=pip_install(archive if archive.endswith(".whl") else DISTRIBUTION))
        )  # fmt: skip


def plugin_commands() -> Mapping[str, tuple[str, str]]:
    """Return the commands of plugins, which are loaded for it, as :func:`shipped_commands` does."""
    from smallworld.plugins.installed import is_plugin_installed

    if not is_plugin_installed():
        return {}
    from smallworld.plugins.manager import default_plugins

    return default_plugins().commands


def all_commands() -> Mapping[str, tuple[str, str]]:
    """Return every command: name → place and line of help."""
    return {**shipped_commands(), **plugin_commands()}


class LazyGroup(click.Group):
    """A group that imports a command only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of all commands: those of the program, then those of plugins."""
        return list(all_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command; plugins are loaded only for a name that the program does not have."""
        from smallworld.plugins.installed import shipped_packages

        place, _help = shipped_commands(cmd_name).get(cmd_name) or plugin_commands().get(cmd_name) or ("", "")
        if not place:
            return None
        for package in (*shipped_packages(), _package_of(place)):
            let_speak(package)
        module, _colon, function = place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), function or "command")
        return add_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing them."""
        rows = [(name, _(text)) for name, (_place, text) in all_commands().items()]
        if rows:
            with formatter.section(_("Commands")):
                formatter.write_dl(rows)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="smallworld")
def cli() -> None:
    """The open rules engine for Small World.

    \b
    smallworld tutorial                  five guided turns, for newcomers
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
    if trace is None or _package_of(module) == "click" or is_speaker(_package_of(module)):
        return ""
    return _("{file!r}, line {line}", file=trace.tb_frame.f_code.co_filename, line=trace.tb_lineno)


def _package_of(place: str) -> str:
    return place.partition(".")[0]


def _fault(error: Exception) -> tuple[str, int]:
    """Write why a file or the output cannot be used, or a fault of the program; return the exit status, too."""
    if isinstance(error, OSError):
        try:
            os.getcwd()
        except OSError:
            return _("error: the folder in which you are was removed; change to another one"), 2
        reason = reason_of(error)
        if error.filename:
            return _("error: the file {file!r} cannot be used: {reason}", file=str(error.filename), reason=reason), 2
        if error.errno in FULL:
            return _("error: cannot write the output: {reason}", reason=reason), 2
    return _("error: the program has a fault ({fault}); please report it with the output of 'smallworld doctor'; "
             "SMALLWORLD_DEBUG=1 shows the place", fault=sentence_of(error)), 3  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every error is one line on standard error, never a traceback."""
    texts = sys.argv[1:] if arguments is None else list(arguments)
    let_speak(__name__)
    _open_missing()
    _write_every_letter(for_programs=is_for_programs(texts))
    with screened(), exits_refused():
        stdout = sys.stdout
        choose_language(texts)
        add_language(cli)
        try:
            _require_folder()
            cli.main(args=texts, prog_name="smallworld", standalone_mode=False)
            sys.stdout.flush()
        except BrokenPipeError:
            sys.exit(0)  # the reader of the output has enough
        except SystemExit as stop:
            # When a pipe is closed click puts a silent stream in place of ours and leaves with status 1,
            # but nothing that was checked is wrong.
            sys.exit(0 if sys.stdout is not stdout else _report_exit(stop))
        except (KeyboardInterrupt, EndRefused, OutOfTime, Exception) as error:
            sys.exit(_report(error))


def _report_exit(stop: SystemExit) -> str | int | None:
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
            from smallworld_cli.parameter_types import format_misuse  # not for correct input

            # click's answer to a group without a command
            bare = isinstance(error, click.exceptions.NoArgsIsHelpError)
            text, status = error.format_message() if bare else format_misuse(error), error.exit_code
        case click.Abort() | KeyboardInterrupt():
            place = getattr(error.__cause__ or error, "args", ())  # click raises Abort from Ctrl-C
            text, status = _("stopped {place}", place=place[0]) if place else _("stopped"), 130
        case EndRefused():
            import traceback  # not for correct plugins

            caller = traceback.extract_tb(error.__traceback__)[-2]  # the last one is the refusal
            place = _("{file!r}, line {line}", file=caller.filename, line=caller.lineno)
            text = _("error: a plugin or bot tried to end the program ({place})", place=f"{place}: os._exit")
            status = 2
        case OutOfTime():
            text, status = _("error: {message}", message=error), 2
        case ContentError():
            text, status = str(error), 1
        case SmallWorldError():
            text, status = _("error: {message}", message=sentence_of(error)), getattr(error, "exit_code", 2)
        case _:
            if os.environ.get("SMALLWORLD_DEBUG") or not isinstance(error, Exception):
                raise error
            text, status = _fault(error)
    click.echo(safe_lines(text), err=True)
    return status


# --- the three streams of the program: there, and with every letter in their encoding


MODES = {"stdin": "r", "stdout": "w", "stderr": "w"}
"""Names of the streams in the order of their numbers, with what is done with them."""
PLAIN = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "„": '"', "“": '"', "”": '"', "‚": "'",
                       "‘": "'", "’": "'", "→": "->", "×": "x", "ł": "l", "Ł": "L", "─": "-", "│": "|"})  # fmt: skip
"""Signs without a plain letter in Unicode → what replaces them in an encoding without them."""


def _open_missing() -> None:
    """Open the streams that were closed by the program that started this one; what is written there is lost.

    Their numbers are taken first: else the next file, such as a save, would be standard output of a bot.
    """
    for name, mode in MODES.items():
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, number < len(MODES))
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _write_every_letter(*, for_programs: bool) -> None:
    """Let no letter fail in an encoding that lacks it: people read the nearest one, programs an escape of JSON."""
    codecs.register_error("smallworld-nearest", _nearest)
    codecs.register_error("smallworld-escape", _escape)
    for stream in (sys.stdout, sys.stderr):
        encoding = str(getattr(stream, "encoding", None) or "")
        if encoding and hasattr(stream, "reconfigure") and not codecs.lookup(encoding).name.startswith("utf"):
            stream.reconfigure(errors="smallworld-escape" if for_programs else "smallworld-nearest")
    if hasattr(sys.stdin, "reconfigure") and getattr(sys.stdin, "errors", "") == "strict":
        sys.stdin.reconfigure(errors="replace")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Replace letters that an encoding lacks: ``č`` by ``c``, others by ``?``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(PLAIN))
    plain = "".join(letter if letter.isascii() else "?" for letter in letters if not unicodedata.combining(letter))
    return plain or "?", error.end


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Replace letters that an encoding lacks by escapes of JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)), error.end
