"""The texts of a draft in other languages."""

from __future__ import annotations

from typing import Any

import pytest
from draft_jobs import Job
from test_boards_and_forms import wish

from smallworld import Game
from smallworld.languages import in_language
from smallworld.plugins.manager import default_plugins

VARIANT = """variant: mine
name: Mine
extends: base
races:
  bog: {name: Bog folk, text: They wade., banner: 5, supply: 10, abilities: []}
"""
CZECH = "languages/cs.yaml"
FILES = {"variant.yaml": VARIANT, CZECH: "# by Jana\nlanguage: cs\n"}
NAME = ["races", "bog", "name"]


def table(job: Job, files: dict[str, str]) -> dict[str, Any]:
    return job("form", files, kind="languages")


def test_what_is_missing_is_listed_until_it_is_written(job: Job) -> None:
    (language,) = table(job, FILES)["languages"]
    assert language["missing"] == ["edition//name", "races/bog/name", "races/bog/text"]
    assert language["inherited"]["races/amazons/name"] == "Amazonky"
    files = FILES
    for path, text in ((["name"], "Moje: první"), (NAME, "Bažináři"), (["races", "bog", "text"], "Brodí se.")):
        files = wish(job, files, CZECH, "translate", path=path, value=text)
    (language,) = table(job, files)["languages"]
    assert language["missing"] == []
    assert language["own"] == {
        "edition//name": "Moje: první",
        "races/bog/name": "Bažináři",
        "races/bog/text": "Brodí se.",
    }
    assert job("check", files)["problems"] == []


def test_an_empty_translation_takes_its_entry_with_it_and_nothing_else(job: Job) -> None:
    written = wish(job, FILES, CZECH, "translate", path=NAME, value="Bažináři")
    assert written[CZECH] == "# by Jana\nlanguage: cs\nraces:\n  bog:\n    name: Bažináři\n"
    assert wish(job, written, CZECH, "translate", path=NAME, value=" ") == FILES
    other = {**FILES, CZECH: "language: cs\nraces:\n  bog: {name: Bažináři, gender: m}  # by Jana\n"}
    cleared = wish(job, other, CZECH, "translate", path=NAME, value="")
    assert cleared[CZECH] == "language: cs\nraces:\n  bog: {gender: m}  # by Jana\n"
    assert wish(job, FILES, CZECH, "translate", path=NAME, value="") == FILES


def test_languages_that_are_there_are_not_offered_again(job: Job) -> None:
    assert "cs" in table(job, {"variant.yaml": VARIANT})["codes"]
    codes = table(job, FILES)["codes"]
    assert not {"cs", "en"} & {*codes} and "hu" in codes


def test_a_file_that_cannot_be_read_is_named_and_hides_no_other(job: Job) -> None:
    files = {**FILES, "languages/pl.yaml": "language: [pl\n"}
    czech, polish = table(job, files)["languages"]
    assert czech["missing"] and polish["own"] is None
    assert "cannot be read" in job("form", {**FILES, "variant.yaml": "name: ["}, kind="languages")["error"]


@pytest.mark.parametrize(
    "more", [{"path": NAME, "value": 3}, {"path": "name", "value": "x"}, {"path": [], "value": "x"},
             {"path": ["races", 1, "name"], "value": "x"}, {"path": NAME, "value": "x" * 5001}]
)  # fmt: skip
def test_a_wish_that_is_no_translation_is_refused(more: dict[str, Any], job: Job) -> None:
    assert "a translation" in job("edit", FILES, file=CZECH, text=FILES[CZECH], wish="translate", **more)["error"]


def test_a_trial_game_has_the_texts_of_the_draft_and_of_the_edition_below(job: Job) -> None:
    files = wish(job, FILES, CZECH, "translate", path=NAME, value="Bažináři")
    record = job("trial", files, language="pl")["record"]
    for text in (record, Game.loads(record, plugins=default_plugins()).dumps()):
        races = Game.loads(text, plugins=default_plugins()).variant.races
        with in_language("cs"):
            assert [races[name].name for name in ("bog", "amazons")] == ["Bažináři", "Amazonky"]
        with in_language("pl"):
            assert [races[name].name for name in ("bog", "amazons")] == ["Bog folk", "Amazonki"]
