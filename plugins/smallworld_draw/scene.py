"""The contents of a board, as every renderer shows them, and the areas of its drawing.

A scene has only public information: face-down relics stay unnamed, coins are left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

import adjacency_map
from adjacency_map import Area, AreaMap, Cell, Drawing, Island
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.model.values import NATIVES
from smallworld.model.variant import PieceSpec, TerrainSpec, Variant
from smallworld_editions import user_cache
from smallworld_output.text_width import display_width


@dataclass(frozen=True, slots=True)
class RegionView:
    """One region and its contents.

    :ivar seat: number of the owner, from 0; -1 if nobody holds it.
    :ivar owner: their name. :ivar race: name of the race that holds it.
    :ivar pieces: kinds and how many.
    :ivar relics: names; None for a face-down one.
    :ivar entry: it is to be marked as a region where a first conquest may begin.
    :ivar changed: it is to be marked as changed.
    :ivar short_id: a shorter id for small maps; empty without one.
    :ivar symbols: the words for its symbols.
    :ivar race_id: id of the race. :ivar relic_ids: ids of the relics; None for a face-down one.
    :ivar closed: ids of the neighbours behind a closed border.
    """

    region: RegionSpec
    terrain: TerrainSpec
    seat: int = -1
    owner: str = ""
    race: str = ""
    declined: bool = False
    tokens: int = 0
    natives: int = 0
    pieces: tuple[tuple[PieceSpec, int], ...] = ()
    relics: tuple[str | None, ...] = ()
    entry: bool = False
    changed: bool = False
    short_id: str = ""
    symbols: tuple[str, ...] = ()
    race_id: str = ""
    relic_ids: tuple[str | None, ...] = ()
    closed: tuple[str, ...] = ()

    def describe(self) -> str:
        """Describe the region in a line, for people who do not see the picture."""
        entry = [_("entry region")] if self.entry else []
        parts = [", ".join([self.terrain.name.lower(), *self.symbols, *entry])]
        if self.seat >= 0:
            summary = f"{self.owner}: {self.tokens} {self.race}"
            parts.append(_("{summary} in decline", summary=summary) if self.declined else summary)
        if self.natives:
            parts.append(format_count(self.natives, "native"))
        parts += [kind.name if count == 1 else f"{count} × {kind.name}" for kind, count in self.pieces]
        parts += [name or _("a face-down relic") for name in self.relics]
        parts += [_("closed border to {regions}", regions=", ".join(self.closed))] if self.closed else []
        return f"{self.region.id}: {'; '.join(parts)}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing and the contents of its regions.

    :ivar spots: region id → its contents. :ivar natives: how the natives are called.
    :ivar variant: the edition, with its colours and symbols.
    """

    drawing: Drawing
    spots: Mapping[str, RegionView]
    players: Sequence[str] = ()
    natives: str = ""
    title: str = ""
    terrains: Sequence[TerrainSpec] = ()
    variant: Variant | None = None


def scene_of_board(board: Board | BoardFile, variant: Variant, ratio: float = 2.0) -> Scene:
    """Return the scene of a board as it is printed, with the natives of the set-up.

    :param variant: the edition of the terrains and natives.
    :param ratio: width divided by height, used to arrange several islands.
    :raises NotDrawable: no flat map has these borders.
    """
    entries = marked_entries(_faces(board))
    spots = {}
    for region in (region for face in _faces(board) for region in face.regions):
        relics = (None,) if region.relic_slot else ()
        spots[region.id] = RegionView(
            region, terrain_of(variant.terrains, region), natives=region.natives, relics=relics, relic_ids=relics,
            entry=region.id in entries, symbols=_symbols(variant, region),
        )  # fmt: skip
    return _scene(board, spots, variant, ratio, ())


def scene_of_game(game: Game, ratio: float = 2.0) -> Scene:
    """Return the current scene of a game.

    :param ratio: width divided by height, used to arrange several islands.
    :raises NotDrawable: no flat map has the borders of its board.
    """
    board = game.state.board
    entries = marked_entries(board.faces)
    spots = {region.id: _spot(game, index, region, region.id in entries) for index, region in enumerate(board.regions)}
    return _scene(board, spots, game.variant, ratio, game.players)


def _scene(
    board: Board | BoardFile, spots: Mapping[str, RegionView], variant: Variant, ratio: float, players: Sequence[str]
) -> Scene:
    title = " + ".join(face.name or face.id for face in _faces(board))
    terrains = {spot.terrain.id: spot.terrain for spot in spots.values()}
    by_name = tuple(sorted(terrains.values(), key=lambda terrain: terrain.name))
    natives = variant.natives.name if variant.natives else _("natives")
    return Scene(draw(board, ratio), spots, players, natives, title, by_name, variant)


def _faces(board: Board | BoardFile) -> tuple[BoardFile, ...]:
    return board.faces if isinstance(board, Board) else (board,)


def _symbols(variant: Variant, region: RegionSpec) -> tuple[str, ...]:
    """Return the words for the symbols of a region."""
    return tuple(variant.label("symbols", symbol) for symbol in sorted(region.symbols))


