"""Options and helpers of several commands."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from smallworld.errors import ContentError, ReplayError, SmallWorldError, reason_of
from smallworld.languages import N_, _, and_list, ngettext
from smallworld.versions import extra as requirement_of
from smallworld.versions import pip_install
from smallworld_cli.parameter_types import Number, WholeNumber

if TYPE_CHECKING:
    from smallworld.model.board import BoardFile
    from smallworld.model.variant import Scalar, Variant
    from smallworld.plugins.manager import Plugins
    from smallworld.tools import Wrap
    from smallworld_cli.hook_trace import Tracer
    from smallworld_records.save_file import SaveFile
    from smallworld_records.saved_game_reader import Reader


# --- options


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def options_together(*options: Decorator) -> Decorator:
    """Return a decorator that adds several options, the last one first."""
    return lambda function: reduce(lambda decorated, option: option(decorated), options, function)


plugin_option = click.option(
    "--plugin", "plugin_names", multiple=True, metavar="MODULE_OR_PATH", help="Load a plugin that is not installed."
)
trace_option = click.option(
    "--trace-hooks", is_flag=True, help="Print on standard error how each ability answers each hook."
)
board_option = click.option(
    "--board", "boards", multiple=True, metavar="BOARD", help="Board id or file; repeat for islands."
)
ruling_option = click.option(
    "--option", "rulings", multiple=True, metavar="RULING=VALUE", help="Answer a ruling differently."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
decision_limit_option = click.option(
    "--decision-limit", type=Number(0.1, 86_400), metavar="SECONDS",
    help="Stop a bot or an ability that takes longer for one decision. "
         "Default: 60, and four times the seconds of the bots.",
)  # fmt: skip


# --- values of options


def tracer(is_wanted: bool) -> Tracer | None:
    """Return a tracer that prints every call of a hook on standard error, for ``new_game(wrap=…)``."""
    if not is_wanted:
        return None
    from smallworld_cli.hook_trace import Tracer  # not for --help

    return Tracer(sys.stderr)


def plugins_of(names: Sequence[str]) -> Plugins:
    """Load the installed plugins and those that were named; broken installed ones are reported and left out.

    :raises SmallWorldError: one that was named cannot be used.
    """
    from smallworld.plugins.manager import Plugins, default_plugins  # not for --help

    plugins = Plugins(names) if names else default_plugins()
    for plugin in () if plugins.is_only_shipped else plugins.broken():
        if plugin.source in names:
            raise SmallWorldError(_("plugin {plugin!r}: {problem}", plugin=plugin.name, problem=plugin.problem))
        click.echo(
            _("warning: plugin {plugin!r} is left out: {problem}", plugin=plugin.name, problem=plugin.problem), err=True
        )
    return plugins


def variant_of(name: str, plugins: Plugins) -> Variant:
    """Load a variant by id or path.

    :raises click.UsageError: the path is that of a board, or of another file that is not an edition.
    """
    from smallworld_editions.editions import load_variant  # not for --help

    try:
        return load_variant(name, plugins=plugins)
    except ContentError:
        refuse_other_kind(name)
        raise


def variants_of(names: Sequence[str], plugins: Plugins) -> list[Variant]:
    """Load the variants that were named, or all that are installed."""
    from smallworld_editions.discovery import find_variants

    return [variant_of(name, plugins) for name in names or sorted(find_variants(plugins.variants))]


def complete_variant(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the ids of variants in a shell, or else the path of one."""
    from smallworld_editions.discovery import find_variants

    ids = [name for name in sorted(find_variants(plugins_of(()).variants)) if name.startswith(incomplete)]
    return [CompletionItem(name) for name in ids] or [CompletionItem(incomplete, type="file")]


def answers_of(pairs: Sequence[str]) -> dict[str, Scalar]:
    """Read ``KEY=VALUE`` pairs as answers to rulings."""
    from smallworld.model.rulings import read_answer  # not for --help

    answers: dict[str, Scalar] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise click.UsageError(
                _("--option {pair!r} must be RULING=VALUE, e.g. --option tie_break=shared", pair=pair)
            )
        answers[key.strip()] = read_answer(value.strip())
    return answers


# --- files of another kind in the place of the edition or the board that a command names


_AS_EDITION = {
    "board": N_("{file} is a board, not an edition; to play on it, name an edition and add --board {file}"),
    "scenario": N_("{file} is a scenario, not an edition; smallworld scenario run {file} runs it"),
    "language": N_("{file} translates an edition; name the edition, and add --language {language}"),
    "replay": N_("{file} is a saved game, not an edition; smallworld resume {file} goes on with it"),
}
"""Kind of a file → the sentence about it in the place of an edition."""
_AS_BOARD = {
    "variant": N_("{file} is an edition, not a board; its boards are in the folder {folder}"),
    "replay": N_("{file} is a saved game, not a board; smallworld board show --game {file} draws it"),
}
"""Kind of a file → the sentence about it in the place of a board."""


def refuse_other_kind(name: str, sentences: Mapping[str, str] = _AS_EDITION) -> None:
    """Refuse a file of another kind, if its content shows it.

    :param name: the argument of the command, which could not be read as an edition.
    :raises click.UsageError: the file is a board, a scenario, a translation or a saved game.
    """
    path = Path(name)
    sentence = sentences.get(_kind(path) or "")
    if sentence is not None:
        raise click.UsageError(_(sentence, file=name, language=path.stem, folder=path.parent / "boards"))


@contextmanager
def board_errors(names: Iterable[str]) -> Iterator[None]:
    """Refuse files that cannot be read as boards, if their content shows another kind.

    :raises click.UsageError: a file is an edition or a saved game.
    """
    try:
        yield
    except ContentError:
        for name in names:
            refuse_other_kind(name, _AS_BOARD)
        raise


