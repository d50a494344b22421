"""Shapes and symbols in pages are markup as it is, and symbols are in the language of the reader."""

from __future__ import annotations

from xml.etree import ElementTree

from smallworld.languages import in_language
from smallworld_editions.editions import load_variant
from smallworld_web.answers import glyph, seat_mark


def test_the_shape_of_a_player_has_the_symbol_of_their_race_in_it() -> None:
    mark = ElementTree.fromstring(seat_mark(1, "elves", load_variant("base")))
    assert [child.tag for child in mark] == ["g", "svg"]
    assert mark[1].attrib["class"] == "glyph" and mark[1].attrib["width"] == "22"
    assert len(ElementTree.fromstring(seat_mark(1))) == 1


def test_a_kept_symbol_depends_on_its_kind_and_on_its_edition() -> None:
    base, warcraft = load_variant("base"), load_variant("warcraft")
    assert glyph(base, "races", "elves") == glyph(base, "races", "elves") != glyph(base, "races", "trolls")
    assert glyph(base, "races", "nobody") != glyph(warcraft, "races", "elves")
    with in_language("cs"):
        assert "<svg" in glyph(base, "races", "elves")
