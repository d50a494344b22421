"""Options of commands that read a record, and the command line that resumes a saved game."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.errors import ReplayError
from smallworld.languages import _, ngettext
from smallworld_cli.common import variant_of
from smallworld_cli.parameter_types import WholeNumber
from smallworld_output.whole_files import write_whole

if TYPE_CHECKING:
    from smallworld.plugins.manager import Plugins
    from smallworld.tools import Wrap
    from smallworld_records.save_file import SaveFile
    from smallworld_records.saved_game_reader import Reader


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """The values of :func:`record_options`.

    :ivar variant, boards: the edition and the boards that the user named for those of the record.
    """

    variant: str | None
    boards: Sequence[str]
    last_line: int | None

    def reader_arguments(self, plugins: Plugins) -> Mapping[str, Any]:
        """Return the values as :class:`smallworld_records.saved_game_reader.Reader` takes them.

        :raises SmallWorldError: an edition or a board cannot be read.
        """
        from smallworld_editions.load import load_board  # not for --help

        for name in self.boards:
            if not Path(name).is_file():
                raise click.UsageError(_("--board {file}: this file does not exist", file=name))
        return {
            "variant": variant_of(self.variant, plugins) if self.variant else None,
            "boards": [load_board(Path(name)) for name in self.boards],
            "last_line": self.last_line,
        }


def record_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--variant``, ``--board`` and ``--up-to``, which change how a record is read."""
    for option in (
        click.option("--up-to", "last_line", type=WholeNumber(1), metavar="LINE", help="Read no further."),
        click.option("--board", "boards", multiple=True, metavar="FILE",
                     help="Use this board in place of the recorded one of the same name."),
        click.option("--variant", metavar="VARIANT",
                     help="Use this edition, by id or path, in place of the recorded one."),
    ):  # fmt: skip
        function = option(function)
    return function


def read_or_exit(file: Path | SaveFile, plugins: Plugins, wrap: Wrap | None = None, **arguments: Any) -> Reader:
    """Read the record in a file; a corrupt one ends the program with status 1.

    :param arguments: as for :class:`smallworld_records.saved_game_reader.Reader`.
    """
    from smallworld.game import new_game  # not for --help
    from smallworld_records.saved_game_reader import read

    begin = partial(new_game, wrap=wrap) if wrap is not None else new_game
    try:
        reader = read(file, begin, plugins=plugins, **arguments)
    except ReplayError as error:
        click.echo(_("error: {message}", message=error), err=True)
        sys.exit(1)
    _expect_line(reader, file if isinstance(file, Path) else file.path, arguments.get("last_line"))
    for warning in reader.warnings:
        click.echo(_("warning: {message}", message=warning), err=True)
    return reader


def _expect_line(reader: Reader, path: Path, last_line: int | None) -> None:
    """Check that a record has the line up to which it is read.

    :raises click.UsageError: it is shorter; the sentence has the number of its events.
    """
    number, _row = reader.rows.events[-1]
    if last_line is not None and last_line > number:
        raise click.UsageError(
            ngettext("--up-to {line}: {file} has {count} event and ends at line {last}",
                     "--up-to {line}: {file} has {count} events and ends at line {last}",
                     len(reader.game.log), line=last_line, file=path, last=number)
        )  # fmt: skip


def plugin_words(names: Sequence[str]) -> list[str]:
    """Return the words of a command line that load plugins."""
    return [word for name in names for word in ("--plugin", name)]


def resume_command(save: Path, options: Sequence[str] = ()) -> str:
    """Return the command line that goes on with a saved game."""
    return shlex.join(["smallworld", "resume", str(save), *options])


def replay_command(save: Path, options: Sequence[str]) -> str:
    """Return the command line that prints a saved game."""
    return shlex.join(["smallworld", "replay", str(save), *options])


def save_failed_game(record: str, first: Path) -> Path | None:
    """Save the game of a plugin or a simulation that failed; return its path.

    :param first: the file; if it holds something else, a free name next to it is taken.
    :returns: None if the folder cannot be written; the failure itself is reported anyway.
    """
    from smallworld_records.save_file import numbered_names

    for path in (first, *numbered_names(first)):
        try:
            if not os.path.lexists(path):
                write_whole(path, record)
                return path
            if path.is_file() and path.stat().st_size == len(record.encode()) and path.read_bytes() == record.encode():
                return path
        except OSError:
            return None
    return None
