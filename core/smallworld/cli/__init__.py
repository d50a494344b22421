"""The command line.

Commands are imported when they are called, and they import the rules, content and bots
only in the functions that use them: every ``--help`` and every slip of the pen is
answered without loading an engine.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from smallworld.errors import ContentError, SmallWorldError

COMMANDS = {
    "play": ("play", "Play a game, against people or bots."),
    "resume": ("resume", "Go on with a saved or interrupted game."),
    "replay": ("replay", "Step through or verify a recorded game."),
    "legal": ("legal", "The legal actions at the end of a saved game."),
    "validate": ("validate", "Check content, scenario and replay files."),
    "scenario": ("scenario", "Run scenario files."),
    "simulate": ("simulate", "Many games of bots."),
    "report": ("report", "A readable report of simulated games."),
    "balance": ("balance", "Place one race or power among the others."),
    "variant": ("variant", "What editions there are; scaffold one."),
    "ability": ("ability", "What abilities there are and what they do."),
    "plugin": ("plugin", "What plugins there are; scaffold or check one."),
    "board": ("board", "Draw a board."),
    "schema": ("schema", "Print the JSON schema of a file kind."),
    "doctor": ("doctor", "What a bug report needs to know."),
}
"""Command → module of this package and one line of help."""


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What a disk says when it takes no more."""


class LazyGroup(click.Group):
    """A group whose commands are imported only when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the table."""
        return [name for name, (module, _) in COMMANDS.items() if _exists(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS or not _exists(COMMANDS[cmd_name][0]):
            return None
        module = importlib.import_module(f"smallworld.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = module.command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        rows = [(name, COMMANDS[name][1]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _exists(module: str) -> bool:
    return importlib.util.find_spec(f"smallworld.cli.{module}") is not None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="smallworld", prog_name="smallworld")
def cli() -> None:
    """The open rules engine for Small World.

    \b
    smallworld play                      the base game against two bots
    smallworld play warcraft --player ann --player bob=greedy
    smallworld COMMAND --help            explains each command
    """


def _quiet(stream: TextIO) -> None:
    """Let go of what was not written, so that Python does not complain about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _misuse(error: click.ClickException) -> str:
    """What is wrong with a command line, in one line, and below it how the command is used."""
    said = error.format_message().strip().rstrip(".")
    # "No such option" goes on in our sentence, "SVG" and the like stay as they are.
    said = said[:1].lower() + said[1:] if said[1:2].islower() or said[1:2] == " " else said
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return f"error: {said}"
    usage = context.get_usage()
    return f"error: {said}\n{usage}\n{context.command_path} --help explains it"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every error is one line on standard error, never a traceback."""
    stdout = sys.stdout
    if sys.stdin is None:  # closed by whoever started the program
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - until the program ends
    try:
        cli.main(args=None if arguments is None else list(arguments), prog_name="smallworld", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        # click's answer to a group without a command, from 8.2 on an error
        bare = isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ()))
        click.echo(error.format_message() if bare else _misuse(error), err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has enough.
        _quiet(sys.stdout)
        sys.exit(0)
    except SystemExit as stop:
        # When a pipe is closed click puts a silent stream in place of ours and leaves with status 1,
        # but nothing that was checked is wrong.
        sys.exit(0 if sys.stdout is not stdout else stop.code)
    except ContentError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except SmallWorldError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(getattr(error, "exit_code", 2))
    except Exception as error:
        if os.environ.get("SMALLWORLD_DEBUG"):
            raise
        if isinstance(error, OSError) and (error.filename or error.errno in FULL):
            _quiet(sys.stdout)
            what = f"the file {str(error.filename)!r} cannot be used" if error.filename else "cannot write the output"
            click.echo(f"error: {what}: {(error.strerror or str(error)).lower()}", err=True)
            sys.exit(2)
        click.echo(f"error: the program has a fault ({type(error).__name__}: {error}); please report it with what "
                   "'smallworld doctor' prints; SMALLWORLD_DEBUG=1 shows where", err=True)  # fmt: skip
        sys.exit(3)
