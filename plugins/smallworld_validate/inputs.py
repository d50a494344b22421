"""The arguments of ``validate``: a checker with plugins, content files in folders, standard input, excerpts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from smallworld import ContentError, _, lazy
from smallworld.model.board import BoardFile
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_cli.common import plugins_of, readable_input
from smallworld_editions.load import load_board
from smallworld_editions.problem import FAULT, Edit, Problem, errors_of, sort_problems
from smallworld_editions.reading.files import SUFFIXES, read_bytes, read_start
from smallworld_editions.reading.reader import read
from smallworld_output.whole_files import write_whole
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker, settle
from smallworld_validate.reports import Sources
from smallworld_validate.text_edits.layout import fix_text, lines_of

STDIN = "<stdin>"
MOST_EXCERPT = 1_000_000
"""Bytes of a file from which excerpts are shown."""
MANY = 30
"""Number of files from which on a progress bar is shown at a terminal."""
MOST_FIXES = 10
"""Number of times that a file is fixed and checked again: one fix may make another one possible."""


class Input(NamedTuple):
    """A file to check."""

    path: Path | None
    """None for standard input."""
    is_named: bool
    """The file itself is an argument of the command, and not only its folder."""


@dataclass(slots=True)
class Inputs:
    """The files to check, and how."""

    files: list[Input]
    ignored: frozenset[str]
    """Codes of problems that are left out."""
    stdin_name: str | None
    """The file in which standard input will be saved, if it is known."""
    texts: dict[str, bytes] = field(default_factory=dict)
    """File → content, where that is not on the disk."""
    waiting: int = 0
    """Number of files that were not checked until others are fixed."""

    def check(self, checker: FileChecker) -> list[Problem]:
        """Check all files."""
        problems = list(checker.board_problems)
        hidden = len(self.files) < MANY or not has_terminal()
        with click.progressbar(self.files, label="checking", file=sys.stderr, hidden=hidden) as steps:
            for path, is_named in steps:
                if path is None:
                    name, file = self.stdin_name or STDIN, Path(self.stdin_name) if self.stdin_name else None
                    with readable_input():
                        self.texts[name] = sys.stdin.buffer.read(MOST_EXCERPT + 1)
                    problems += checker.check_bytes(self.texts[name], name, file)
                else:
                    problems += checker.check_file(path, skip_unknown=not is_named)
        remaining, self.waiting = settle(problems)
        ignored = self.ignored - {FAULT}
        return [problem for problem in remaining if problem.code not in ignored]

    def fix(
        self, checker: FileChecker, problems: list[Problem], may_change: Callable[[Path], bool]
    ) -> tuple[list[Problem], int]:
        """Fix files and check them again; return the new problems and the number of those that are gone."""
        before = len(problems)
        for _round in range(MOST_FIXES):
            changed, refused = fix_files(problems, may_change)
            checker.forget()
            problems = self.check(checker)
            if not changed:
                break
        return sort_problems([*problems, *refused]), max(0, before - len(problems))


def find_inputs(paths: Sequence[str]) -> list[Input]:
    """Return the files to check, each once.

    :raises click.UsageError: a path does not exist, or no folder has a file to check.
    """
    inputs: dict[str, Input] = {}
    for name in paths:
        path = Path(name)
        if name == "-":
            inputs[name] = Input(None, True)
        elif path.is_dir():
            for file in files_in(path):
                inputs.setdefault(str(file), Input(file, False))
        elif os.path.lexists(name):
            inputs[str(path)] = Input(path, True)
        else:
            raise click.UsageError(_("no file or folder is called {name!r}", name=name))
    if not inputs:
        raise click.UsageError(_("no file to check in {names}; name another folder, or a file", names=", ".join(paths)))
    return list(inputs.values())


def changeable(paths: Sequence[str]) -> Callable[[Path], bool]:
    """Return a test of which files ``--fix`` may change: those named, in a named folder, or next to a named file."""
    named = {os.path.realpath(path) for path in paths}
    folders = {os.path.realpath(path if os.path.isdir(path) else os.path.dirname(path) or ".") for path in paths}

    def may_change(path: Path) -> bool:
        target = Path(os.path.realpath(path))
        return str(target) in named or any(target.is_relative_to(folder) for folder in folders)

    return may_change


def has_terminal() -> bool:
    """Return whether a progress bar can be drawn, which standard error is for."""
    return sys.stderr.isatty()


def excerpt_reader(texts: Mapping[str, bytes]) -> Sources:
    """Return a function that gives the lines of a file, for excerpts; none if it cannot be read.

    :param texts: file → content, where that is not on the disk.
    """

    @cache
    def lines(name: str) -> list[str]:
        try:
            content = texts[name] if name in texts else read_start(Path(name), MOST_EXCERPT)[0]
        except ContentError:
            return []
        return lines_of(content.decode("utf-8-sig", "replace"))

    return lines


def files_in(path: Path) -> list[Path]:
    """List the files to check: the path itself, or all files of a folder that may be content, without hidden ones.

    Variant files come first: their boards are then checked with them. Unreadable folders are listed as such.
    """
    if not path.is_dir():
        return [path]

    def is_hidden(name: str) -> bool:
        return name.startswith((".", "_")) or name == "node_modules"

    files: list[Path] = []
    walk = os.walk(path, onerror=lambda error: files.append(Path(error.filename)))
    for folder, folders, names in walk:
        folders[:] = [name for name in folders if not is_hidden(name)]
        files += (Path(folder, name) for name in names if name.endswith(SUFFIXES) and not is_hidden(name))
    return sorted(files, key=lambda file: (file.name != VARIANT_FILE, file))


def make_checker(
    against: str, board_folders: Sequence[str], plugin_names: Sequence[str], *, plays: bool = False
) -> FileChecker:
    """Make a checker.

    :param against: the variant that everything is checked with, by id or path; empty for that of each file.
    :param board_folders: folders with further boards for scenarios; of a broken board only its problems are kept.
    :param plays: whether the games of records are played.
    :raises click.UsageError: a folder does not exist.
    """
    boards: dict[str, BoardFile] = {}
    problems: list[Problem] = []
    for folder in board_folders:
        if not Path(folder).is_dir():
            raise click.UsageError(_("--boards: the folder {folder!r} does not exist", folder=folder))
        for path in sorted(Path(folder).glob("*.yaml")):
            try:
                boards[path.stem] = load_board(path)
            except ContentError as error:
                problems += error.problems
    return FileChecker(CheckSettings(plugins_of(plugin_names), against, boards, plays), problems)


_BOM = b"\xef\xbb\xbf"


def compatible_edits(problems: Iterable[Problem]) -> list[Edit]:
    """Choose the edits of all problems that do not overlap; of each problem all edits or none.

    Two overlap if they share a character, or one is an insertion inside the other.
    """
    accepted: dict[Edit, None] = {}
    for problem in problems:
        edits = [edit for edit in problem.edits if edit not in accepted]
        ranges = [(edit.range, other.range) for edit in edits for other in accepted]
        if not any(one.start < other.end and other.start < one.end for one, other in ranges):
            accepted.update(dict.fromkeys(edits))
    return list(accepted)


def fix_files(problems: Iterable[Problem], may_change: Callable[[Path], bool]) -> tuple[int, list[Problem]]:
    """Fix the files; return the number of changed files, and a problem for each that cannot be written.

    :param may_change: is this file among those that the user wants to be fixed?
    """
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.edits and may_change(Path(problem.file)):
            by_file.setdefault(problem.file, []).append(problem)
    changed, refused = 0, []
    for name, fixable in by_file.items():
        try:
            changed += _fix_file(Path(name), compatible_edits(fixable))
        except OSError as error:
            message = lazy("cannot write this file: {reason}", reason=(error.strerror or str(error)).lower())
            refused.append(Problem("not-written", "error", name, None, message))
        except ContentError as error:
            refused += error.problems
    return changed, refused


def _fix_file(path: Path, edits: list[Edit]) -> bool:
    """Apply edits to a file; return False if nothing changes, or the result would not be YAML.

    :raises ContentError: the file cannot be read any more.
    :raises OSError: it cannot be written.
    """
    content = read_bytes(path)
    body = content.removeprefix(_BOM)
    try:
        fixed = fix_text(body.decode("utf-8"), edits).encode("utf-8")
    except UnicodeDecodeError:  # another program has written the file since it was checked
        return False
    if fixed == body or (errors_of(read(fixed, str(path))[1]) and not errors_of(read(body, str(path))[1])):
        return False
    write_whole(path, content[: len(content) - len(body)] + fixed)
    return True
