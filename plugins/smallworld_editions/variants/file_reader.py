"""Read variant files with all that they extend, and with their boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, UnknownName
from smallworld.languages import lazy
from smallworld.model.variant_folder import ENDINGS, VariantFolder
from smallworld_editions.discovery import board_paths, is_shipped_file, variant_path
from smallworld_editions.form import check
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.reading.files import read_bytes, require_content_link
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.extension import extend_variants, layers_of, root_variant
from smallworld_editions.variants.file_kind import is_variant
from smallworld_editions.variants.merging import Merged
from smallworld_editions.variants.preferences import Parent, Preferences

MAX_EXTENDS = 16
"""Most variants that extend one another in a row."""
MAX_LAYERS = 64
"""Most variants that are combined."""


@dataclass(slots=True)
class Bundle:
    """A variant file as read: merged data and boards.

    :ivar unread: boards with files that cannot be read.
    :ivar sources: file of an extended variant → where the variant's own file names what brings it.
    """

    merged: Merged
    boards: dict[str, Document] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    sources: Mapping[str, KeyPath] = field(default_factory=dict)


Reading = tuple[Bundle | None, list[Problem]]
"""A variant, None if it cannot be used, and the mistakes in the form of its files."""


def read_variant(path: Path, folders: Sequence[VariantFolder] = (), document: Document | None = None) -> Reading:
    """Read a variant file, the variants that it extends, and the boards next to it.

    :param document: the content of the file, if it was read already.
    """
    if document is not None:
        return _Family(folders).read(document, check(document, "variant"), path, ())
    document, problems = read_checked(path, "variant")
    return (None, problems) if document is None else _Family(folders).read(document, problems, path, ())


def read_board(path: Path) -> tuple[Document | None, list[Problem]]:
    """Read a board file; return its document and the mistakes in its form."""
    return read_checked(path, "board")


def read_checked(path: Path, kind: str) -> tuple[Document | None, list[Problem]]:
    """Read the one document of a file, and list the mistakes in its form.

    Documents of the shipped editions are kept, because most other editions extend them, and so are the latest others,
    which editions next to them may extend; nothing changes a document.
    """
    try:
        require_content_link(path)
        content = read_bytes(path)
    except ContentError as error:
        return None, list(error.problems)
    document, problems = _reader_of(path, content)(content, str(path), kind)
    return document, list(problems)


def _read_and_check(content: bytes, name: str, kind: str) -> tuple[Document | None, tuple[Problem, ...]]:
    document, problems = single(*read(content, name), name)
    return document, (*problems, *(check(document, kind) if document is not None else ()))


_read_and_check_once = lru_cache(maxsize=128)(_read_and_check)
"""Read and check a file at most once, for contents that are read again and again."""
_read_and_check_latest = lru_cache(maxsize=32)(_read_and_check)
"""Read and check a file unless it is among the latest ones."""
_read_and_check_large = lru_cache(maxsize=2)(_read_and_check)
"""Read and check a large file unless it is one of the last two."""
SMALL = 50_000
"""Most bytes of a file of which many are kept."""


def _reader_of(path: Path, content: bytes) -> Callable[[bytes, str, str], tuple[Document | None, tuple[Problem, ...]]]:
    if is_shipped_file(path):
        return _read_and_check_once
    return _read_and_check_latest if len(content) <= SMALL else _read_and_check_large


def single(documents: list[Document], problems: list[Problem], name: str) -> tuple[Document | None, list[Problem]]:
    """Return the only document of a file, which must be a mapping, else None; and the problems."""
    if not documents:
        return None, problems or [Problem("empty-file", "error", name, None, lazy("the file is empty"))]
    document = documents[0]
    if len(documents) > 1:
        message = lazy("only scenario files may hold several documents")
        hint = lazy("put each in a file of its own, or remove the '---'")
        return None, [*problems, document.problem_at("several-documents", documents[1].root, message, hint)]
    if document.data is None:
        return None, [*problems, Problem("empty-file", "error", name, None, lazy("the file is empty"))]
    if not isinstance(document.data, dict):
        message = lazy("the file must be a mapping of keys to values")
        return None, [*problems, document.problem("not-a-mapping", (), message)]
    return document, problems


class _Family:
    """Reads a variant and all that it extends; a file that several of them extend is read once."""

    def __init__(self, folders: Sequence[VariantFolder]) -> None:
        self.folders = folders
        self.readings: dict[Path, Reading] = {}

    def read(self, document: Document, problems: list[Problem], path: Path, chain: tuple[Path, ...]) -> Reading:
        """Read a file into a bundle.

        :param problems: the mistakes in the form of the document.
        :param chain: the files that extend it, the first one first.
        """
        extends = _extended_names(document)
        own_boards = board_paths(path)
        bundle: Bundle | None = None  # where it is not clear what a file extends, no name can be checked
        if extends:
            bundle, more = self._merge_extended(document, path, (*chain, path.resolve()), extends, own_boards)
            problems = [*problems, *more]
        elif extends is not None:
            bundle = Bundle(root_variant(document, str(path.resolve())))
        for name, file in own_boards.items():
            board, board_problems = read_board(file)
            problems = [*problems, *board_problems]
            if bundle is not None and board is not None:
                bundle.boards[name] = board
            elif bundle is not None:
                bundle.unread.add(name)
        return bundle, problems

    def _merge_extended(
        self,
        document: Document,
        path: Path,
        chain: tuple[Path, ...],
        extends: Sequence[tuple[str, KeyPath]],
        own_boards: Mapping[str, Path],
    ) -> Reading:
        """Combine a file with all that it extends, without its own boards."""
        readings = [self._read_parent(document, name, inner, path, chain) for name, inner in extends]
        problems = [problem for _, problems_of_parent in readings for problem in problems_of_parent]
        bundles = [bundle for bundle, _ in readings if bundle is not None]
        if len(bundles) < len(extends):
            return None, problems
        named = zip(extends, bundles, strict=True)
        parents = [Parent(name, inner, bundle.merged, bundle.boards) for (name, inner), bundle in named]
        merged_parents = [parent.merged for parent in parents]
        if len(layers_of(merged_parents)) > MAX_LAYERS:
            message = lazy("more than {most} variants are laid over one another", most=MAX_LAYERS)
            hint = lazy("extend fewer of them")
            return None, [document.problem("too-deep", ("extends",), message, hint, at_key=True)]
        preferences = Preferences(document, parents, str(path.resolve()))
        merged, more = extend_variants(merged_parents, preferences.layer)
        boards, clashes = preferences.boards(own_boards)
        unread = {name for bundle in bundles for name in bundle.unread}
        problems += [*preferences.problems(), *more, *clashes]
        return Bundle(merged, boards, unread, preferences.sources()), problems

    def _read_parent(
        self, document: Document, name: str, inner: KeyPath, path: Path, chain: tuple[Path, ...]
    ) -> Reading:
        """Read one extended variant."""
        try:
            target = variant_path(name, self.folders, path)
        except UnknownName as error:
            message, hint = error.fault, error.advice
            if re.fullmatch(r"[\w-]+(, *[\w-]+)+", name):
                hint = lazy("write [{value}]", value=name)
            elif Path(name).suffix not in ("", *ENDINGS):
                hint = lazy("the file of a variant ends in .yaml or .yml")
            return None, [document.problem("unknown-variant", inner, message, hint)]
        key = target.resolve()
        if key in chain:
            message = lazy("{name!r} extends this variant in turn", name=name)
            return None, [document.problem("extends-cycle", inner, message, lazy("name another variant"))]
        if len(chain) > MAX_EXTENDS:
            message = lazy("more than {most} variants extend one another", most=MAX_EXTENDS)
            hint = lazy("extend a variant nearer to the first")
            return None, [document.problem("too-deep", inner, message, hint)]
        if key not in self.readings:
            parent, form = read_checked(target, "variant")
            if parent is None or not is_variant(parent.data):
                return None, [_no_parent(document, inner, name, target, parent)]
            self.readings[key] = self.read(parent, form, target, chain)
        return self.readings[key]


def _extended_names(document: Document) -> list[tuple[str, KeyPath]] | None:
    """List the variants that a file extends, each with the path of its name; None if the list cannot be read."""
    names: Any = document.data.get("extends")
    if isinstance(names, str):
        return [(names, ("extends",))]
    listed = list_of(names)
    if "extends" in document.data and not listed:
        return None
    return [(name, ("extends", index)) for index, name in enumerate(listed) if isinstance(name, str)]


def _no_parent(document: Document, inner: KeyPath, name: str, target: Path, parent: Document | None) -> Problem:
    """Return the problem of a file that cannot be extended; it quotes nothing of that file."""
    if parent is None:
        file, message = str(target), lazy("the variant {name!r} cannot be read", name=name)
        return document.problem("broken-variant", inner, message, lazy("validate {file}", file=file), causes=(file,))
    hint = lazy("name a file that has the key 'variant', or a variant by its id")
    return document.problem("unknown-variant", inner, lazy("the file {name!r} is not a variant", name=name), hint)