def note_joined_boards(faces: Sequence[BoardFile]) -> None:
    """Print that several boards are one map, unless all of them are islands: those with a size, or without an edge."""
    has_whole = any(not face.size and any(region.border for region in face.regions) for face in faces)
    if len(faces) < 2 or not has_whole:
        return
    click.echo(
        _("note: {boards} are played together as one map of {count} regions, because --board is repeated; name one "
          "board to play on it alone",
          boards=and_list(face.id for face in faces), count=sum(len(face.regions) for face in faces)),
        err=True,
    )  # fmt: skip


def _kind(path: Path) -> str | None:
    """Return the kind of a file; None if it is not a file, or its content does not show its kind."""
    if not path.is_file():
        return None
    # Not for files that can be used.
    from smallworld_editions.form import kind_of
    from smallworld_editions.reading.files import MAX_BYTES
    from smallworld_editions.reading.reader import read
    from smallworld_records.record_lines import looks_like_replay

    content = path.read_bytes()[:MAX_BYTES]
    if looks_like_replay(content):
        return "replay"
    documents, _problems = read(content, str(path))
    return kind_of(documents[0].data) if documents else None


# --- errors


def refuse_overwriting(option: str, output: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write into a file that the command reads.

    :raises click.UsageError: the output is one of the inputs, by any of its names.
    """
    if output.exists() and any(path.exists() and output.samefile(path) for path in inputs):
        raise click.UsageError(
            _("{option} {output} would overwrite a file that this command reads; choose another file",
              option=option, output=output)
        )  # fmt: skip


def need_extra(command: str, *modules: str, extra: str = "sim") -> None:
    """Check that the packages of an extra are installed.

    :raises SmallWorldError: one is missing; the sentence names the command that installs it.
    """
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        values = {"command": command, "names": ", ".join(missing), "install": pip_install(requirement_of(extra))}
        raise SmallWorldError(_("{command} needs more packages ({names}); {install}", **values))


# --- output


def warn(text: str) -> None:
    """Print a sentence on standard error."""
    click.echo(text, err=True)


def print_json(value: Any) -> None:
    """Print one JSON document on standard output; numbers that JSON cannot write become null."""
    click.echo(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def write_file(path: Path, content: str, *, make_folder: bool = False) -> Path:
    """Write a text file; return its path.

    :raises SmallWorldError: the file cannot be written.
    """
    if make_folder:
        make_parent(path)
    from smallworld_output.whole_files import write_whole  # not for a game

    try:
        write_whole(path, content)
    except OSError as error:
        raise _unwritable(path, error) from None
    return path


def make_parent(path: Path) -> None:
    """Make the folder of a file that is to be written.

    :raises SmallWorldError: there can be no such folder.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> SmallWorldError:
    return SmallWorldError(_("{file}: cannot write this file: {reason}", file=path, reason=reason_of(error)))


@contextmanager
def readable_input() -> Iterator[None]:
    """Read standard input in the block.

    :raises SmallWorldError: it cannot be read.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise SmallWorldError(_("cannot read the input: {reason}", reason=reason)) from None


# --- records: the options of commands that read one, and the command lines that go on with one


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


record_options = options_together(
    click.option("--up-to", "last_line", type=WholeNumber(1), metavar="LINE", help="Read no further."),
    click.option("--board", "boards", multiple=True, metavar="FILE",
                 help="Use this board in place of the recorded one of the same name."),
    click.option("--variant", metavar="VARIANT", help="Use this edition, by id or path, in place of the recorded one."),
)  # fmt: skip
"""Options that change how a record is read."""


def read_or_exit(file: Path | SaveFile, plugins: Plugins, wrap: Wrap | None = None, **arguments: Any) -> Reader:
    """Read the record in a file; a corrupt one ends the program with status 1.

    :param arguments: as for :class:`smallworld_records.saved_game_reader.Reader`.
    :raises click.UsageError: the record is shorter than the line up to which it is read.
    """
    from smallworld.game import new_game  # not for --help
    from smallworld_records.saved_game_reader import read

    begin = partial(new_game, wrap=wrap) if wrap is not None else new_game
    try:
        reader = read(file, begin, plugins=plugins, **arguments)
    except ReplayError as error:
        click.echo(_("error: {message}", message=error), err=True)
        sys.exit(1)
    (number, _row), last_line = reader.rows.events[-1], arguments.get("last_line")
    if last_line is not None and last_line > number:
        raise click.UsageError(
            ngettext("--up-to {line}: {file} has {count} event and ends at line {last}",
                     "--up-to {line}: {file} has {count} events and ends at line {last}", len(reader.game.log),
                     line=last_line, file=file if isinstance(file, Path) else file.path, last=number)
        )  # fmt: skip
    for warning in reader.warnings:
        click.echo(_("warning: {message}", message=warning), err=True)
    return reader


def plugin_words(names: Sequence[str]) -> list[str]:
    """Return the words of a command line that load plugins."""
    return [word for name in names for word in ("--plugin", name)]


def record_command(name: str, save: Path, options: Sequence[str] = ()) -> str:
    """Return the command line of ``resume`` or ``replay`` for a saved game."""
    return shlex.join(["smallworld", name, str(save), *options])


def save_failed_game(record: str, first: Path) -> Path | None:
    """Save the game of a plugin or a simulation that failed; return its path.

    :param first: the file; if it holds something else, a free name next to it is taken.
    :returns: None if the folder cannot be written; the failure itself is reported anyway.
    """
    from smallworld_output.whole_files import write_whole
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
