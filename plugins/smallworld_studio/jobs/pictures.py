"""Draw a board of a draft, also one that cannot be played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.content.reading.documents import list_of
from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.model.variant import TerrainSpec
from smallworld_draw.board_layout import draw
from smallworld_draw.scene import RegionView, Scene
from smallworld_draw.svg import RATIO, mark_places, scene_svg
from smallworld_studio.draft_files import MOST_REGIONS
from smallworld_studio.jobs.checks import board_data
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.terrain_specs import terrain_specs

QUICK = 0.2
"""Share of the steps of a quick drawing."""


def picture(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Draw a board; ``quality`` is ``quick`` or ``full``.

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
    scene = _scene(folder, name, data, joined, QUICK if request.get("quality") == "quick" else 1.0)
    svg = scene_svg(scene, has_legend=False)
    return {
        "board": name, "svg": svg, "quality": request.get("quality", "full"),
        "places": {key: {"x": round(x, 1), "y": round(y, 1)} for key, (x, y) in mark_places(scene).items()},
        "box": _box(svg),
    }  # fmt: skip


def _scene(
    folder: DraftFolder, name: str, data: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]], quality: float
) -> Scene:  # fmt: skip
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
    face = BoardFile(id=name, regions=specs, name=data["name"], aspect=data["aspect"])
    terrains = terrain_specs(folder)
    spots = {
        spec.id: RegionView(
            spec, terrains.get(spec.terrain) or TerrainSpec(spec.terrain, spec.terrain.replace("_", " ").capitalize()),
            natives=spec.natives, symbols=tuple(sorted(spec.symbols)),
        )
        for spec in specs
    }  # fmt: skip
    used = {spot.terrain.id: spot.terrain for spot in spots.values()}
    drawing = draw(Board((face,)), RATIO, quality)
    ordered = tuple(sorted(used.values(), key=lambda terrain: terrain.name))
    return Scene(drawing, spots, (), _("natives"), data["name"] or name, ordered)


def _box(svg: str) -> list[float]:
    """Return width and height of a picture."""
    numbers = svg[svg.index('viewBox="') + 9 :].split('"', 1)[0].split()
    return [float(number) for number in list_of(numbers)[2:]]
