"""Files to the model, or every problem that stands in the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.content import build
from smallworld.content.ability_checks import Schemas
from smallworld.content.board_checks import check_board
from smallworld.content.documents import Document, read, read_bytes
from smallworld.content.find import board_paths, variant_path
from smallworld.content.merging import Merged, alone, over, section
from smallworld.content.plugin_needs import PluginCheck, check_plugins
from smallworld.content.problem import Problem, errors_of, in_order
from smallworld.content.schema import check
from smallworld.content.spelling import faces_of, modernise_board
from smallworld.content.supply_checks import check_boards
from smallworld.content.variant_checks import check_variant
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
    _refuse(problems)
    assert document is not None
    return build.board_file(path.stem, document.data)


def load_boards(folder: Path | str, wanted: Iterable[str] | None = None) -> dict[str, BoardFile]:
    """The boards of a folder, by id; older sheets may hold many faces each.

    :param wanted: only these; a broken file that is not asked for does no harm.
    :raises ContentError: with all problems of the boards that are asked for.
    :raises UnknownName: for an id that no file has.
    """
    found: dict[str, BoardFile] = {}
    names = None if wanted is None else set(wanted)
    for path in sorted(Path(folder).glob("*.yaml")):
        if names is None or path.stem in names or names - set(found):
            found.update(_boards_of(path, names))
    for name in sorted((names or set()) - set(found)):
        raise UnknownName("board", name, found)
    return found


def _boards_of(path: Path, names: set[str] | None) -> dict[str, BoardFile]:
    if names is not None and path.stem not in names and b"\nfaces:" not in read_bytes(path):
        return {}
    documents, problems = read(read_bytes(path), str(path))
    faces = faces_of(documents[0]) if len(documents) == 1 and not problems else {}
    if not faces:
        return {path.stem: load_board(path)}
    wanted = {name: face for name, face in faces.items() if names is None or name in names}
    problems = [p for face in wanted.values() for p in (*modernise_board(face), *check(face, "board"))]
    _refuse(problems or [p for face in wanted.values() for p in check_board(face)])
    return {name: build.board_file(name, face.data) for name, face in wanted.items()}


def load_variant(
    name: str | Path,
    folders: Iterable[Path] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Variant:
    """A variant by its id or its path.

    :param folders: further folders of variants, such as those of plugins.
    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    :param lacks: tells what is wrong with a plugin that the variant needs; None = not checked.
    :raises UnknownName: if there is no such variant.
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
    _refuse(problems)
    assert bundle.merged is not None
    boards = {name: document.data for name, document in bundle.boards.items()}
    return build.variant(bundle.merged.data, boards, str(path))


@dataclass(slots=True)
class Bundle:
    """A variant file as read: merged data, boards, and what is wrong with their form.

    :ivar merged: None if the file is no mapping at all.
    :ivar unread: boards whose files cannot be read.
    """

    merged: Merged | None
    boards: dict[str, Document] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)


def read_variant(
    path: Path, folders: Sequence[Path] = (), seen: tuple[Path, ...] = (), document: Document | None = None
) -> Bundle:
    """Read a variant file, what it extends, and the boards beside it.

    :param document: what stands in the file, if it was read already.
    """
    problems: list[Problem] = []
    if document is None:
        document, problems = _single(path)
    if document is None:
        return Bundle(None, {}, problems)
    problems += check(document, "variant")
    bundle = _extended(document, path, folders, seen) if "extends" in document.data else Bundle(alone(document))
    bundle.problems = [*problems, *bundle.problems]
    for name, file in board_paths(path).items():
        board, found = read_board(file)
        bundle.problems += found
        if board is not None:
            bundle.boards[name] = board
        else:
            bundle.unread.add(name)
    return bundle


def check_bundle(bundle: Bundle, abilities: Schemas | None = None, lacks: PluginCheck | None = None) -> list[Problem]:
    """Everything that is wrong with the meaning of a variant and its boards.

    While a plugin is missing nothing is said about abilities: they may be that plugin's.
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
    """Read a board file: its document in today's spelling, and what is wrong with its form."""
    document, problems = _single(path)
    if document is None:
        return None, problems
    problems += modernise_board(document)
    return document, [*problems, *check(document, "board")]


def _single(path: Path) -> tuple[Document | None, list[Problem]]:
    """The one document of a file."""
    try:
        content = read_bytes(path)
    except ContentError as error:
        return None, list(error.problems)
    return single(*read(content, str(path)), str(path))


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
        return Bundle(None, {}, [document.problem("unknown-variant", place, *_halves(str(error)))])
    chain = (*seen, path.resolve())
    if target.resolve() in chain:
        message = f"{name!r} extends this variant in turn"
        return Bundle(None, {}, [document.problem("extends-cycle", place, message, "name another variant")])
    base = read_variant(target, folders, chain)
    if base.merged is None:
        return Bundle(None, {}, base.problems)
    merged, problems = over(base.merged, document)
    return Bundle(merged, base.boards, [*base.problems, *problems])


def _halves(sentence: str) -> tuple[str, str]:
    message, _, hint = sentence.partition("; ")
    return message, hint


def _refuse(problems: Sequence[Problem]) -> None:
    """:raises ContentError: if any of them is an error."""
    errors = errors_of(problems)
    if errors:
        raise ContentError(in_order(errors))
