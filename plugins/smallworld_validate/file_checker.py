"""Check a file of any kind: detect the kind, list the mistakes, and leave out the warnings that it accepts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from smallworld.errors import ContentError, suggest
from smallworld.languages import NN_, lazy, lazy_join, lazy_n
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_editions.form import KINDS, kind_of
from smallworld_editions.language_files import FOLDER as LANGUAGES
from smallworld_editions.problem import FAULT, MOST, Problem, Range, Severity, errors_of, sort_problems
from smallworld_editions.reading import files
from smallworld_editions.reading.documents import Document, walk
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_reader import single
from smallworld_records.record_lines import MAX_REPLAY, looks_like_replay
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.edition_files import EditionFiles, check_form
from smallworld_validate.game_file_checks.replay import several_lines
from smallworld_validate.game_files import GameFiles
from smallworld_validate.reports import explanations
from smallworld_validate.schema.key_errors import INDENTATION
from smallworld_validate.text.odd_characters import drop_echoes, name_look_alikes


class FileChecker:
    """Checks files of every kind; keeps what several of them need.

    :param board_problems: problems of files with further boards, which are therefore left out of the settings.
    """

    def __init__(self, settings: CheckSettings | None = None, board_problems: Sequence[Problem] = ()) -> None:
        self.settings = settings or CheckSettings()
        self.board_problems = board_problems
        self.read: Callable[[bytes, str], tuple[list[Document], list[Problem]]] = read
        """Reads the text of a file; a program that checks the same files again and again may remember them."""
        self.skipped: set[Path] = set()
        """Files that were left out."""
        self._checked: dict[str, list[Document]] = {}
        """The documents of the files that are being checked, in which exceptions count."""
        self.forget()

    def forget(self) -> None:
        """Forget all files that were read, because they have changed."""
        self._editions = EditionFiles(self.settings, self._checked)
        self._games = GameFiles(self.settings)

    def check_file(self, path: Path, *, skip_unknown: bool = False) -> list[Problem]:
        """List all mistakes of a file, by place.

        :param skip_unknown: skip a file of an unknown kind and add it to ``skipped``:
            folders hold files of other programs too.
        """
        if os.path.realpath(path) in self._editions.covered:
            return []
        problems = self.check_bytes(None, str(path), path)
        if skip_unknown and problems and is_foreign(path, problems):
            self.skipped.add(path)
            return []
        return problems

    def check_bytes(self, content: bytes | None, name: str, path: Path | None = None) -> list[Problem]:
        """Check content, such as standard input, and remove the warnings that it accepts.

        A fault of the program does not stop other files. Its text is left out: it may hold parts of other files.

        :param content: None = that of the file.
        :param path: the file that it is, or will be saved in; relative names count from there.
        """
        try:
            size = len(content or b"")
            if content is None and path is not None:
                files.require_content_link(path)
                content, size = files.read_start(path, MAX_REPLAY + 1)
            remaining = drop_accepted(self._check_content(content or b"", size, name, path), self._checked)
            self._checked.clear()
            return limit_by_file(remaining)
        except ContentError as error:
            return limit_by_file(error.problems)
        except Exception as error:
            if os.environ.get("SMALLWORLD_DEBUG"):
                raise
            message = lazy("the program has a fault and cannot check this file ({error})", error=type(error).__name__)
            hint = lazy("please report it with the file; SMALLWORLD_DEBUG=1 shows the place in the program")
            return [Problem(FAULT, "error", name, None, message, hint)]

    def _check_content(self, content: bytes, size: int, name: str, path: Path | None) -> list[Problem]:
        """:param size: bytes of the whole file; content may be its start."""
        is_replay = looks_like_replay(content)
        most = MAX_REPLAY if is_replay else files.MAX_BYTES
        if len(content) > most:
            return [files.too_large(name, size, most)]
        if is_replay:
            try:
                return self._games.check_replay(files.decode(content, name, most), name, path)
            except files.ReadAborted as stopped:
                return [stopped.problem]
        documents, problems = self.read(content, name)
        self._checked[name] = documents
        consequences = self._check_documents(documents, name, path, bool(errors_of(problems)))
        loose = [p.range for p in consequences if p.mistake == INDENTATION and p.range is not None]
        problems = [p for p in problems if p.code != "duplicate-key" or not _follows(p.range, loose)]
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


def _follows(place: Range | None, loose: Iterable[Range]) -> bool:
    """Return whether a key is below one of these and as far to the right: both lack the same indentation."""
    return place is not None and any(key.line < place.line and key.column == place.column for key in loose)


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


def limit_by_file(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by place, and limit their number for each file."""
    by_file: dict[str, list[Problem]] = {}
    for problem in sort_problems(problems):
        by_file.setdefault(problem.file, []).append(problem)
    for name, problems_found in by_file.items():
        if rest := problems_found[MOST:]:
            severity: Severity = "error" if errors_of(rest) else "warning"
            message, hint = lazy("there is more"), lazy("mend these first")
            problems_found[MOST:] = [Problem("too-many-problems", severity, name, rest[0].range, message, hint)]
    return [problem for problems_found in by_file.values() for problem in problems_found]


