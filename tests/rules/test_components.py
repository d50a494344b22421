"""What is in the boxes: numbers that the rules state."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from smallworld import load_variant
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant

EDITIONS = ("base", "warcraft")


@pytest.fixture(scope="module", params=EDITIONS)
def variant(request: pytest.FixtureRequest) -> Variant:
    return load_variant(request.param)


@pytest.fixture(scope="module")
def base() -> Variant:
    return load_variant("base")


@pytest.fixture(scope="module")
def warcraft() -> Variant:
    return load_variant("warcraft")


def boards() -> list[Any]:
    """Every shipped board as a case."""
    variants = map(load_variant, EDITIONS)
    return [pytest.param(face, id=face.id) for variant in variants for face in variant.board_files.values()]


def test_base_game_is_complete(base: Variant) -> None:
    """R-COMP-1, R-COMP-2, R-COMP-3."""
    assert (len(base.races), len(base.powers)) == (14, 20)
    assert sum(race.supply for race in base.races.values()) == 168
    assert sum(race.banner for race in base.races.values()) == 77
    assert sum(power.badge for power in base.powers.values()) == 87
    assert base.natives is not None
    assert (base.natives.id, base.natives.supply) == ("lost_tribe", 18)


def test_warcraft_is_complete(warcraft: Variant) -> None:
    """W-COMP-1, W-COMP-2, W-COMP-3, W-COMP-6."""
    assert (len(warcraft.races), len(warcraft.powers)) == (16, 20)
    assert sum(race.supply for race in warcraft.races.values()) == 182
    assert warcraft.natives is not None
    assert (warcraft.natives.id, warcraft.natives.supply) == ("murloc", 15)
    kinds = [relic.kind for relic in warcraft.relics.values()]
    assert (kinds.count("artefact"), kinds.count("place"), len(kinds)) == (5, 7, 12)
    sheets = {face.sheet for face in warcraft.board_files.values()}
    assert (len(warcraft.board_files), len(sheets)) == (12, 6)
    factions = [race.faction for race in warcraft.races.values()]
    assert [factions.count(faction) for faction in ("alliance", "horde", "neutral")] == [6, 6, 4]


def test_every_pair_can_be_dealt(variant: Variant) -> None:
    """R-COMP-4, W-COMP-4: a race never brings more tokens than it has."""
    for race in variant.races.values():
        extra = 4 if (variant.id, race.id) == ("base", "amazons") else 0
        for power in variant.powers.values():
            assert race.banner + power.badge + extra <= race.supply, (race.id, power.id)


def test_spare_tokens_of_warcraft(warcraft: Variant) -> None:
    """W-COMP-4."""
    spare = {race.id: race.supply - race.banner for race in warcraft.races.values()}
    assert spare.pop("forsaken") == 14
    assert set(spare.values()) == {5}


def test_pieces_of_the_base_game(base: Variant) -> None:
    """R-COMP-5; the nine Mountains are part of their terrain."""
    supplies = {piece.id: piece.supply for piece in base.pieces.values()}
    assert supplies == {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1}
    assert base.terrains["mountain"].supply == 9


def test_pieces_of_warcraft(warcraft: Variant) -> None:
    """W-COMP-5."""
    supplies = {piece.id: piece.supply for piece in warcraft.pieces.values()}
    expected = {"wisp_wall": 9, "fort": 10, "watch_tower": 6, "objective": 2, "champion": 1, "beast": 5, "bomb": 12}
    assert supplies == expected
    assert warcraft.terrains["mountain"].supply == 10


def test_coins_die_and_rounds(variant: Variant) -> None:
    """R-COMP-6, R-COMP-7, R-COMP-8, W-COMP-7, W-COMP-8, W-SETUP-5."""
    assert variant.bank == {"base": 515, "warcraft": 520}[variant.id]
    assert sorted(variant.die) == [0, 0, 0, 1, 2, 3]
    assert dict(variant.rounds) == {2: 10, 3: 10, 4: 9, 5: 8}
    assert (variant.coins, variant.column) == (5, 6)


@pytest.mark.parametrize("board", boards())
def test_borders_are_mutual(board: BoardFile) -> None:
    """R-TERM-2."""
    regions = {region.id: region for region in board.regions}
    for region in board.regions:
        assert region.id not in region.adjacent
        for other in region.adjacent:
            assert region.id in regions[other].adjacent


@pytest.mark.parametrize("board", boards())
def test_regions_are_printed_as_in_the_rules(board: BoardFile) -> None:
    """R-TERM-1, W-TERM-1: one known terrain, known symbols, at most one native, a place to draw it."""
    edition = load_variant("warcraft" if board.size else "base")
    for region in board.regions:
        assert region.terrain in edition.terrains
        assert region.symbols <= set(edition.symbols)
        assert region.natives in (0, 1)
        assert region.center is not None
        assert all(0 <= place <= 100 for place in region.center)


@pytest.mark.parametrize("board", boards())
def test_box_holds_enough_for_the_board(board: BoardFile) -> None:
    """R-SETUP-2: natives and Mountains of the box suffice."""
    edition = load_variant("warcraft" if board.size else "base")
    assert edition.natives is not None
    assert sum(region.natives for region in board.regions) <= edition.natives.supply
    supply = edition.terrains["mountain"].supply
    assert supply is not None
    assert sum(region.terrain == "mountain" for region in board.regions) <= supply


def test_islands(warcraft: Variant) -> None:
    """W-SETUP-1, W-SETUP-4, W-TERM-2, W-ENTRY-6: sizes, one relic region each, landings on land."""
    for face in warcraft.board_files.values():
        assert face.size in ("large", "medium", "small")
        assert sum(region.relic_slot for region in face.regions) == 1
        landings = [region for region in face.regions if region.entry]
        assert len(landings) >= 2
        assert all(not warcraft.terrains[region.terrain].water for region in landings)
    for players, sizes in warcraft.boards.items():
        assert len(sizes) == players


def test_reconstructed_islands_are_marked(warcraft: Variant) -> None:
    assert "not official" in warcraft.note
    assert {face.provenance for face in warcraft.board_files.values()} == {"reconstructed"}
    for entry in files("smallworld.variants").joinpath("warcraft", "boards").iterdir():
        assert "RECONSTRUCTED, not official" in entry.read_text("utf-8")


def test_official_boards_are_marked(base: Variant) -> None:
    """R-SETUP-1: one board for each number of players."""
    assert {face.id: face.players for face in base.board_files.values()} == {f"base-{n}p": (n,) for n in (2, 3, 4, 5)}
    assert {face.provenance for face in base.board_files.values()} == {"official"}
    assert [len(base.board_files[f"base-{n}p"].regions) for n in (2, 3, 4, 5)] == [23, 30, 39, 48]


def test_no_ruling_is_idle(variant: Variant) -> None:
    """Whatever a variant asks is asked by an ability, a piece or the engine."""
    assert all(ruling.text and ruling.rule for ruling in variant.rulings.values() if ruling.values)
