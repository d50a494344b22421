"""Borders that do not fit on a flat map: at most five of them, the last one that was drawn among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjacency_map.planarity import crossing_edges, single_remedies
from smallworld.languages import _, and_list
from smallworld_editions.reading.documents import list_of, mapping_of
from smallworld_studio.draft_files import MOST_REGIONS
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.variant_checks.border_graph import BorderGraph, border, border_graph

MOST = 5
Pair = tuple[int, int]


def crossing(folder: DraftFolder, board: object, last: object) -> dict[str, Any] | None:
    """Return borders of a board that do not fit on a flat map; None if all do.

    :param board: its id. :param last: the two regions of the border that was drawn last.
    """
    graph = _graph(folder, board)
    if graph is None or graph.is_flat():
        return None
    count, shore = len(graph.names) + 1, [(region, len(graph.names)) for region in graph.rim]
    drawn = _drawn(graph, last)
    ordered = sorted(graph.borders, key=graph.doubt, reverse=True)
    candidates = [pair for pair in [drawn, *ordered] if pair is not None]
    edges = [*shore, *reversed([pair for pair in candidates if pair != drawn])] + ([drawn] if drawn else [])
    remedies = single_remedies(count, edges, list(dict.fromkeys(candidates)), MOST)
    is_one_enough = bool(remedies)
    remedies = remedies or [edge for edge in crossing_edges(count, edges, MOST) if edge not in shore]
    names = ["–".join((graph.names[one], graph.names[other])) for one, other in remedies]
    return {
        "board": board,
        "borders": [[graph.names[one], graph.names[other]] for one, other in remedies],
        "sentence": _sentence(names, drawn is not None and drawn in remedies, is_one_enough),
        "undo_last": drawn is not None and drawn in remedies,
    }


def _graph(folder: DraftFolder, board: object) -> BorderGraph | None:
    """Return the borders of a board that both regions name; None if it cannot be read, or is too large."""
    for document in folder.documents(f"boards/{board}.yaml")[:1]:
        data = mapping_of(document.data)
        rows = [
            (index, str(row["id"]), row) for index, row in enumerate(list_of(data.get("regions")))
            if isinstance(row, dict) and "id" in row
        ]  # fmt: skip
        named = {(name, str(other)) for _index, name, row in rows for other in list_of(row.get("adjacent"))}
        if 0 < len(rows) <= MOST_REGIONS:
            return border_graph(data, rows, sorted(pair for pair in named if pair[::-1] in named))
    return None


def _drawn(graph: BorderGraph, last: object) -> Pair | None:
    """Return the border that was drawn last, if the board has it."""
    if not isinstance(last, list) or len(last) != 2 or any(name not in graph.names for name in last):
        return None
    pair = border(*(graph.names.index(name) for name in last))
    return pair if pair in graph.borders else None


def _sentence(names: Sequence[str], is_last_first: bool, is_one_enough: bool) -> str:
    if is_last_first and is_one_enough:
        if len(names) == 1:
            return _("{border} does not fit on a flat map", border=names[0])
        return _("{border} does not fit; it would fit without one of these: {rest}",
                 border=names[0], rest=", ".join(names[1:]))  # fmt: skip
    if is_one_enough:
        return _("the borders do not fit on a flat map; without one of these they would: {borders}",
                 borders=", ".join(names))  # fmt: skip
    return _("the borders do not fit on a flat map; without all of these they would: {borders}",
             borders=and_list(names))  # fmt: skip
