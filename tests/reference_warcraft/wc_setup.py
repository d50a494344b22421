"""The table of the Warcraft reference model before the first turn: islands, Murlocs, relics (rules B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from shared_rulings import Rulings
from wc_table import ARTEFACTS, FIRST_COINS, PLACES, RACES, Region, Table, Turn

from smallworld.model.board import BoardFile

SIZES = {
    2: "large small", 3: "large medium small", 4: "large medium medium small", 5: "large large medium small small",
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """The chance results of the set-up (C.3)."""

    first: str
    banners: list[str]
    badges: list[str]
    relics: list[str]


def set_up(faces: Sequence[BoardFile], players: Sequence[str], rulings: Rulings, drawn: Drawn) -> Table:
    """Set up islands, Murlocs and face-down relics; the column is still empty (W-SETUP-1 to W-SETUP-5)."""
    assert sizes(faces) == sizes_for(len(players), rulings), "W-SETUP-1 lays other islands"
    assert sorted(drawn.relics) == sorted((*ARTEFACTS, *PLACES)), "W-COMP-6 has other relics"
    regions = list(printed(faces))
    for face, relic in zip(faces, drawn.relics, strict=False):
        slots = [region for region in face.regions if region.relic_slot]
        next(region for region in regions if region.id == slots[0].id).face_down = relic  # W-SETUP-4
    return Table(
        rulings=rulings,
        players=list(players),
        first=players.index(drawn.first),
        banners=list(drawn.banners),
        badges=list(drawn.badges),
        regions={region.id: region for region in regions},
        boxed=set(drawn.relics[len(faces) :]),
        turn=Turn(drawn.first),
        coins=dict.fromkeys(players, FIRST_COINS),
        active=dict.fromkeys(players),
        declined=dict.fromkeys(players),
        tray={race: supply for race, (_, supply, _) in RACES.items()},
    )


def sizes(faces: Iterable[BoardFile]) -> list[str]:
    return sorted(face.size for face in faces)


def sizes_for(players: int, rulings: Rulings) -> list[str]:
    """As many islands as players (W-SETUP-1)."""
    if players == 2 and rulings["two_player_boards"] == "large_medium":
        return ["large", "medium"]
    return sorted(SIZES[players].split())


def printed(faces: Iterable[BoardFile]) -> Iterator[Region]:
    """The regions of the islands with their Murlocs (W-SETUP-3); Mountains are a matter of the terrain."""
    for face in faces:
        for one in face.regions:
            around = frozenset(one.adjacent)
            yield Region(one.id, face.id, one.terrain, one.symbols, one.entry, around, one.natives)
