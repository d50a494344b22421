"""Editions for new tables, each read again when one of its files changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from zlib import crc32

from smallworld.errors import ContentError, SmallWorldError, sentence_of
from smallworld.languages import _
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_draw.scene import NotDrawable
from smallworld_draw.svg import cover_svg
from smallworld_editions.discovery import board_paths, is_shipped_file
from smallworld_editions.editions import load_variant
from smallworld_editions.problem import Problem, errors_of
from smallworld_editions.variants.file_reader import read_variant
from smallworld_validate.file_checker import FileChecker, settle
from smallworld_validate.inputs import files_in

Marks = Mapping[Path, tuple[int, int]]
"""File → time of its last change, and size."""


class OfferedEdition:
    """An edition that tables may have. Tables that were opened keep it as it was then.

    :param name: its id where it is installed, else its file or folder as the host named it.
    :param path: its file.
    :param checker: gives the checker of ``smallworld validate``.
    :param is_named: the host named it: it is offered only while ``validate`` finds no error in its folder.
    :ivar variant: the edition; None while it cannot be played.
    :ivar problem: why it cannot be played, in one sentence.
    :ivar problems: what ``validate`` finds in its folder; of an installed edition only while it cannot be played.
    :ivar version: another one for other content. :ivar has_changed: it was read again, and nobody has noticed yet.
    """

    def __init__(
        self, name: str, path: Path, plugins: Plugins, checker: Callable[[], FileChecker], *, is_named: bool = False
    ) -> None:
        self.name, self.path, self.plugins, self.is_named = name, path, plugins, is_named
        self.is_watched = not is_shipped_file(path)
        self.variant: Variant | None = None
        self.problem, self.version = "", ""
        self.problems: list[Problem] = []
        self.has_changed = False
        self._checker = checker
        self._id = name
        self._covers: dict[str, str] = {}
        self._parents: frozenset[Path] = frozenset()
        """The files of editions that this one extends."""
        self._marks: Marks | None = None

    def refresh(self) -> bool:
        """Read the edition if it is new, or if one of its files has changed; return whether it was read."""
        if self._marks is not None and not (self.is_watched and self._marks != self._marks_now()):
            return False
        marks = self._marks_now()  # before: a change while it is read is noticed the next time
        self._read()
        self.has_changed = self._marks is not None
        self._marks = {**self._marks_now(), **marks}
        return True

    @property
    def id(self) -> str:
        """The id under which it is offered: that in its file, when it was read last, if the host named the file."""
        return self._id

    def take_back(self, other: Path) -> None:
        """Do not offer it, because it has the id of another edition, until its files change."""
        self.problem = _(
            "{file}: its id {name!r} is that of the edition in {other}; give it one of its own, such as {new!r}",
            file=self.path, name=self.id, other=other, new=f"my_{self.id}",
        )  # fmt: skip
        self.variant = None

    def require(self) -> Variant:
        """Return the edition.

        :raises ContentError: with everything that ``validate`` finds. :raises SmallWorldError: another fault.
        """
        if errors_of(self.problems):
            raise ContentError(self.problems)
        if self.variant is None:
            raise SmallWorldError(self.problem)
        return self.variant

    def cover(self, language: str) -> str:
        """Draw the first board in the language of the reader; empty if it cannot be drawn."""
        if self.variant is not None and language not in self._covers:
            try:
                self._covers[language] = cover_svg(next(iter(self.variant.board_files.values())), self.variant)
            except (NotDrawable, StopIteration):
                self._covers[language] = ""
        return self._covers.get(language, "")

    def _read(self) -> None:
        self.variant, self.problem, self.version, self._covers = None, "", "", {}
        self.problems = self._check() if self.is_named else []
        try:
            self.variant = load_variant(self.path, plugins=self.plugins)
            self._id = self.variant.id if self.is_named else self.name
            self.version = f"{crc32(repr(self.variant.content).encode('utf-8', 'surrogatepass')):08x}"
        except Exception as error:  # an ability of a plugin may fail in any way
            self.problem = sentence_of(error).splitlines()[0]
            self.problems = self.problems or (self._check() if self.is_watched else [])
        errors = errors_of(self.problems)
        if errors:
            self.variant, self.problem = None, str(errors[0])
        self._parents = frozenset(self._find_parents()) if self.is_watched else frozenset()

    def _check(self) -> list[Problem]:
        """List what ``validate`` finds in the folder."""
        checker = self._checker()
        checker.forget()
        top = Path(self.name) if self.is_named and Path(self.name).exists() else self.path.parent
        files = files_in(top) or [self.path]
        problems = [problem for file in files for problem in checker.check_file(file, skip_unknown=file != top)]
        return settle(problems)[0]

    def _find_parents(self) -> Iterator[Path]:
        try:
            bundle = read_variant(self.path, tuple(self.plugins.variants))[0]
        except (SmallWorldError, OSError):
            return
        for layer in bundle.merged.layers if bundle is not None else ():
            file = Path(layer.document.name)
            if file != self.path and not is_shipped_file(file):
                yield file

    def _marks_now(self) -> Marks:
        """Describe the files of the edition, and the others of its folder that are checked with it."""
        folder = files_in(Path(self.name)) if self.is_named and Path(self.name).is_dir() else []
        return _marks_of([*folder, *(file for path in (self.path, *self._parents) for file in _edition_files(path))])


def _edition_files(path: Path) -> Iterator[Path]:
    """Yield the file of an edition, its boards and its translations."""
    yield path
    yield from board_paths(path).values()
    yield from (path.parent / "languages").glob("*.yaml")


def _marks_of(files: Iterable[Path]) -> Marks:
    marks = {}
    for file in files:
        try:
            status = file.stat()
            marks[file] = status.st_mtime_ns, status.st_size
        except OSError:
            marks[file] = 0, -1
    return marks
