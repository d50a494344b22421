"""Turn files, or the editions and boards in records, into the model, or list every problem that prevents it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError
from smallworld.languages import lazy
from smallworld.model.board import BoardFile
from smallworld.model.names import chosen_names, shared_names
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.form import check
from smallworld_editions.inspection import EXPLAINS, inspectors
from smallworld_editions.language_files import LanguageFiles, language_layers, recorded_translations
from smallworld_editions.problem import Problem, Range, errors_of, sort_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.variants.extension import root_variant
from smallworld_editions.variants.file_reader import Bundle, read_checked, read_variant
from smallworld_editions.variants.merging import Merged, item_name
from smallworld_editions.variants.plain_data import Schemas, board_file, needed_plugins, users_of, variant_of_data

_REQUIREMENT = re.compile(r"\s*(?:$|\*|[~=!<>])")
"""The beginning of a requirement; the schema reports any other text."""
PluginCheck = Callable[[str, str], tuple[str, str] | None]
"""Name and required version of a plugin → what is wrong with it and the remedy, or None."""


def load_board(path: Path | str) -> BoardFile:
    """Load one board file.

    :raises ContentError: with all its problems.
    """
    path = Path(path)
    return _lone_board(path.stem, *read_checked(path, "board"))


def _lone_board(name: str, document: Document | None, problems: list[Problem]) -> BoardFile:
    """Build a board that is loaded without a variant, and check its meaning before.

    :param problems: the mistakes in its form.
    """
    if document is not None and not errors_of(problems):
        problems = [mistake for answer in inspectors().hook.check_board(document=document) for mistake in answer]
    refuse_errors(problems)
    assert document is not None
    with unchecked(document):
        return board_file(name, document.data)


def load_boards(folder: Path | str) -> dict[str, BoardFile]:
    """Read the boards of a folder, by id.

    :raises ContentError: with all problems of the first board that has errors.
    """
    return {path.stem: load_board(path) for path in sorted(Path(folder).glob("*.yaml"))}


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
    boards = _board_data(bundle)
    layers = [str(layer.document.data.get("variant")) for layer in bundle.merged.layers]
    translations = LanguageFiles(language_layers(bundle.merged, folders))
    with unchecked(bundle.merged.document):
        return variant_of_data(bundle.merged.data, boards, str(path), layers, translations)


def _board_data(bundle: Bundle) -> dict[str, Mapping[str, Any]]:
    """Return the boards as plain data, without rounds that a variant changes which extends that of the board."""
    merged, boards = bundle.merged, {name: document.data for name, document in bundle.boards.items()}
    for players, names in mapping_of(merged.data.get("boards")).items():
        origin = merged.find(("rounds", players))[0]
        older = {Path(key).parent for layer in merged.layers if layer.document is origin for key in layer.ancestors}
        for name in names if isinstance(names, list) else [names]:
            document = bundle.boards.get(name)
            if document is not None and Path(document.name).resolve().parent.parent in older:
                boards[name] = {key: value for key, value in boards[name].items() if key != "rounds"}
    return boards


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
        variant = variant_of_data(bundle.merged.data, faces, "", translations=recorded_translations(languages))
    return replace(variant, content={**variant.content, "languages": languages}) if languages else variant


def embedded_board(name: str, data: Any) -> BoardFile:
    """Build a board from its content.

    :raises ContentError: with everything that is wrong with it.
    """
    document = _document(data, f"board {name}")
    return _lone_board(name, document, check(document, "board"))


def _document(data: Any, name: str) -> Document:
    if not isinstance(data, dict):
        raise ContentError(
            [Problem("not-a-mapping", "error", name, None, lazy("this must be a mapping of keys to values"))]
        )
    return Document(data, name, "", Range.at(1, 1))


# --- the plugins that a variant names, and names of abilities that several plugins have


def check_plugins(merged: Merged, lacks: PluginCheck | None) -> Iterator[Problem]:
    """Yield a problem for each missing or outdated plugin that the variant needs."""
    if lacks is None:
        return
    for name, requirement in needed_plugins(merged.data).items():
        is_readable = isinstance(requirement, str) and _REQUIREMENT.match(requirement)
        fault = lacks(name, requirement) if is_readable else None
        if fault is not None:
            message, hint = fault
            yield merged.problem("missing-plugin", ("plugins", name), message, hint, at_key=True)


def qualify_names(merged: Merged, shared: Mapping[str, Collection[str]]) -> None:
    """Write the full names of abilities where packs with different plugins use one name.

    Each use means the plugin that its file needs, or a file that this file extends.
    """
    if not shared:
        return
    for user, path in _copied_users(merged.data):
        uses = user["abilities"]
        for index, use in enumerate(uses):
            name = item_name(use)
            if name in shared and len(chosen_names(shared[name], needed_plugins(merged.data))) > 1:
                place = (*path, "abilities", index)
                options = chosen_names(shared[name], _plugins_at(merged, place))
                if len(options) == 1:
                    _rename(merged, uses, index, place, options[0])


def _copied_users(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], KeyPath]]:
    """Yield all users of abilities with their paths; they are copied with their lists, because documents share them."""
    for path, user in users_of(data):
        if isinstance(user.get("abilities"), list):
            copied = data
            if path:
                copied = data[str(path[0])][path[1]] = dict(user)
            copied["abilities"] = list(copied["abilities"])
            yield copied, path


def _plugins_at(merged: Merged, path: KeyPath) -> set[str]:
    """Return the plugins that are named by the file of a value, and by all files that it extends."""
    document, _ = merged.find(path)
    keys = {key for layer in merged.layers if layer.document is document for key in (*layer.ancestors, layer.key)}
    return {name for layer in merged.layers if layer.key in keys for name in needed_plugins(layer.document.data)}


def _rename(merged: Merged, uses: list[Any], index: int, path: KeyPath, name: str) -> None:
    use = uses[index]
    if not isinstance(use, dict):
        uses[index] = name
        return
    (old,) = use
    document, inner = merged.find((*path, old))
    changed = [part for part in merged.origins if part[: len(path) + 1] == (*path, old) and len(part) > len(path) + 1]
    merged.set_origin((*path, name), document, inner)
    for part in changed:
        merged.set_origin((*path, name, *part[len(path) + 1 :]), *merged.find(part))
    uses[index] = {name: use[old]}