def closed_borders(scene: Scene) -> list[tuple[str, str]]:
    """Return the closed borders, each once, in the order of the alphabet."""
    return sorted((name, other) for name, spot in scene.spots.items() for other in spot.closed if name < other)


def marked_entries(faces: Sequence[BoardFile]) -> set[str]:
    """Return the entry regions to mark: those of boards with other entry regions than the edge (R-TERM-4, W-TERM-2)."""
    marked = set[str]()
    for face in faces:
        shores = {other for r in face.regions if r.border and r.terrain == "sea" for other in r.adjacent}
        edge = {r.id for r in face.regions if r.border} | shores
        entries = {r.id for r in face.regions if r.entry}
        marked |= entries if entries != edge else set()
    return marked


def _spot(game: Game, index: int, region: RegionSpec, entry: bool) -> RegionView:
    state, book = game.state, game.state.table.rulebook
    occupant, tokens = state.occupant[index], state.tokens[index]
    spot = RegionView(
        region,
        terrain_of(game.variant.terrains, region),
        natives=tokens if occupant == NATIVES else 0,
        pieces=tuple((book.pieces[kind], n) for (kind, place), n in sorted(state.pieces.items()) if place == index),
        relics=tuple(book.relics[relic].name if up else None for relic, up in state.relics.get(index, ())),
        relic_ids=tuple(book.relics[relic].id if up else None for relic, up in state.relics.get(index, ())),
        entry=entry,
        symbols=_symbols(game.variant, region),
        closed=tuple(other if name == region.id else name for name, other in state.board.closed
                     if region.id in (name, other)),
    )  # fmt: skip
    if occupant < 0:
        return spot
    seat, race = state.owner(occupant), book.races[state.hook_tables[occupant].race_index]
    declined = occupant >= state.players
    return replace(
        spot, seat=seat, owner=game.players[seat], race=race.name, race_id=race.id, declined=declined, tokens=tokens
    )


def terrain_of(terrains: Mapping[str, TerrainSpec], region: RegionSpec) -> TerrainSpec:
    """Return the terrain of a region, or a plain one if the edition has none of this id."""
    terrain = terrains.get(region.terrain)
    return terrain or TerrainSpec(region.terrain, region.terrain.replace("_", " ").capitalize())


def most_crowded(scene: Scene) -> Scene:
    """Return the board in its most crowded state: every region has an owner with many tokens."""
    if not scene.players:
        return scene
    owner = max(scene.players, key=display_width)
    spots = {
        name: replace(spot, seat=0, owner=owner, race="", tokens=10, declined=True, natives=0, pieces=(), relics=())
        for name, spot in scene.spots.items()
    }
    return replace(scene, spots=spots)


# --- the drawing of a board: the area that each region takes


KEPT_AS = ".drawing"
"""End of the names of drawings in the user's cache: a large map takes half a second, and each program shows it."""


class NotDrawable(SmallWorldError):
    """A board that has no drawing in the plane."""


def draw(board: Board | BoardFile, ratio: float = 2.0, quality: float = 1.0) -> Drawing:
    """Draw a board; the result is the same every time.

    :param ratio: width divided by height of the whole, used where several islands can be arranged.
    :param quality: share of the steps that even out the map, from 0 to 1.
    :raises NotDrawable: no flat map has these borders.
    """
    try:
        return _draw(tuple(_area_map(face) for face in _faces(board)), ratio, quality)
    except adjacency_map.NotDrawable as error:
        raise NotDrawable(str(error)) from None


@lru_cache(maxsize=32)
def _draw(maps: tuple[AreaMap, ...], ratio: float, quality: float) -> Drawing:
    """Return the drawing that an earlier program has kept, or draw and keep it; a rough one is not kept."""
    if quality != 1.0:
        return adjacency_map.draw(maps, ratio, quality)
    facts = repr((user_cache.source_stamp(("adjacency_map",)), sys.version, ratio, maps))
    name = user_cache.digest_of(facts.encode("utf-8", "surrogatepass")) + KEPT_AS
    drawing = _kept_drawing(user_cache.read_entry(name))
    if drawing is None:
        drawing = adjacency_map.draw(maps, ratio)
        user_cache.write_entry(name, json.dumps(asdict(drawing), separators=(",", ":")).encode())
    return drawing


def _kept_drawing(content: bytes | None) -> Drawing | None:
    """Return the drawing of an entry; None if it is not one."""
    if content is None:
        return None
    with suppress(TypeError, ValueError, LookupError, RecursionError):
        data = json.loads(content)
        islands = (Island(**{**island, "cells": tuple(map(_cell, island["cells"]))}) for island in data["islands"])
        return Drawing(data["width"], data["height"], tuple(islands))
    return None


def _cell(data: Mapping[str, Any]) -> Cell:
    rings = tuple(tuple((float(x), float(y)) for x, y in ring) for ring in data["rings"])
    x, y = data["label_point"]
    return Cell(data["id"], rings, (float(x), float(y)))


@lru_cache(maxsize=128)
def _area_map(face: BoardFile) -> AreaMap:
    areas = [Area(region.id, tuple(region.adjacent), region.center, region.border) for region in face.regions]
    return AreaMap(face.name or face.id, tuple(areas), face.aspect)
