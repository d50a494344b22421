"""Text edits as a person would make them: one example for each kind of layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_validate.text_edits.entries import add_item, add_key, remove_key, set_value
from smallworld_validate.text_edits.layout import Uneditable, fix_text
from smallworld_validate.text_edits.references import add_region, connect, disconnect, next_id, remove_region, rename_id

Wish = Callable[..., tuple[Edit, ...]]

CASES: list[tuple[str, Wish, tuple[Any, ...], str]] = [
    ("a: 'x'  # why\n", set_value, (("a",), "it's"), "a: 'it''s'  # why\n"),
    ('a: "x"\n', set_value, (("a",), "y: z"), 'a: "y: z"\n'),
    ("a: x\n", set_value, (("a",), "yes"), 'a: "yes"\n'),
    ("a: x\n", set_value, (("a",), "2024-01-01"), 'a: "2024-01-01"\n'),
    ("a: x\n", set_value, (("a",), "a\tb"), 'a: "a\\tb"\n'),
    ("a:  # none yet\nb: 1\n", set_value, (("a",), 3), "a: 3  # none yet\nb: 1\n"),
    ("a:\n  - 1\n  - 2\nb: 1\n", set_value, (("a",), [3]), "a: [3]\nb: 1\n"),
    ("a: {b: 1}\n", set_value, (("a", "c", "d"), 2), "a: {b: 1, c: {d: 2}}\n"),
    ("extends: base\n", set_value, (("change", "races", "amazons", "banner"), 7),
     "extends: base\nchange:\n  races:\n    amazons:\n      banner: 7\n"),
    ("text: |\n  one\n  two\nb: 1\n", set_value, (("text",), "one\nthree\n"), "text: |\n  one\n  three\nb: 1\n"),
    ("text: >\n  one\n  two\nb: 1\n", set_value, (("text",), "three"), 'text: "three"\nb: 1\n'),
    ("a:\r\n  b: 1  # one\r\n", add_key, (("a",), "c", [1]), "a:\r\n  b: 1  # one\r\n  c: [1]\r\n"),
    ("a:\n  x: {b: 1}\n", add_key, (("a",), "z", {"b": 2}), "a:\n  x: {b: 1}\n  z: {b: 2}\n"),
    ("a:\n    x:\n        b: 1\n", add_key, (("a",), "z", {"b": 2}),
     "a:\n    x:\n        b: 1\n    z:\n        b: 2\n"),
    ("a: 1", add_key, ((), "b", 2), "a: 1\nb: 2"),
    ("a: {\n  x: 1,  # one\n  y: 2\n}\n", add_key, (("a",), "z", 3), "a: {\n  x: 1,  # one\n  y: 2,\n  z: 3\n}\n"),
    ("- {a: 1}\n- {a: 2}\n", add_item, ((), {"a": 3}), "- {a: 1}\n- {a: 2}\n- {a: 3}\n"),
    ("a:\n  - b: 1\n    c: 2\n", add_item, (("a",), {"b": 3, "c": 4}), "a:\n  - b: 1\n    c: 2\n  - b: 3\n    c: 4\n"),
    ("a: []\n", add_item, (("a",), "x"), "a: [x]\n"),
    ("a:\n", add_item, (("a",), "x"), "a: [x]\n"),
    ("a: [x, y]\n", add_item, (("a",), "w", 0), "a: [w, x, y]\n"),
    ("a: 1\n# about b\nb: 2\nc: 3\n", remove_key, (("b",),), "a: 1\n# about b\nc: 3\n"),
    ("a: 1\n\n# about b\nb: 2\n\nc: 3\n", remove_key, (("b",),), "a: 1\n\n\nc: 3\n"),
    ("a: 1\nb: 2", remove_key, (("b",),), "a: 1"),
    ("a:\n  b: 1\nc: 2\n", remove_key, (("a", "b"),), "a: {}\nc: 2\n"),
    ("- id: x  # note\n  b: 1\n", remove_key, ((0, "id"),), "- # note\n  b: 1\n"),
    ("a: {x: 1,  # one\n    y: 2}\n", remove_key, (("a", "y"),), "a: {x: 1,  # one\n    }\n"),
    ("a: {x: 1}\n", remove_key, (("a", "x"),), "a: {}\n"),
    ("a:\n  - x\n  # about y\n  - y\n", remove_key, (("a", 1),), "a:\n  - x\n  # about y\n"),
    ("a: [x, y, z]\n", remove_key, (("a", 0),), "a: [y, z]\n"),
    ("a:\n  - x\n", remove_key, (("a", 0),), "a: []\n"),
]  # fmt: skip


def document(text: str) -> Document:
    return read(text, "x.yaml")[0][0]


@pytest.mark.parametrize(("text", "wish", "arguments", "expected"), CASES)
def test_an_edit_follows_its_surroundings(text: str, wish: Wish, arguments: tuple[Any, ...], expected: str) -> None:
    assert fix_text(text, wish(document(text), *arguments)) == expected


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: &x 1\nb: *x\n", ("b",)), ("a: &x 1\nb: *x\n", ("a",)), ("a: &x {n: 1}\nb: *x\n", ("b", "n")),
        ("a: &x {n: 1}\nb: *x\n", ("a", "n")), ("a: &x {n: 1}\nb: {<<: *x}\n", ("b", "n")), ("? a\n: 1\n", ("a",)),
    ],
)  # fmt: skip
def test_aliases_and_anchors_are_refused_with_a_sentence(text: str, path: tuple[str, ...]) -> None:
    with pytest.raises(Uneditable, match="edit this in the text"):
        set_value(document(text), path, 5)
    with pytest.raises(Uneditable, match="edit this in the text"):
        remove_key(document(text), path)


@pytest.mark.parametrize(
    ("wish", "arguments", "sentence"),
    [
        (add_key, ((), "a", 1), "a is there already"), (add_key, (("a",), "b", 1), "a has no keys"),
        (add_item, (("a",), 1), "a is not a list"), (remove_key, (("a", "b"),), "the file has no a.b"),
        (set_value, (("a", "b", "c"), 1), "the file has no a.b"), (set_value, ((), 1), "edit this in the text"),
    ],
)  # fmt: skip
def test_an_impossible_wish_is_refused(wish: Wish, arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(Uneditable, match=sentence):
        wish(document("a: 1\n"), *arguments)


BOARD = """regions:  # all of them
  - {id: r01, terrain: hill, adjacent: [r02, r03]}  # the first
  - id: r02
    terrain: hill
    adjacent:
      - r01
  - {id: r03, terrain: hill, adjacent: [r01]}
