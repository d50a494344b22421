"""Check and draw a draft: its problems, the values that the page shows, its boards; its changes in words."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _, and_list, for_reader, ngettext
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.model.variant import TerrainSpec
from smallworld_draw.colours import tint_of
from smallworld_draw.scene import RegionView, Scene, draw, terrain_of
from smallworld_draw.svg import RATIO, mark_places, scene_svg
from smallworld_editions.problem import Problem, errors_of
from smallworld_editions.reading.documents import Document, list_of, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import ratio_of
from smallworld_studio.draft_files import MOST_REGIONS, VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder, terrain_specs
from smallworld_validate.file_checker import UNREADABLE
from smallworld_validate.text_edits.layout import write_flow
from smallworld_validate.variant_checks.border_graph import MOST_NAMED, Border, BorderGraph, border, border_graph


def check(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return problems as ``validate --format json`` prints them, and the values of the draft."""
    problems = folder.problems()
    return {
        "problems": [problem_data(problem) for problem in problems],
        "ready": VARIANT in folder.files and not errors_of(problems),
        "unreadable": sorted({p.file for p in problems if p.code in UNREADABLE and p.severity == "error"}),
        "crossing": crossing(folder, request.get("board"), request.get("last")),
        "model": model(folder),
    }


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain data in the language of the reader."""
    related = [{**row, "message": for_reader(row["message"])} for row in problem.as_dict()["related"]]
    texts = {"message": for_reader(problem.message), "hint": for_reader(problem.hint), "related": related}
    return {**problem.as_dict(), **texts}


def model(folder: DraftFolder) -> dict[str, Any]:
    """Return the values of a draft, as far as its files can be read."""
    merged = folder.bundle.merged if folder.bundle is not None else None
    data = merged.data if merged is not None else {}
    return {
        "boards": dict(_boards(folder)),
        "terrains": [
            {"id": key, "name": terrain.name, "color": tint_of(terrain, is_dark=False),
             "dark": tint_of(terrain, is_dark=True), "water": terrain.water}
            for key, terrain in terrain_specs(folder).items()
        ],
        "symbols": [{"id": name, "name": name} for name in list_of(data.get("symbols")) if isinstance(name, str)],
        **{name: _entries(merged, name) for name in ("races", "powers", "pieces", "relics")},
        "tests": list(_tests(folder)),
    }  # fmt: skip


def _text(value: object, instead: str) -> str:
    return value if isinstance(value, str) else instead


def _boards(folder: DraftFolder) -> Iterator[tuple[str, Any]]:
    """Yield the boards of the draft's own files."""
    for name in sorted(folder.files):
        if not name.startswith("boards/"):
            continue
        for document in folder.documents(name)[:1]:
            if isinstance(document.data, dict):
                yield name.removeprefix("boards/").removesuffix(".yaml"), board_data(document)


def board_data(document: Document) -> dict[str, Any]:
    """Return a board with its regions, as far as they are valid."""
    data = document.data
    players = data.get("players")
    return {
        "file": document.name,
        "name": _text(data.get("name"), ""),
        "aspect": min(10.0, max(0.1, ratio_of(data))),
        "players": [number for number in list_of(players) if isinstance(number, int)],
        "regions": [
            {**_region(row), "range": asdict(document.value(("regions", index)))}
            for index, row in enumerate(list_of(data.get("regions"))) if isinstance(row, dict) and "id" in row
        ],
    }  # fmt: skip


def _region(row: Mapping[str, Any]) -> dict[str, Any]:
    center = row.get("center")
    is_point = isinstance(center, list) and len(center) == 2 and all(type(x) in (int, float) for x in center)
    natives = row.get("natives", 0)
    return {
        "id": str(row["id"]),
        "terrain": _text(row.get("terrain"), ""),
        "symbols": [name for name in list_of(row.get("symbols")) if isinstance(name, str)],
        "natives": natives if isinstance(natives, int) else 0,
        "border": row.get("border") is True,
        "center": center if is_point else None,
        "adjacent": [name for name in list_of(row.get("adjacent")) if isinstance(name, str)],
    }


