"""Editions and boards as plain data inside of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.content.load import check_bundle, check_lone_board, refuse_errors, unchecked
from smallworld.content.problems.problem import Problem, Range
from smallworld.content.reading.documents import Document, mapping_of
from smallworld.content.schema.schema import check
from smallworld.content.variants import build
from smallworld.content.variants.extension import root_variant
from smallworld.content.variants.file_reader import Bundle
from smallworld.content.variants.plain_data import Schemas
from smallworld.content.variants.plugins import PluginCheck
from smallworld.errors import ContentError
from smallworld.languages import lazy
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant


def embedded_variant(
    content: Mapping[str, Any], abilities: Schemas | None = None, lacks: PluginCheck | None = None
) -> Variant:
    """Build an edition from its content, see :attr:`smallworld.model.variant.Variant.content`.

    :raises ContentError: with everything that is wrong with it.
    """
    data, boards = content.get("variant"), content.get("boards")
    document = _document(data, "edition")
    documents = {str(name): _document(board, f"edition, board {name}") for name, board in mapping_of(boards).items()}
    problems = check(document, "variant")
    for board in documents.values():
        problems += check(board, "board")
    refuse_errors(problems)
    bundle = Bundle(root_variant(document), documents)
    refuse_errors(check_bundle(bundle, abilities, lacks))
    with unchecked(document):
        return build.variant(bundle.merged.data, {name: board.data for name, board in documents.items()}, "")


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