"""


def test_a_border_is_written_into_both_lists_in_order_and_removed_from_both() -> None:
    joined = fix_text(BOARD, connect(document(BOARD), "r03", "r02"))
    assert joined == BOARD.replace("      - r01\n", "      - r01\n      - r03\n").replace(
        "adjacent: [r01]}", "adjacent: [r01, r02]}"
    )
    assert connect(document(joined), "r02", "r03") == ()
    assert fix_text(joined, disconnect(document(joined), "r02", "r03")) == BOARD
    with pytest.raises(Uneditable, match="r02 and r03 have no border"):
        disconnect(document(BOARD), "r02", "r03")
    with pytest.raises(Uneditable, match="no border with itself"):
        connect(document(BOARD), "r01", "r01")
    with pytest.raises(Uneditable, match="no region 'r09'"):
        connect(document(BOARD), "r01", "r09")


def test_a_region_comes_and_goes_with_its_borders() -> None:
    name = next_id(document(BOARD))
    region = {"id": name, "adjacent": ["r02", "r09"], "terrain": "swamp", "center": [10, 20.5]}
    grown = fix_text(BOARD, add_region(document(BOARD), region))
    assert grown.endswith("  - {id: r04, terrain: swamp, center: [10, 20.5], adjacent: [r02, r09]}\n")
    assert "      - r01\n      - r04\n" in grown
    with pytest.raises(Uneditable, match="has a region 'r04' already"):
        add_region(document(grown), region)
    assert fix_text(grown, remove_region(document(grown), "r04")) == BOARD
    empty = "name: New\n"
    assert fix_text(empty, add_region(document(empty), {"id": "r01"})) == (
        "name: New\nregions:\n  - {id: r01, adjacent: []}\n"
    )


VARIANT = """extends: base
remove: {races: [elves]}
races:
  # small people
  elves: {name: elves, abilities: [{near: {race: elves, word: elves}}]}
change:
  races: {trolls: {stands_in_for: elves}}
"""


def test_an_id_is_renamed_where_it_is_meant() -> None:
    schemas = {"near": {"properties": {"race": {"x-names": "race"}, "word": {"type": "string"}}}}
    renamed = fix_text(VARIANT, rename_id(document(VARIANT), "race", "elves", "fays", schemas))
    assert (
        renamed
        == """extends: base
remove: {races: [fays]}
races:
  # small people
  fays: {name: elves, abilities: [{near: {race: fays, word: elves}}]}
change:
  races: {trolls: {stands_in_for: fays}}
"""
    )
    moved = fix_text(BOARD, rename_id(document(BOARD), "region", "r01", "isle"))
    assert moved == BOARD.replace("r01", "isle")
    with pytest.raises(Uneditable, match="'r02' is taken"):
        rename_id(document(BOARD), "region", "r01", "r02")
    with pytest.raises(Uneditable, match="names no 'gnomes'"):
        rename_id(document(VARIANT), "race", "gnomes", "fays")