def _entries(merged: Merged | None, name: str) -> list[dict[str, Any]]:
    """List the races, powers, pieces or relics, also those of the editions that the draft extends."""
    if merged is None:
        return []
    entries, changed = [], mapping_of(mapping_of(merged.document.data.get("change")).get(name))
    for key, entry in section(merged.data, name).items():
        document, path = merged.find((name, key))
        place, origin = None, "own"
        if document is not merged.document:
            origin = "changed" if key in changed else str(document.data.get("variant", ""))
        elif path:
            place = asdict(document.key(path))
        if key in changed:
            origin, place = "changed", asdict(merged.document.key(("change", name, key)))
        entries.append({"id": key, "name": _text(entry.get("name"), key), "origin": origin, "range": place})
    return entries


def _tests(folder: DraftFolder) -> Iterator[dict[str, Any]]:
    for name in sorted(folder.files):
        if name.endswith(".scenario.yaml"):
            for document in folder.documents(name):
                title = mapping_of(document.data).get("scenario")
                yield {"file": name, "name": _text(title, ""), "range": asdict(document.root)}


# --- borders that do not fit on a flat map, the last one that was drawn among them


def crossing(folder: DraftFolder, board: object, last: object) -> dict[str, Any] | None:
    """Return borders of a board that do not fit on a flat map; None if all do.

    :param board: its id. :param last: the two regions of the border that was drawn last.
    """
    graph = _graph(folder, board)
    if graph is None or graph.is_flat():
        return None
    drawn = _drawn(graph, last)
    remedies, is_one_enough = graph.remedies(rim=True, last=drawn)
    remedies = [pair for pair in remedies if pair in graph.borders][:MOST_NAMED]
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


def _drawn(graph: BorderGraph, last: object) -> Border | None:
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


# --- pictures of boards, also of those that cannot be played yet


QUICK = 0.2
"""Share of the steps of a quick drawing."""
MOST_KEPT = 8
"""Full drawings that are kept, as most edits of a draft do not change its board."""
_full: dict[Any, dict[str, Any]] = {}
"""Board, terrains and the word for natives → the full drawing."""


