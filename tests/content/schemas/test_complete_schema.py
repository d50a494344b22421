"""``smallworld schema variant --complete``: a schema from which an editor completes abilities."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from running import ROOT

from smallworld_authors.commands.schema import command
from smallworld_editions.reading.reader import read_documents
from tiers import quick_first


@cache
def complete(*arguments: str) -> Any:
    result = CliRunner().invoke(command, ["variant", "--complete", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.mark.parametrize("name", quick_first(["base", "warcraft"]))
def test_shipped_variants_fit(name: str) -> None:
    schema = complete("--against", name)
    Draft202012Validator.check_schema(schema)
    (document,) = read_documents(ROOT / "variants" / name / "variant.yaml")
    assert list(Draft202012Validator(schema).iter_errors(document.data)) == []


@pytest.mark.parametrize(
    ("ability", "fits"),
    [
        ("enter_anywhere", True),
        ({"terrain_bonus": {"terrain": "farmland"}}, True),
        ({"terrain_bonus": {"terrain": "a_new_one"}}, True),
        ({"terrain_bonus": {"terrain": {"ruling": "x"}}}, True),
        ("enter_anywere", False),
        ({"terrain_bonus": {"terain": "farmland"}}, False),
        ({"terrain_bonus": {"terrain": 3}}, False),
        ({"terrain_bonus": None}, False),
    ],
)
def test_abilities_and_parameters_are_known(ability: object, fits: bool) -> None:
    data = {"variant": "x", "extends": "base", "abilities": [ability]}
    assert Draft202012Validator(complete("--against", "base")).is_valid(data) is fits


def test_names_of_the_variant_are_proposed() -> None:
    def proposed(*arguments: str) -> Any:
        items = complete(*arguments)["$defs"]["abilities"]["items"]["anyOf"]
        return items[1]["properties"]["terrain_bonus"]["properties"]["terrain"]["anyOf"]

    assert "farmland" in proposed("--against", "base")[0]["enum"]
    assert all("enum" not in choice for choice in proposed())


def test_wrong_usage() -> None:
    for arguments in (["board", "--complete"], ["variant", "--against", "base"]):
        assert CliRunner().invoke(command, arguments).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name a kind of file ("),
        (("board", "--complete"), "--complete adds abilities, which only variants have"),
        (("variant", "--against", "base"), "--against and --plugin need --complete or --install"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(command, arguments)
    assert (result.exit_code, sentence in " ".join(result.output.split())) == (2, True)
