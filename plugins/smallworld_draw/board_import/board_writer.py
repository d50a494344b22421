"""Write a foreign map as a board that validates, and list everything that the map lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjacency_map.embedding import embed
from adjacency_map.model import NotDrawable, reachable
from smallworld.languages import _, ngettext
from smallworld_draw.board_import.foreign_map import ForeignMap, Point, middle, shared_sides
from smallworld_editions.problem import Problem
from smallworld_validate.text_edits.layout import write_flow, write_scalar
from smallworld_validate.variant_checks.border_graph import BorderGraph, border
from smallworld_validate.variant_checks.one_sided_borders import Half, Verdict, judge

MARGIN = 6.0
"""Percent of the board around the outermost centers."""


@dataclass(slots=True)
class ImportedBoard:
    """The text of a board file, and sentences about the things that the map lacks."""

    text: str
    unknown: list[str] = field(default_factory=list)
    regions: int = 0
    borders: int = 0
    problems: list[Problem] = field(default_factory=list)


def import_board(board: ForeignMap, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Make a board of a map.

    :param terrains: those of an edition; the first one is written where the map has none of them.
    """
    unknown: list[str] = []
    shore: set[str] = set()
    if board.outlines:
        pairs, shore = shared_sides(board.outlines)
        if not board.named:
            for pair in pairs:
                board.add_border(*pair)
        for region, rings in board.outlines.items():
            board.centers.setdefault(region, middle(rings))
    ids = _ids(board)
    borders = _borders(board, unknown)
    aspect, centers = _percent(board, unknown)
    rim = _rim(board, borders, centers, shore, unknown)
    lines = [f"name: {write_scalar(name)}", f'aspect: "{aspect}"', "provenance: fan", "regions:"]
    lines += [_line(board, region, ids, borders, centers, rim, terrains) for region in board.regions]
    _note_terrains(board, terrains, unknown)
    unknown.append(_("how many players and rounds, and where symbols and natives are"))
    return ImportedBoard("\n".join(lines) + "\n", unknown, len(ids), len(borders))


def _line(
    board: ForeignMap, region: str, ids: Mapping[str, str], borders: set[tuple[str, str]],
    centers: Mapping[str, Point], rim: set[str], terrains: Sequence[str],
) -> str:  # fmt: skip
    """Write a region."""
    neighbours = [other for other in board.regions if (region, other) in borders or (other, region) in borders]
    row: dict[str, Any] = {"id": ids[region]}
    name = board.names.get(region, "" if ids[region] == region or region.isdecimal() else region)
    row |= {"name": name} if name else {}
    row |= {"terrain": _terrain(board, region, terrains)} | ({"border": True} if region in rim else {})
    row |= {"center": list(centers[region])} if region in centers else {}
    return f"  - {write_flow({**row, 'adjacent': [ids[other] for other in neighbours]})}"


def _ids(board: ForeignMap) -> dict[str, str]:
    """Return region → its id on the board: numbers become r01, words lose their accents and spaces."""
    width = max((len(region) for region in board.regions if region.isdecimal()), default=2)
    ids: dict[str, str] = {}
    for number, region in enumerate(board.regions, 1):
        plain = unicodedata.normalize("NFKD", region).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9_-]+", "_", plain).strip("_")[:60]
        if region.isdecimal():
            slug = f"r{region.zfill(max(width, 2))}"
        slug = slug or f"region{number}"
        while slug in ids.values():
            slug = f"{slug}_{number}"
        ids[region] = slug
    return ids


