"""Import the map of another program as a board that validates, with a list of everything that the map lacks."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjacency_map.faces import embed
from adjacency_map.model import NotDrawable, reachable
from smallworld.errors import ContentError, SmallWorldError
from smallworld.languages import _, ngettext
from smallworld_draw.foreign_maps import ForeignMap, Point, middle, read_csv_map, read_json_map, shared_sides
from smallworld_editions.problem import Problem
from smallworld_editions.reading.files import ReadAborted, decode, read_start
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.text_edits.layout import write_flow, write_scalar
from smallworld_validate.variant_checks.border_graph import BorderGraph, Half, Verdict, border, judge

MOST_BYTES, MOST_REGIONS = 4_000_000, 1000
MARGIN = 6.0
"""Percent of the board around the outermost centers."""


@dataclass(slots=True)
class ImportedBoard:
    """The text of a board file, and sentences about the things that the map lacks."""

    text: str
    unknown: list[str]
    regions: int
    borders: int
    problems: list[Problem]


def import_file(file: Path, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Make a board of the map in a file, with the problems that the board has.

    :raises SmallWorldError: the file cannot be read, or as :func:`import_text`.
    """
    try:
        text = decode(read_start(file, MOST_BYTES + 1)[0], str(file), MOST_BYTES)
    except ReadAborted as error:
        raise ContentError([error.problem]) from None
    return import_text(text, str(file), name, terrains)


def import_text(text: str, file: str, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Make a board of a map, with the problems that the board has.

    :param file: the name of the file from which the text comes. :param name: the id of the board.
    :param terrains: those of an edition; the first one is written where the map has none of them.
    :raises SmallWorldError: the text holds no map.
    """
    is_json = file.lower().endswith((".json", ".geojson")) or text.lstrip()[:1] in ("{", "[")
    try:
        board = read_json_map(json.loads(text)) if is_json else read_csv_map(text)
    except json.JSONDecodeError as error:
        raise SmallWorldError(
            _("{file}, line {line}: this is not JSON: {fault}", file=file, line=error.lineno, fault=error.msg)
        ) from None
    except RecursionError:
        board = None
    if board is None:
        sentence = _(
            "{file}: this is not a list of borders, neighbours, a matrix or GeoJSON; docs/boards.md shows the forms",
            file=file,
        )
        raise SmallWorldError(sentence)
    if len(board.regions) > MOST_REGIONS:
        raise SmallWorldError(_("{file} has more than {most} regions", file=file, most=MOST_REGIONS))
    return _write_board(board, name, terrains)


def _write_board(board: ForeignMap, name: str, terrains: Sequence[str]) -> ImportedBoard:
    """Write a map as a board that validates, and list everything that the map lacks."""
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
    for region in board.regions:
        title = board.names.get(region, "" if ids[region] == region or region.isdecimal() else region)
        terrain = re.sub(r"[^a-z0-9_-]+", "_", board.terrains.get(region, "").lower()).strip("_")
        row = {
            "id": ids[region], "name": title, "terrain": terrain if terrain in terrains else terrains[0],
            "border": region in rim, "center": list(centers.get(region, ())),
        }  # fmt: skip
        around = [ids[other] for other in board.regions if (region, other) in borders or (other, region) in borders]
        row = {key: value for key, value in row.items() if value}
        lines.append(f"  - {write_flow({**row, 'adjacent': around})}")
    count = sum(board.terrains.get(region, "").lower() not in terrains for region in board.regions)
    if count:
        unknown.append(ngettext("the terrain of {count} region, now {usual}",
                                "the terrain of {count} regions, now {usual}", count, usual=terrains[0]))  # fmt: skip
    unknown.append(_("how many players and rounds, and where symbols and natives are"))
    text = "\n".join(lines) + "\n"
    return ImportedBoard(
        text, unknown, len(ids), len(borders), FileChecker().check_bytes(text.encode(), f"{name}.yaml")
    )


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
