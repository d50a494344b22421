"""Symbols in pictures: drawn ones, paths of an edition, letters."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import smallworld
from smallworld.languages import in_language
from smallworld_draw.colours import picture_problems
from smallworld_draw.icons import DRAWN_SIGNS, SIGNS, Icons, glyphs, icon_page, sign_svg
from smallworld_draw.marks import seat_svg


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_everything_of_the_editions_is_drawn(edition: str) -> None:
    variant = smallworld.load_variant(edition)
    icons = Icons(variant)
    sheet = icons.sheet()
    assert "<text" not in sheet, "no letters"
    for kind in ("terrains", "pieces", "races", "relics", "symbols"):
        assert all(f'id="icon-{kind}-{name}"' in sheet for name in getattr(variant, kind))
    assert all("<text" not in icons.svg("powers", name) for name in variant.powers)
    ElementTree.fromstring(sheet)


def test_names_of_symbols_are_those_of_things() -> None:
    """No race and no power gives its name to a drawn symbol; editions name what they use."""
    names = set(glyphs())
    for edition in ("base", "warcraft"):
        variant = smallworld.load_variant(edition)
        assert not names & set(variant.races)
        icons = [entry.icon for section in (variant.races, variant.relics) for entry in section.values()]
        assert all(icon in names for icon in icons)


def test_signs_are_drawn() -> None:
    assert all(DRAWN_SIGNS.get(sign, sign) in glyphs() for sign in SIGNS)
    assert glyphs()["undo"] in sign_svg("undo")
    assert 'class="seat p3"' in seat_svg(3)


@pytest.mark.parametrize("name", glyphs())
def test_a_drawn_symbol_is_monochrome_and_within_its_grid(name: str) -> None:
    root = ElementTree.fromstring(f"<svg>{glyphs()[name]}</svg>")
    assert len(root)
    for element in root.iter():
        assert element.get("fill", "none") == "none" and element.get("stroke", "currentColor") == "currentColor"
        assert float(element.get("stroke-width", 2)) >= 1.6
        assert element.tag in ("svg", "path", "circle", "rect", "ellipse")


def test_an_entry_without_a_symbol_has_letters_in_the_language_of_the_reader() -> None:
    base = smallworld.load_variant("base")
    races = {"fen": replace(base.races["orcs"], id="fen", name="<Fen Folk>", icon="")}
    terrains = {"ice": replace(base.terrains["hill"], id="ice", name="Ice", icon="")}
    sheet = Icons(replace(base, races=races, terrains=terrains)).sheet()
    assert re.search(r'id="icon-races-fen".*?>&lt;F</text>', sheet)
    assert re.search(r'id="icon-terrains-ice"[^>]*><circle', sheet), "land has dots"
    with in_language("de"):
        assert "<text" not in Icons(base).sheet()


def test_an_edition_draws_a_path_of_its_own() -> None:
    base = smallworld.load_variant("base")
    races = {"fen": replace(base.races["orcs"], icon={"path": "M2 20L12 4l10 16z"})}
    assert 'd="M2 20L12 4l10 16z"' in Icons(replace(base, races=races)).sheet()


def test_an_edition_chooses_the_icons_of_symbols() -> None:
    base = replace(smallworld.load_variant("base"), symbol_icons={"magic": "star", "cavern": {"path": "M2 20h9z"}})
    sheet = Icons(base).sheet()
    assert f'<symbol id="icon-symbols-magic" viewBox="0 0 24 24" fill="currentColor">{glyphs()["star"]}' in sheet
    assert 'd="M2 20h9z"' in sheet and glyphs()["mine"] in sheet
    wrong = picture_problems(replace(base, symbol_icons={"magick": "star", "mine": "starr"}))
    assert [place for place, _sentence in wrong] == ["symbol_icons.mine", "symbol_icons.magick"]
    assert [("magic" in text, "star" in text) for _place, text in wrong] == [(False, True), (True, False)]


def test_a_picture_has_only_the_symbols_that_it_uses() -> None:
    icons = Icons(smallworld.load_variant("base"))
    assert icons.symbols_in(icons.use("races", "elves", 20)).count("<symbol") == 1
    assert icons.symbols_in("") == ""


def test_the_check_of_an_edition_names_unknown_symbols_and_terrains_that_look_alike() -> None:
    base = smallworld.load_variant("base")
    assert picture_problems(base) == picture_problems(smallworld.load_variant("warcraft")) == []
    races = base.races | {"elves": replace(base.races["elves"], icon="laef")}
    hill = replace(base.terrains["hill"], colors={"light": "#85bd90", "dark": "#566127"})
    wrong = picture_problems(replace(base, races=races, terrains=base.terrains | {"hill": hill}))
    sentence = "'laef' is not a symbol; smallworld variant icons lists them; did you mean 'leaf'?"
    assert wrong[0] == ("races.elves.icon", sentence)
    assert len(wrong) == 2 and wrong[1].startswith("forest and hill look alike on a light page (")


def test_the_page_of_symbols_has_each_of_them() -> None:
    page = icon_page()
    assert page.count("<li>") == len(glyphs()) and "<br>leaf</li>" in page