def _borders(board: ForeignMap, unknown: list[str]) -> set[tuple[str, str]]:
    """Return the borders; of those that one region names, the ones that the map needs."""
    sure = {pair for pair in board.named if pair[::-1] in board.named or not board.is_directed}
    halves = [pair for pair in board.named if pair not in sure]
    if not halves:
        return _once(sure)
    if not sure:
        return _once(halves)
    places = {region: place for place, region in enumerate(board.regions)}
    graph = BorderGraph([*board.regions], {border(places[a], places[b]) for a, b in sure}, [], None)
    for (one, other), verdict in zip(halves, judge(graph, places, [Half(a, (), b) for a, b in halves]), strict=True):
        if verdict is Verdict.ADD:
            sure.add((one, other))
            unknown.append(_("{one} names {other}, but not the other way round: added", one=one, other=other))
        else:
            unknown.append(_("{one} names {other}, but not the other way round: left out", one=one, other=other))
    return _once(sure)


def _once(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(min(pair), max(pair)) for pair in pairs}


def _percent(board: ForeignMap, unknown: list[str]) -> tuple[str, dict[str, Point]]:
    """Return the aspect and the centers in percent of the board."""
    if len(board.centers) < len(board.regions):
        unknown.append(_("where regions are: the program computes a place for them"))
        return "2:1", {}
    xs, ys = [x for x, _y in board.centers.values()], [y for _x, y in board.centers.values()]
    margin = 0.0 if board.outlines else MARGIN
    for rings in board.outlines.values():
        xs += [x for ring in rings for x, _y in ring]
        ys += [y for ring in rings for _x, y in ring]
    if board.size is not None and max(xs) <= board.size[0] and max(ys) <= board.size[1] and min(*xs, *ys) >= 0:
        width, height = board.size
        centers = {region: (100 * x / width, 100 * y / height) for region, (x, y) in board.centers.items()}
    elif not board.outlines and min(*xs, *ys) >= 0 and 20 < max(*xs, *ys) <= 100:
        width, height, centers = 2.0, 1.0, dict(board.centers)  # percent already
    else:
        width, height = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
        left, top, scale = min(xs), min(ys), 100 - 2 * margin
        centers = {
            region: (margin + scale * (x - left) / width, margin + scale * (y - top) / height)
            for region, (x, y) in board.centers.items()
        }
        if margin:
            unknown.append(_("how large the picture is: the centers fill the board"))
    if board.grows_up:
        centers = {region: (x, 100 - y) for region, (x, y) in centers.items()}
    ratio = min(max(width / height, 0.25), 4.0)
    return f"{max(1, round(100 * ratio))}:100", {r: (round(x, 1), round(y, 1)) for r, (x, y) in centers.items()}


def _rim(
    board: ForeignMap, borders: set[tuple[str, str]], centers: Mapping[str, Point], shore: set[str],
    unknown: list[str],
) -> set[str]:  # fmt: skip
    """Return the regions at the edge of the board: those along the outside of the map."""
    if shore:
        return shore
    unknown.append(_("which regions are at the edge of the board: those along the outside are marked"))
    rim: set[str] = set()
    neighbours: dict[str, list[str]] = {region: [] for region in board.regions}
    for one, other in borders:
        neighbours[one].append(other)
        neighbours[other].append(one)
    for region in board.regions:
        part = [name for name in board.regions if name in reachable(region, neighbours)]
        if part[0] != region:
            continue
        index = {name: place for place, name in enumerate(part)}
        edges = [(index[a], index[b]) for a, b in borders if a in index]
        try:
            _inner, outer = embed(range(len(part)), edges, [centers[name] for name in part] if centers else None, ())
        except NotDrawable:
            outer = [0]
        rim |= {part[place] for place in outer}
    return rim


def _terrain(board: ForeignMap, region: str, terrains: Sequence[str]) -> str:
    word = re.sub(r"[^a-z0-9_-]+", "_", board.terrains.get(region, "").lower()).strip("_")
    return word if word in terrains else terrains[0]


def _note_terrains(board: ForeignMap, terrains: Sequence[str], unknown: list[str]) -> None:
    count = sum(board.terrains.get(region, "").lower() not in terrains for region in board.regions)
    if count:
        unknown.append(
            ngettext(
                "the terrain of {count} region, now {usual}",
                "the terrain of {count} regions, now {usual}",
                count,
                usual=terrains[0],
            )
        )
