"""A further board of a draft: empty, or a map from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from draft_jobs import VARIANT, Job

FILES = {
    "variant.yaml": VARIANT + "boards: {2: vale}   # by players\n",
    "boards/vale.yaml": "name: Vale\nregions: []\n",
}


def test_a_new_board_is_entered_in_the_edition_and_nothing_else_changes(job: Job) -> None:
    answer = job("board", FILES, id="moor", name="The Moor", players=3)
    assert set(answer["files"]) == {"boards/moor.yaml", "variant.yaml"} and answer["unknown"] == []
    assert answer["files"]["variant.yaml"] == VARIANT + "boards: {2: vale, 3: moor}   # by players\n"
    checked = job("check", {**FILES, **answer["files"]})
    assert checked["model"]["boards"]["moor"]["name"] == "The Moor"


def test_a_map_from_elsewhere_becomes_a_board_with_the_name_that_was_given(job: Job) -> None:
    answer = job("board", FILES, id="trio", name="Trio", players=4, filename="pairs.csv", text="r1,r2\nr2,r3\nr3,r1\n")
    checked = job("check", {**FILES, **answer["files"]})["model"]["boards"]["trio"]
    assert checked["name"] == "Trio" and [region["id"] for region in checked["regions"]] == ["r1", "r2", "r3"]
    assert answer["unknown"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"id": "vale"}, "the draft has a board 'vale' already"),
        ({"id": "../vale"}, "the id of a board has small letters, digits, _ and -"),
        ({"players": 0}, "a board is for 1 to 12 players"),
    ],
)
def test_a_wrong_board_is_refused_in_a_sentence(job: Job, wrong: dict[str, Any], sentence: str) -> None:
    assert job("board", FILES, **{"id": "moor", "name": "Moor", "players": 3, **wrong})["error"] == sentence


def test_an_edition_that_cannot_be_read_gets_no_board(job: Job) -> None:
    files = {**FILES, "variant.yaml": "variant: [\n"}
    assert "cannot be read" in job("board", files, id="moor", name="Moor", players=3)["error"]
