"""Add the missing halves of borders to the list of a region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_validate.text_edits.boards import follower, neighbour_edits


def border_edit(
    document: Document,
    path: KeyPath,
    adjacent: Any,
    names: Sequence[str],
    order: Mapping[str, int],
    around: Mapping[str, frozenset[str]],
) -> tuple[Edit, ...]:
    """Return the edits that add names to a list of borders; none if the form of the list is unusual.

    :param path: of the list. :param order: region id → its place in the file; a sorted list stays sorted.
    :param around: name → its neighbours; a list that goes around the region stays one.
    """
    if not isinstance(adjacent, list):
        return ()
    items: dict[int, list[str]] = {}
    for name in names:
        items.setdefault(follower(adjacent, name, order, around.get(name, frozenset())), []).append(name)
    return neighbour_edits(document, path, items)