def settle(problems: Iterable[Problem]) -> tuple[list[Problem], int]:
    """Sort the problems of several files; leave out those that a problem of another file causes.

    A broken variant is reported once, for the first file that names it.

    :returns: the problems, and the number of files that can be checked when others are mended.
    """
    listed = sort_problems(problems)
    wrong = {os.path.realpath(file) for file in {problem.file for problem in errors_of(listed) if not problem.causes}}
    is_reported = {cause: os.path.realpath(cause) in wrong for problem in listed for cause in problem.causes}
    waiting = {problem.file for problem in listed if any(is_reported[cause] for cause in problem.causes)}
    kept: dict[object, list[Problem]] = {}
    for index, problem in enumerate(listed):
        if not any(is_reported[cause] for cause in problem.causes):
            kept.setdefault(problem.message if problem.code == "broken-variant" else index, []).append(problem)
    sentences = NN_("{message}; {count} more file names it", "{message}; {count} more files name it")
    for same in kept.values():
        if len(same) > 1:
            same[0] = replace(same[0], message=lazy_n(*sentences, len(same) - 1, message=same[0].message))
    return [same[0] for same in kept.values()], len(waiting)


UNREADABLE = frozenset(
    {"yaml-syntax", "encoding", "too-large", "too-deep", "too-many-aliases", "too-many-problems", "long-text"}
    | {"unknown-anchor", "cycle"}
)
"""Codes after which the rest of a file is unknown."""
_KEY = re.compile(rb"^[-{ ]{0,4}[\"']?([A-Za-z_]+)[\"']? *:", re.MULTILINE)


def is_foreign(path: Path, problems: Collection[Problem]) -> bool:
    """Return whether a file with these problems belongs to another program.

    A file with the name of a content file does not; neither does an unreadable one in which an unindented line begins
    like a line of a content file.
    """
    codes = {problem.code for problem in problems}
    is_unknown = bool(codes & {"unknown-kind", "not-a-mapping"})
    if path.name == VARIANT_FILE or path.name.endswith(".scenario.yaml") or not (is_unknown or codes & UNREADABLE):
        return False
    try:
        content = b"" if is_unknown else files.read_start(path, files.MAX_BYTES)[0]
    except ContentError:
        return False
    narrow = content.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\0", b"")  # of UTF-16 the ASCII
    keys = dict.fromkeys(match[1].decode() for match in _KEY.finditer(narrow))
    return is_unknown or kind_of(keys) is None


# --- exceptions in a file: comments that accept the warnings of a code


CODE = "accept"
"""The code of exceptions that are wrong or not needed."""
_MARK = re.compile(r"(?:^|(?<=\s))#\s*accept\s+(?P<code>[\w-]+)\s*(?::\s*(?P<reason>.*?))?\s*$")
_COMMENT = re.compile(r"\s*(#|$)")


@dataclass(frozen=True, slots=True)
class Mark:
    """One exception in a file.

    :ivar target: the line in which it accepts warnings.
    """

    code: str
    reason: str
    place: Range
    target: int


def drop_accepted(problems: Iterable[Problem], documents: Mapping[str, Sequence[Document]]) -> list[Problem]:
    """Remove accepted warnings, and add a warning for each mark that accepts nothing.

    :param documents: file → its documents; only these files are searched for exceptions.
    """
    remaining = list(problems)
    for name, parts in documents.items():
        for mark in marks_in(parts):
            mentioned = [p for p in remaining if p.file == name and p.range is not None and p.range.line == mark.target]
            mentioned = [p for p in mentioned if p.code == mark.code]
            accepted = [p for p in mentioned if p.severity == "warning"] if mark.reason else []
            remaining = [problem for problem in remaining if problem not in accepted]
            if not accepted:
                remaining.append(Problem(CODE, "warning", name, mark.place, *_fault(mark, bool(mentioned))))
    return remaining


def marks_in(documents: Sequence[Document]) -> Iterator[Mark]:
    """Yield every mark in a file; text in quotes that looks like a mark is ignored."""
    lines = documents[0].text.split("\n") if documents and "accept" in documents[0].text else []
    texts: list[Range] | None = None
    for number, line in enumerate(lines, 1):
        match = _MARK.search(line.rstrip("\r"))
        if match is None:
            continue
        if texts is None:
            texts = [each.value(path) for each in documents for path, text in walk(each.data) if isinstance(text, str)]
        start, target = (number, match.start() + 1), number
        if not line[: match.start()].strip():  # alone in its line, for the next one with content
            following = (i for i, text in enumerate(lines[number:], number + 1) if not _COMMENT.match(text))
            target = next(following, number)
        if not any(text.start <= start < text.end for text in texts):
            yield Mark(match["code"], match["reason"] or "", Range.at(*start, len(match[0].rstrip())), target)


def _fault(mark: Mark, has_error: bool) -> tuple[str, str]:
    """Explain why a mark accepts nothing, with the remedy."""
    if mark.code not in explanations():
        return lazy("no problem has the code {code!r}", code=mark.code), suggest(mark.code, explanations())
    if not mark.reason:
        hint = lazy("write # accept {code}: and why it is right here", code=mark.code)
        return lazy("an exception needs a reason"), hint
    if has_error:
        return lazy("an error cannot be accepted"), lazy("mend it")
    fault = lazy("there is nothing to accept here: no warning has the code {code!r}", code=mark.code)
    return fault, lazy("remove the exception")
