"""Colours of pictures: differences and contrasts, for every kind of sight (docs/variants.md)."""

from __future__ import annotations

from itertools import combinations

import pytest

import smallworld
from smallworld.model.variant import TerrainSpec
from smallworld_draw.colours import DARK, LIGHT, PLAYERS, SIGHTS, _ink, contrast, distance, glyph_colour, tint_of

EDITIONS = ("base", "warcraft")


def terrains(edition: str) -> list[TerrainSpec]:
    return list(smallworld.load_variant(edition).terrains.values())


def least_distance(one: str, other: str) -> float:
    """The distance in the kind of sight in which two colours are most alike."""
    return min(distance(one, other, sight) for sight in SIGHTS)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # Sharma, Wu and Dalal 2005 give pairs in CIELAB; these are plain ones in sRGB
        ("#000000", "#ffffff", 100.0), ("#ff0000", "#00ff00", 86.6), ("#ff0000", "#0000ff", 52.9),
        ("#808080", "#818181", 0.3), ("#c2260c", "#c2260c", 0.0),
    ],
)  # fmt: skip
def test_distances_are_those_of_ciede2000(one: str, other: str, expected: float) -> None:
    assert distance(one, other) == pytest.approx(expected, abs=0.1) == distance(other, one)


@pytest.mark.parametrize("sight", SIGHTS)
def test_five_players_look_different_to_everybody(sight: str) -> None:
    assert min(distance(one, other, sight) for one, other in combinations(PLAYERS[:5], 2)) >= 25


def test_further_players_differ_too() -> None:
    assert min(least_distance(one, other) for one, other in combinations(PLAYERS, 2)) >= 17


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("is_dark", "least"), [(False, 8.0), (True, 5.0)])
def test_terrains_look_different_to_everybody(edition: str, is_dark: bool, least: float) -> None:
    tints = [tint_of(terrain, is_dark=is_dark) for terrain in terrains(edition)]
    assert min(least_distance(one, other) for one, other in combinations(tints, 2)) >= least


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("is_dark", [False, True])
def test_symbols_rims_and_bands_are_seen_on_the_land(edition: str, is_dark: bool) -> None:
    """WCAG asks for a contrast of 3 for graphics: a rim has it by its colour or by the line along it."""
    page = DARK if is_dark else LIGHT
    for tint in (tint_of(terrain, is_dark=is_dark) for terrain in terrains(edition)):
        assert contrast(glyph_colour(tint, is_dark=is_dark), tint) >= 3.1
        assert max(contrast(page["lit"], tint), contrast(page["lit-line"], tint)) >= 3
        assert all(max(contrast(owner, tint), contrast(page["rimline"], tint)) >= 3 for owner in PLAYERS)


@pytest.mark.parametrize("page", [LIGHT, DARK])
def test_numbers_and_words_are_readable(page: dict[str, str]) -> None:
    assert all(contrast(_ink(owner), owner) >= 4.5 for owner in PLAYERS)
    pairs = [("tag-ink", "tag"), ("disc-ink", "disc"), ("disc-ink", "off"), ("native-ink", "native"),
             ("words", "paper"), ("add-ink", "add"), ("symbol-ink", "symbol")]  # fmt: skip
    assert all(contrast(page[ink], page[ground]) >= 4.5 for ink, ground in pairs)
    assert contrast(page["news"], page["disc"]) >= (3 if page is LIGHT else 1.5)


def test_a_single_colour_gets_its_dark_partner() -> None:
    fan = TerrainSpec("glacier", "Glacier", color="#dbe9f2")
    dark = tint_of(fan, is_dark=True)
    assert tint_of(fan, is_dark=False) == "#dbe9f2" and contrast(dark, "#ffffff") > 8
    assert tint_of(TerrainSpec("void", "Void"), is_dark=False) == "#c8c8c0"
    both = TerrainSpec("ice", "Ice", color="#000000", colors={"light": "#eeeeee", "dark": "#333333"})
    assert [tint_of(both, is_dark=is_dark) for is_dark in (False, True)] == ["#eeeeee", "#333333"]
