"""Turn files into the model, or list every problem that prevents it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from smallworld.content.checks.ability import Schemas
from smallworld.content.checks.board import check_board
from smallworld.content.checks.plugins import PluginCheck, check_plugins
from smallworld.content.checks.supply import check_boards
from smallworld.content.checks.variant import check_variant
from smallworld.content.reading.documents import Document
from smallworld.content.reading.files import ENDINGS, read_bytes, require_content_link
from smallworld.content.reading.reader import read
from smallworld.content.report.problem import Problem, Range, errors_of, refuse_errors
from smallworld.content.schema.schema import check
from smallworld.content.variants import build
from smallworld.content.variants.discovery import board_paths, is_shipped_file, variant_path
from smallworld.content.variants.file_kind import is_variant
from smallworld.content.variants.merging import Merged, alone, over, section
from smallworld.errors import ContentError, UnknownName
from smallworld.model.board import BoardFile
from smallworld.model.content import Variant


def load_board(path: Path | str) -> BoardFile:
    """One board file.

    :raises ContentError: with all its problems.
    """
    path = Path(path)
    document, problems = read_board(path)
    if document is not None and not errors_of(problems):
        problems += check_board(document)
    refuse_errors(problems)
    assert document is not None
    return build.board_file(path.stem, document.data)


def load_boards(folder: Path | str, names: Iterable[str] | None = None) -> dict[str, BoardFile]:
    """Read the boards of a folder, by id.

    :param names: only these; a broken file that is not asked for does no harm.
    :raises ContentError: with all problems of the first board that has errors.
    :raises UnknownName: for an id that no file has.
    """
    paths = {path.stem: path for path in sorted(Path(folder).glob("*.yaml"))}
    chosen = list(paths) if names is None else sorted(set(names))
    for name in chosen:
        if name not in paths:
            raise UnknownName("board", name, paths)
    return {name: load_board(paths[name]) for name in chosen}


def load_variant(
    name: str | Path,
    folders: Iterable[Path] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Variant:
    """A variant by its id or its path.

    :param folders: further folders of variants, such as those of plugins.
    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    :param lacks: finds the fault of a plugin that the variant needs; None = not checked.
    :raises UnknownName: no variant has this id or path.
    :raises ContentError: with all problems of its files.
    """
    folders = tuple(folders)
    return load_variant_file(variant_path(name, folders), folders, abilities, lacks)


def load_variant_file(
    path: Path | str,
    folders: Sequence[Path] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Variant:
    """The variant of one file, with what it extends and with its boards.

    :raises ContentError: with all problems of its files.
    """
    bundle = read_variant(Path(path), tuple(folders))
    problems = bundle.problems
    if bundle.merged is not None:
        problems = [*problems, *check_bundle(bundle, abilities, lacks)]
    refuse_errors(problems)
    assert bundle.merged is not None
    return built(bundle, path)


MAX_EXTENDS = 16
"""Most variants that are laid over one another."""


@dataclass(slots=True)
class Bundle:
    """A variant file as read: merged data, boards, and what is wrong with their form.

    :ivar merged: None if the file does not hold a mapping.
    :ivar unread: boards with files that cannot be read.
    """

    merged: Merged | None
    boards: dict[str, Document] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)


def built(bundle: Bundle, path: Path | str) -> Variant:
    """The variant of a bundle without errors."""
    assert bundle.merged is not None
    boards = {name: document.data for name, document in bundle.boards.items()}
    return build.variant(bundle.merged.data, boards, str(path))


def read_variant(path: Path, folders: Sequence[Path] = (), document: Document | None = None) -> Bundle:
    """Read a variant file, what it extends, and the boards next to it.

    :param document: the content of the file, if it was read already.
    """
    if document is not None:
        return _bundle(document, check(document, "variant"), path, folders)
    document, problems = read_checked(path, "variant")
    return Bundle(None, {}, problems) if document is None else _bundle(document, problems, path, folders)


def _bundle(
    document: Document, problems: list[Problem], path: Path, folders: Sequence[Path], seen: tuple[Path, ...] = ()
) -> Bundle:
    """Add what a variant extends and the boards next to it.

    :param problems: the mistakes in the form of the document. :param seen: the variants that extend this one.
    """
    bundle = _extended(document, path, folders, seen) if "extends" in document.data else Bundle(alone(document))
    bundle.problems = [*problems, *bundle.problems]
    for name, file in board_paths(path).items():
        board, board_problems = read_board(file)
        bundle.problems += board_problems
        if board is not None:
            bundle.boards[name] = board
        else:
            bundle.unread.add(name)
    return bundle


def check_bundle(bundle: Bundle, abilities: Schemas | None = None, lacks: PluginCheck | None = None) -> list[Problem]:
    """Everything that is wrong with the meaning of a variant and its boards.

    While a plugin is missing, abilities are not checked: they may be of that plugin.
    """
    assert bundle.merged is not None
    missing = list(check_plugins(bundle.merged, lacks))
    problems = [*missing, *check_variant(bundle.merged, None if missing else abilities)]
    for document in bundle.boards.values():
        problems += check_board_of(bundle.merged, document)
    return [*problems, *check_boards(bundle.merged, bundle.boards, bundle.unread)]


def check_board_of(merged: Merged, document: Document) -> list[Problem]:
    """Everything that is wrong with the meaning of a board of this variant, what the box holds left out."""
    water = {key for key, terrain in section(merged.data, "terrains").items() if terrain.get("water") is True}
    return check_board(document, merged.names("terrains"), merged.names("symbols"), water)


def read_board(path: Path) -> tuple[Document | None, list[Problem]]:
    """Read a board file: its document, and the mistakes of its form."""
    return read_checked(path, "board")


def read_checked(path: Path, kind: str) -> tuple[Document | None, list[Problem]]:
    """Read the one document of a file, and list the mistakes of its form.

    Documents of the shipped editions are kept, because most other editions extend them; nothing changes a document.
    """
    try:
        require_content_link(path)
        content = read_bytes(path)
    except ContentError as error:
        return None, list(error.problems)
    checked = _kept if is_shipped_file(path) else _checked
    document, problems = checked(content, str(path), kind)
    return document, list(problems)


def _checked(content: bytes, name: str, kind: str) -> tuple[Document | None, tuple[Problem, ...]]:
    document, problems = single(*read(content, name), name)
    return document, (*problems, *(check(document, kind) if document is not None else ()))


_kept = lru_cache(maxsize=128)(_checked)
"""The same for contents that are read again and again."""


def single(documents: list[Document], problems: list[Problem], name: str) -> tuple[Document | None, list[Problem]]:
    """The only document of a file that must be a mapping; None if it is not, or not the only one."""
    if not documents:
        return None, problems or [Problem("empty-file", "error", name, None, "the file is empty")]
    document = documents[0]
    if len(documents) > 1:
        place = documents[1].root
        message = "only scenario files may hold several documents"
        hint = "put each in a file of its own, or remove the '---'"
        return None, [*problems, document.problem("several-documents", place, message, hint)]
    if document.data is None:
        return None, [*problems, Problem("empty-file", "error", name, None, "the file is empty")]
    if not isinstance(document.data, dict):
        message = "the file must be a mapping of keys to values"
        return None, [*problems, document.problem("not-a-mapping", document.root, message)]
    return document, problems


def _extended(document: Document, path: Path, folders: Sequence[Path], seen: tuple[Path, ...]) -> Bundle:
    """The bundle of what a variant extends, with the variant laid over it."""
    name: Any = document.data["extends"]
    place = document.value(("extends",))
    if not isinstance(name, str):
        return Bundle(alone(document))
    try:
        target = variant_path(name, folders, path)
    except UnknownName as error:
        message, _, hint = str(error).partition("; ")
        if Path(name).suffix not in ("", *ENDINGS):
            hint = "the file of a variant ends in .yaml or .yml"
        return Bundle(None, {}, [document.problem("unknown-variant", place, message, hint)])
    chain = (*seen, path.resolve())
    if target.resolve() in chain:
        message = f"{name!r} extends this variant in turn"
        return Bundle(None, {}, [document.problem("extends-cycle", place, message, "name another variant")])
    if len(chain) > MAX_EXTENDS:
        message = f"more than {MAX_EXTENDS} variants extend one another"
        return Bundle(None, {}, [document.problem("too-deep", place, message, "extend a variant nearer to the first")])
    parent, form = read_checked(target, "variant")
    if parent is None or not is_variant(parent.data):
        return Bundle(None, {}, [_no_parent(document, place, name, target, parent)])
    base = _bundle(parent, form, target, folders, chain)
    if base.merged is None:
        return base
    merged, problems = over(base.merged, document)
    return Bundle(merged, base.boards, [*base.problems, *problems])


def _no_parent(document: Document, place: Range, name: str, target: Path, parent: Document | None) -> Problem:
    """The problem of a file that cannot be extended; it shows nothing of what is in that file."""
    if parent is None:
        causes = (str(target),)
        hint = f"validate {target}"
        return document.problem("broken-variant", place, f"the variant {name!r} cannot be read", hint, causes=causes)
    hint = "name a file that has the key 'variant', or a variant by its id"
    return document.problem("unknown-variant", place, f"the file {name!r} is not a variant", hint)
