"""Check a draft: its problems, and the values that the page shows as a sketch and as lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from smallworld.languages import for_reader
from smallworld_draw.palette import tint_of
from smallworld_editions.problem import Problem, errors_of
from smallworld_editions.reading.documents import Document, list_of, mapping_of
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import ratio_of
from smallworld_studio.draft_files import VARIANT
from smallworld_studio.jobs.crossing_borders import crossing
from smallworld_studio.jobs.draft_folder import DraftFolder, terrain_specs
from smallworld_validate.file_checker import UNREADABLE


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
    entries = []
    for key, entry in section(merged.data, name).items() if merged is not None else ():
        document, path = merged.find((name, key))  # type: ignore[union-attr]
        changed = mapping_of(mapping_of(merged.document.data.get("change")).get(name))  # type: ignore[union-attr]
        place, origin = None, "own"
        if document is not merged.document:  # type: ignore[union-attr]
            origin = "changed" if key in changed else str(document.data.get("variant", ""))
        elif path:
            place = asdict(document.key(path))
        if key in changed:
            origin, place = "changed", asdict(merged.document.key(("change", name, key)))  # type: ignore[union-attr]
        entries.append({"id": key, "name": _text(entry.get("name"), key), "origin": origin, "range": place})
    return entries


def _tests(folder: DraftFolder) -> Iterator[dict[str, Any]]:
    for name in sorted(folder.files):
        if name.endswith(".scenario.yaml"):
            for document in folder.documents(name):
                title = mapping_of(document.data).get("scenario")
                yield {"file": name, "name": _text(title, ""), "range": asdict(document.root)}
