"""Check the meaning of an edition: its variant and each of its boards."""

from __future__ import annotations

from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import Schemas
from smallworld_validate.variant_checks.board import check_board
from smallworld_validate.variant_checks.supply import check_boards
from smallworld_validate.variant_checks.variant import check_variant


def check_edition(bundle: Bundle, abilities: Schemas | None) -> list[Problem]:
    """List the mistakes in the meaning of a variant and its boards.

    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    """
    problems = check_variant(bundle.merged, abilities)
    for document in bundle.boards.values():
        problems += check_board_of(bundle.merged, document)
    return [*problems, *check_boards(bundle.merged, bundle.boards, bundle.unread)]


def check_board_of(merged: Merged, document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board of this variant, apart from the supply of the box."""
    water = {key for key, terrain in section(merged.data, "terrains").items() if terrain.get("water") is True}
    return check_board(document, merged.names("terrains"), merged.names("symbols"), water)