def picture(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Draw a board; ``quality`` is ``quick`` or ``full``. A board that was drawn in full already is not drawn again.

    :raises SmallWorldError: it cannot be drawn.
    """
    name = str(request.get("board"))
    documents = folder.documents(f"boards/{name}.yaml")
    if not documents or not isinstance(documents[0].data, dict):
        raise SmallWorldError(_("the board {name!r} cannot be read", name=name[:60]))
    data = board_data(documents[0])
    rows = {row["id"]: row for row in data["regions"]}
    joined = {key: row for key, row in rows.items() if any(other in rows for other in row["adjacent"])}
    if not joined:
        raise SmallWorldError(_("this board has no borders yet"))
    if len(rows) > MOST_REGIONS:
        raise SmallWorldError(_("a board of more than {most} regions is not drawn while it is edited",
                                most=MOST_REGIONS))  # fmt: skip
    face, terrains = _face(name, data, joined), terrain_specs(folder)
    used = tuple(sorted((terrain_of(terrains, spec) for spec in face.regions), key=lambda terrain: terrain.name))
    key = face, tuple(dict.fromkeys(used)), _("natives")
    quality = "full" if key in _full or request.get("quality") != "quick" else "quick"
    if quality == "quick":
        return {"quality": quality, **_draw_board(*key, QUICK)}
    if key not in _full:
        _full[key] = _draw_board(*key, 1.0)
        if len(_full) > MOST_KEPT:
            del _full[next(iter(_full))]
    return {"quality": quality, **_full[key]}


def _draw_board(face: BoardFile, terrains: tuple[TerrainSpec, ...], natives: str, quality: float) -> dict[str, Any]:
    """Draw a board with a share of the steps."""
    by_id = {terrain.id: terrain for terrain in terrains}
    spots = {
        spec.id: RegionView(
            spec, terrain_of(by_id, spec), natives=spec.natives, symbols=tuple(sorted(spec.symbols)),
        )
        for spec in face.regions
    }  # fmt: skip
    scene = Scene(draw(Board((face,)), RATIO, quality), spots, (), natives, face.name or face.id, terrains)
    svg = scene_svg(scene, has_legend=False)
    return {
        "board": face.id, "svg": svg,
        "places": {key: {"x": round(x, 1), "y": round(y, 1)} for key, (x, y) in mark_places(scene).items()},
        "box": [*map(float, svg[svg.index('viewBox="0 0 ') + 13 :].split('"', 1)[0].split())],
    }  # fmt: skip


def _face(name: str, data: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> BoardFile:
    """Describe the regions that have a border; borders that one side names count, too."""
    named = {(key, other) for key, row in rows.items() for other in row["adjacent"] if other in rows and other != key}
    specs = tuple(
        RegionSpec(
            id=key, terrain=row["terrain"] or "?", symbols=frozenset(row["symbols"]),
            natives=max(0, min(99, row["natives"])), border=row["border"], entry=False,
            center=(float(row["center"][0]), float(row["center"][1])) if row["center"] else None,
            adjacent=tuple(other for other in rows if (key, other) in named or (other, key) in named),
        )
        for key, row in rows.items()
    )  # fmt: skip
    return BoardFile(id=name, regions=specs, name=data["name"], aspect=data["aspect"])


# --- the changes of a revision in words: ``races.amazons.banner 6 → 7``


MOST_WORDS = 4
"""Changes of a revision that are listed."""
SECONDS = 3.0
"""Time for the revisions, from the newest on; of older ones only the names of the files are listed."""
LONGEST = 40
"""Letters of a value."""


def sentences(_folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return for each revision its changes in words."""
    documents: dict[str, Any] = {}
    end = time.monotonic() + SECONDS
    steps = [(step, time.monotonic() < end and list(_step(step, documents))) for step in reversed(request["steps"])]
    return {"words": [changes or list(_names(step)) for step, changes in reversed(steps)]}


def _names(step: Mapping[str, Any]) -> Iterator[str]:
    """Yield only the names of the changed files."""
    for file in step["files"]:
        yield _("the text of {file}", file=file)


def _step(step: Mapping[str, Any], documents: dict[str, Any]) -> Iterator[str]:
    if step["is_first"]:
        yield _("the draft was made")
        return
    if step["name"]:
        yield _("the draft is called {name}", name=step["name"])
    for file, (before, after) in step["files"].items():
        if before is None:
            yield _("{file} is new", file=file)
        elif after is None:
            yield _("{file} was removed", file=file)
        else:
            yield from _changed_file(file, _data(before, documents), _data(after, documents))


def _data(text: str, documents: dict[str, Any]) -> Any:
    """Read the data of a text, once for all revisions; a text that cannot be read is None."""
    if text not in documents:
        parsed, _problems = read(text, "")
        documents[text] = parsed[0].data if len(parsed) == 1 else [document.data for document in parsed] or None
    return documents[text]


def _changed_file(file: str, before: Any, after: Any) -> Iterator[str]:
    if before is None or after is None:
        yield _("the text of {file}", file=file)
        return
    changes = list(_changes("", before, after))
    if not changes:
        yield _("comments or layout of {file}", file=file)
    yield from changes[:MOST_WORDS]
    if len(changes) > MOST_WORDS:
        rest = len(changes) - MOST_WORDS
        yield ngettext("and {count} more", "and {count} more", rest)


def _changes(path: str, before: Any, after: Any) -> Iterator[str]:
    """Yield the differences of two values."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            place = f"{path}.{key}" if path else str(key)
            if key not in before:
                yield f"{place}: + {_short(after[key])}"
            elif key not in after:
                yield f"{place}: −"
            else:
                yield from _changes(place, before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and _by_id(before) and _by_id(after):
        yield from _changes(path, _by_id(before), _by_id(after))
    elif isinstance(before, list) and isinstance(after, list):
        signs = [*(f"+ {_short(item)}" for item in after if item not in before)]
        signs += [f"− {_short(item)}" for item in before if item not in after]
        yield f"{path}: {', '.join(signs) or _short(after)}"
    else:
        yield f"{path}: {_short(before)} → {_short(after)}"


def _by_id(rows: list[Any]) -> dict[str, Any]:
    """Return the rows of a list of regions by their ids; empty for any other list."""
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows):
        return {}
    return {row["id"]: row for row in rows}


def _short(value: Any) -> str:
    text = write_flow(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
