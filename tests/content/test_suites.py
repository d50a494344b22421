"""The official suites of JSON Schema and YAML through our own pipeline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from smallworld.content.checking import Checker
from smallworld.content.documents import read
from smallworld.content.schema import check_with

SUITES = Path(__file__).parent / "suites"
JSON_SCHEMA: dict[str, list[dict[str, Any]]] = json.loads((SUITES / "json_schema_2020_12.json").read_text("utf-8"))
YAML: list[dict[str, Any]] = json.loads((SUITES / "yaml_test_suite.json").read_text("utf-8"))

TOO_LONG = {"float and integers are equal up to 64-bit representation limits"}
"""Groups with numbers of more than 15 digits, which we refuse."""

LENIENT = {"9C9N", "9JBA", "CVW2", "DK95/1", "EB22", "G5U8", "MUS6/1", "QB6E", "RHX7", "SU5Z", "Y79Y/3", "YJV2"}
"""Wrong YAML that ruamel reads all the same."""

OTHER_VALUE = {"652Z", "HM87/1", "L24T/1"}
"""Cases in which ruamel reads another value than the suite asks for."""


@pytest.mark.parametrize("keyword", JSON_SCHEMA)
def test_json_schema_verdicts(keyword: str) -> None:
    for group in JSON_SCHEMA[keyword]:
        validator = Draft202012Validator(group["schema"])
        for case in group["tests"]:
            documents, problems = read(json.dumps(case["data"], ensure_ascii=False, indent=1), "case.yaml")
            found = [*problems, *check_with(documents[0], validator)]
            if group["description"] not in TOO_LONG:
                assert (not found) == case["valid"], (group["description"], case["description"], found)
            assert all(problem.range is not None for problem in found)


@pytest.mark.parametrize("case", YAML, ids=lambda case: case["id"])
def test_yaml_never_a_traceback(case: dict[str, Any]) -> None:
    problems = Checker().check_bytes(case["yaml"].encode(), "case.yaml")
    assert problems, "nothing in the suite is a file of ours"
    documents, found = read(case["yaml"], "case.yaml")
    if case["fail"] and case["id"] not in LENIENT:
        assert found
    if case.get("json") and not found and case["id"] not in OTHER_VALUE:
        values = [document.data for document in documents]
        assert values == list(_json_values(case["json"]))


def _json_values(text: str) -> list[Any]:
    decoder, found, at = json.JSONDecoder(), [], 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        found.append(value)
    return found
