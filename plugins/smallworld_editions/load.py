"""Turn files, or the editions and boards in records, into the model, or list every problem that prevents it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, UnknownName
from smallworld.languages import lazy
from smallworld.model.board import BoardFile
from smallworld.model.names import shared_names
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.form import check
from smallworld_editions.inspection import EXPLAINS, inspectors
from smallworld_editions.language_files import LanguageFiles, language_layers, recorded_translations
from smallworld_editions.problem import Problem, Range, errors_of, sort_problems
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.variants import build
from smallworld_editions.variants.extension import root_variant
from smallworld_editions.variants.file_reader import Bundle, read_board, read_variant
from smallworld_editions.variants.plain_data import PluginCheck, Schemas, check_plugins, qualify_names


def load_board(path: Path | str) -> BoardFile:
    """Load one board file.

    :raises ContentError: with all its problems.
    """
    path = Path(path)
    document, problems = read_board(path)
    if document is not None and not errors_of(problems):
        problems += check_lone_board(document)
    refuse_errors(problems)
    assert document is not None
    with unchecked(document):
        return build.board_file(path.stem, document.data)


def check_lone_board(document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board that is loaded without a variant."""
    return [problem for answer in inspectors().hook.check_board(document=document) for problem in answer]


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


def load_variant_file(
    path: Path | str,
    folders: Sequence[VariantFolder] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Variant:
    """Load the variant of one file, with the variants that it extends and with its boards; see :func:`load_bundle`."""
    return build_variant(load_bundle(path, folders, abilities, lacks), path, folders)


def load_bundle(
    path: Path | str,
    folders: Sequence[VariantFolder] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Bundle:
    """Read and check the variant of one file, with the variants that it extends and with its boards.

    :param folders: further folders of variants, such as those of plugins.
    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    :param lacks: finds the fault of a plugin that the variant needs; None = not checked.
    :raises ContentError: with all problems of its files.
    """
    bundle, problems = read_variant(Path(path), tuple(folders))
    if bundle is not None:
        problems = [*problems, *check_bundle(bundle, abilities, lacks)]
    refuse_errors(problems)
    assert bundle is not None
    return bundle


def build_variant(bundle: Bundle, path: Path | str, folders: Sequence[VariantFolder] = ()) -> Variant:
    """Build the variant of a bundle without errors, with the language files next to it and in further folders."""
    boards = {name: document.data for name, document in bundle.boards.items()}
    layers = [str(layer.document.data.get("variant")) for layer in bundle.merged.layers]
    translations = LanguageFiles(language_layers(bundle.merged, folders))
    with unchecked(bundle.merged.document):
        return build.variant(bundle.merged.data, boards, str(path), layers, translations)


def check_bundle(bundle: Bundle, abilities: Schemas | None = None, lacks: PluginCheck | None = None) -> list[Problem]:
    """List the plugins that are missing, and the mistakes in the meaning of a variant and its boards.

    While a plugin is missing, abilities are not checked: they may be of that plugin.
    """
    qualify_names(bundle.merged, shared_names(abilities or ()))
    problems = list(check_plugins(bundle.merged, lacks))
    schemas = None if problems else abilities
    for answer in inspectors().hook.check_edition(bundle=bundle, abilities=schemas):
        problems += answer
    return problems


@contextmanager
def unchecked(document: Document) -> Iterator[None]:
    """Refuse a file that cannot be built; mistakes in its meaning are not found without the package that checks it.

    :raises ContentError: it cannot be built.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if inspectors().get_plugins():
            raise
        fault = f"{type(error).__name__}: {error}"
        message = lazy("the file cannot be used ({fault})", fault=f"{fault:.200}")
        raise ContentError([document.problem("bad-value", (), message, EXPLAINS)]) from error


def refuse_errors(problems: Iterable[Problem]) -> None:
    """Raise an error if there are errors among these problems.

    :raises ContentError: with the errors, in order.
    """
    errors = errors_of(problems)
    if errors:
        raise ContentError(sort_problems(errors))


# --- editions and boards as plain data inside of a record


def embedded_variant(
    content: Mapping[str, Any], abilities: Schemas | None = None, lacks: PluginCheck | None = None
) -> Variant:
    """Build an edition from its content, see :attr:`smallworld.model.variant.Variant.content`.

    :raises ContentError: with everything that is wrong with it.
    """
    data, boards, languages = content.get("variant"), content.get("boards"), content.get("languages")
    document = _document(data, "edition")
    documents = {str(name): _document(board, f"edition, board {name}") for name, board in mapping_of(boards).items()}
    problems = check(document, "variant")
    for board in documents.values():
        problems += check(board, "board")
    refuse_errors(problems)
    bundle = Bundle(root_variant(document), documents)
    refuse_errors(check_bundle(bundle, abilities, lacks))
    with unchecked(document):
        faces = {name: board.data for name, board in documents.items()}
        variant = build.variant(bundle.merged.data, faces, "", translations=recorded_translations(languages))
    return replace(variant, content={**variant.content, "languages": languages}) if languages else variant


def embedded_board(name: str, data: Any) -> BoardFile:
    """Build a board from its content.

    :raises ContentError: with everything that is wrong with it.
    """
    document = _document(data, f"board {name}")
    refuse_errors(check(document, "board"))
    refuse_errors(check_lone_board(document))
    with unchecked(document):
        return build.board_file(name, document.data)


def _document(data: Any, name: str) -> Document:
    if not isinstance(data, dict):
        raise ContentError(
            [Problem("not-a-mapping", "error", name, None, lazy("this must be a mapping of keys to values"))]
        )
    return Document(data, name, "", Range.at(1, 1))
