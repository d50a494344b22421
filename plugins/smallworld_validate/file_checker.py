"""Check a file of any kind: detect the kind, then list the mistakes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from smallworld.errors import ContentError
from smallworld.languages import lazy, lazy_join
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_editions.language_files import FOLDER as LANGUAGES
from smallworld_editions.problem import FAULT, Problem, errors_of
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.files import (
    MAX_BYTES,
    ReadAborted,
    decode,
    read_start,
    require_content_link,
    too_large,
)
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_kind import KINDS, kind_of
from smallworld_editions.variants.file_reader import single
from smallworld_records.record_lines import MAX_REPLAY, looks_like_replay
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.edition_files import EditionFiles, check_form
from smallworld_validate.game_file_checks.replay import several_lines
from smallworld_validate.game_files import GameFiles
from smallworld_validate.inputs import is_foreign
from smallworld_validate.problems.accepted_warnings import drop_accepted, limit_by_file
from smallworld_validate.text.hidden_characters import drop_echoes
from smallworld_validate.text.look_alikes import name_look_alikes


class FileChecker:
    """Checks files of every kind; keeps what several of them need.

    :param board_problems: problems of files with further boards, which are therefore left out of the settings.
    """

    def __init__(self, settings: CheckSettings | None = None, board_problems: Sequence[Problem] = ()) -> None:
        settings = settings or CheckSettings()
        self.board_problems = board_problems
        self.read: Callable[[bytes, str], tuple[list[Document], list[Problem]]] = read
        """Reads the text of a file; a program that checks the same files again and again may remember them."""
        self.skipped: set[Path] = set()
        """Files that were left out."""
        self._checked: dict[str, list[Document]] = {}
        """The documents of the files that are being checked, in which exceptions count."""
        self._editions = EditionFiles(settings, self._checked)
        self._games = GameFiles(settings)

    def forget(self) -> None:
        """Forget all files that were read, because they have changed."""
        self._editions.forget()
        self._games.forget()

    def check_file(self, path: Path, *, skip_unknown: bool = False) -> list[Problem]:
        """List all mistakes of a file, by place.

        :param skip_unknown: skip a file of an unknown kind and add it to ``skipped``:
            folders hold files of other programs too.
        """
        if os.path.realpath(path) in self._editions.covered:
            return []
        problems = _check_guarded(str(path), lambda: self._drop_accepted(self._check_file(path)))
        if skip_unknown and problems and is_foreign(path, problems):
            self.skipped.add(path)
            return []
        return problems

    def _check_file(self, path: Path) -> list[Problem]:
        try:
            require_content_link(path)
            content, size = read_start(path, MAX_REPLAY + 1)
        except ContentError as error:
            return list(error.problems)
        return self._check_content(content, size, str(path), path)

    def check_bytes(self, content: bytes, name: str, path: Path | None = None) -> list[Problem]:
        """Check content that is in memory, such as standard input.

        :param path: the file that it is, or will be saved in; relative names count from there.
        """
        return _check_guarded(name, lambda: self._drop_accepted(self._check_content(content, len(content), name, path)))

    def _drop_accepted(self, problems: list[Problem]) -> list[Problem]:
        """Remove the warnings that the files accept."""
        remaining = drop_accepted(problems, self._checked)
        self._checked.clear()
        return remaining

    def _check_content(self, content: bytes, size: int, name: str, path: Path | None) -> list[Problem]:
        """:param size: bytes of the whole file; content may be its start."""
        if looks_like_replay(content):
            if len(content) > MAX_REPLAY:
                return [too_large(name, size, MAX_REPLAY)]
            try:
                text = decode(content, name, MAX_REPLAY)
            except ReadAborted as stopped:
                return [stopped.problem]
            return self._games.check_replay(text, name, path)
        if len(content) > MAX_BYTES:
            return [too_large(name, size)]
        documents, problems = self.read(content, name)
        self._checked[name] = documents
        consequences = self._check_documents(documents, name, path, bool(errors_of(problems)))
        remaining = [*problems, *drop_echoes(problems, consequences)]
        return name_look_alikes(remaining, name, documents[0].text) if documents else remaining

    def _check_documents(self, documents: list[Document], name: str, path: Path | None, broken: bool) -> list[Problem]:
        if documents and kind_of(documents[0].data) == "scenario":
            return self._games.check_scenarios(documents, path)
        document, problems = single(documents, [], name) if documents or not broken else (None, [])
        if document is None:
            return problems
        kind = kind_of(document.data)
        if (stray := _stray_problem(document, path, kind)) is not None:
            return [*problems, stray]
        if kind == "replay":
            return [*problems, several_lines(document.text.split("\n", 1)[0], name)]
        if kind == "board":
            return [*problems, *check_form(document, "board", self._editions.check_board(document, path))]
        if kind == "variant":
            return [*problems, *self._editions.check_variant(document, path, broken)]
        if kind == "language":
            return [*problems, *check_form(document, "language", self._editions.check_language(document, path))]
        hint = lazy("a file is known by its keys: {kinds}", kinds=lazy_join(", ", map(lazy, KINDS.values())))
        message = lazy("the program does not know this kind of file")
        return [*problems, document.problem("unknown-kind", tuple(document.data)[:1], message, hint, at_key=True)]


def _stray_problem(document: Document, path: Path | None, kind: str | None) -> Problem | None:
    """Return the problem of a board among the languages of an edition, or of a language among its boards."""
    homes = {"board": "boards", "language": LANGUAGES}
    folder = path.parent.name if path is not None and (path.parent.parent / VARIANT_FILE).is_file() else ""
    home = homes.get(kind or "", "")
    if folder not in homes.values() or folder == home or kind is None:
        return None
    message = lazy("the folder {folder!r} has files of another kind, so this one is never read", folder=folder)
    hint = lazy("move it to the folder {folder!r}", folder=home) if home else lazy("move it to another folder")
    return document.problem("file-name", tuple(document.data)[:1], message, hint, at_key=True)


def _check_guarded(name: str, check_one: Callable[[], list[Problem]]) -> list[Problem]:
    """Check one file; turn a fault of the program into a problem, so that other files are still checked.

    The text of the fault is left out: it may hold parts of other files.
    """
    try:
        return limit_by_file(check_one())
    except Exception as error:
        if os.environ.get("SMALLWORLD_DEBUG"):
            raise
        message = lazy("the program has a fault and cannot check this file ({error})", error=type(error).__name__)
        hint = lazy("please report it with the file; SMALLWORLD_DEBUG=1 shows the place in the program")
        return [Problem(FAULT, "error", name, None, message, hint)]
