"""Draw a board of a draft, also one that cannot be played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.model.variant import TerrainSpec
from smallworld_draw.scene import RegionView, Scene, draw
from smallworld_draw.svg import RATIO, mark_places, scene_svg
from smallworld_editions.reading.documents import list_of
from smallworld_studio.draft_files import MOST_REGIONS
from smallworld_studio.jobs.checks import board_data
from smallworld_studio.jobs.draft_folder import DraftFolder, terrain_specs

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
    used = tuple(sorted((_terrain(spec, terrains) for spec in face.regions), key=lambda terrain: terrain.name))
    key = face, tuple(dict.fromkeys(used)), _("natives")
    quality = "full" if key in _full or request.get("quality") != "quick" else "quick"
    if quality == "quick":
        return {"quality": quality, **_drawn(*key, QUICK)}
    if key not in _full:
        _full[key] = _drawn(*key, 1.0)
        if len(_full) > MOST_KEPT:
            del _full[next(iter(_full))]
    return {"quality": quality, **_full[key]}


def _drawn(face: BoardFile, terrains: tuple[TerrainSpec, ...], natives: str, quality: float) -> dict[str, Any]:
    """Draw a board with a share of the steps."""
    by_id = {terrain.id: terrain for terrain in terrains}
    spots = {
        spec.id: RegionView(
            spec, _terrain(spec, by_id), natives=spec.natives, symbols=tuple(sorted(spec.symbols)),
        )
        for spec in face.regions
    }  # fmt: skip
    scene = Scene(draw(Board((face,)), RATIO, quality), spots, (), natives, face.name or face.id, terrains)
    svg = scene_svg(scene, has_legend=False)
    return {
        "board": face.id, "svg": svg,
        "places": {key: {"x": round(x, 1), "y": round(y, 1)} for key, (x, y) in mark_places(scene).items()},
        "box": _box(svg),
    }  # fmt: skip


def _terrain(spec: RegionSpec, terrains: Mapping[str, TerrainSpec]) -> TerrainSpec:
    """Return the terrain of a region, or a plain one if the edition has none of this id."""
    return terrains.get(spec.terrain) or TerrainSpec(spec.terrain, spec.terrain.replace("_", " ").capitalize())


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


def _box(svg: str) -> list[float]:
    """Return width and height of a picture."""
    numbers = svg[svg.index('viewBox="') + 9 :].split('"', 1)[0].split()
    return [float(number) for number in list_of(numbers)[2:]]
