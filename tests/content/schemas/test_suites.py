"""The official suites of JSON Schema and YAML through our own pipeline."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from ruamel.yaml import YAML

from corpus import SUITES
from smallworld_editions.compiled_schema import compile_schema
from smallworld_editions.form import list_mistakes
from smallworld_editions.reading.reader import read
from smallworld_validate.file_checker import FileChecker
from tiers import one_in


def suite(name: str) -> Any:
    return json.loads((SUITES / f"{name}.json").read_text("utf-8"))


JSON_SCHEMA: dict[str, list[dict[str, Any]]] = suite("json_schema_2020_12")
YAML_CASES: list[dict[str, Any]] = suite("yaml_test_suite")

REFUSED_NUMBERS = {
    ("float and integers are equal up to 64-bit representation limits", "integer is valid"),
    ("float and integers are equal up to 64-bit representation limits", "integer minus one is invalid"),
    ("float and integers are equal up to 64-bit representation limits", "float is valid"),
    ("float and integers are equal up to 64-bit representation limits", "float minus one is invalid"),
    ("float division = inf", "always invalid, but naive implementations may raise an overflow error"),
}
"""Numbers of more than 15 digits, or that YAML can only write as 1e+308: we refuse both, for any schema."""

OF_JSONSCHEMA = {"no validation: invalid number, but it still validates"}
"""Where the library jsonschema itself departs from the suite: it knows no custom vocabularies."""

LENIENT = {
    "9C9N",
    "9JBA",
    "CVW2",
    "DK95/1",
    "EB22",
    "G5U8",
    "MUS6/1",
    "QB6E",
    "RHX7",
    "SU5Z",
    "Y79Y",
    "Y79Y/3",
    "YJV2",
}
"""Wrong YAML that ruamel reads all the same."""

OTHER_VALUE = {"652Z", "HM87/1", "L24T/1"}
"""Cases in which ruamel reads another value than the suite asks for."""


@cache
def registry() -> Registry[Any]:
    """The schemas that the suite expects on a server."""
    remotes = suite("json_schema_remotes").items()
    return Registry().with_resources(
        [(uri, Resource.from_contents(schema, default_specification=DRAFT202012)) for uri, schema in remotes]
    )


def as_yaml(value: Any) -> str:
    stream, writer = io.StringIO(), YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.dump(value, stream)
    return stream.getvalue()


@pytest.mark.parametrize("keyword", one_in(2, JSON_SCHEMA))
def test_json_schema_verdicts(keyword: str) -> None:
    for group in JSON_SCHEMA[keyword]:
        validator = Draft202012Validator(group["schema"], registry=registry())
        compiled = compile_schema(group["schema"])
        for case in group["tests"]:
            documents, problems = read(as_yaml(case["data"]), "case.yaml")
            if (group["description"], case["description"]) in REFUSED_NUMBERS:
                assert {problem.code for problem in problems} <= {"long-number", "number-form"} and problems
                continue
            if any(problem.code == "hidden-character" for problem in problems):
                assert re.search(r"\\u00[01]|\\[rfb]", json.dumps(case["data"])), "only control characters are refused"
                continue
            assert not problems
            assert (documents[0].data, type(documents[0].data)) == (case["data"], type_of(case["data"]))
            data = documents[0].data
            errors = [] if validator.is_valid(data) else list_mistakes(documents[0], validator, data, ())
            expected = case["valid"] != (case["description"] in OF_JSONSCHEMA)
            assert (not errors) == expected, (group["description"], case["description"], errors)
            assert compiled is None or compiled(case["data"]) == expected, (group["description"], case["description"])
            assert all(problem.range is not None for problem in errors)


def type_of(value: Any) -> type:
    """Ours writes 5.0 as 5: the same number."""
    return int if isinstance(value, float) and value.is_integer() else type(value)


def test_the_suites_are_whole() -> None:
    assert sum(len(group["tests"]) for groups in JSON_SCHEMA.values() for group in groups) == 1257
    assert len({case["id"].split("/")[0] for case in YAML_CASES}) == 350
    assert len(YAML_CASES) == 402


@pytest.mark.parametrize("letter", sorted({case["id"][0] for case in YAML_CASES}))
def test_yaml_never_a_traceback(letter: str) -> None:
    """The cases with ids that begin with this letter or digit."""
    for case in YAML_CASES:
        if case["id"].startswith(letter):
            check_yaml(case)


def check_yaml(case: dict[str, Any]) -> None:
    problems = FileChecker().check_bytes(case["yaml"].encode(), "case.yaml")
    assert problems, f"nothing in the suite is a file of ours: {case['id']}"
    documents, syntax_problems = read(case["yaml"], "case.yaml")
    if case["fail"] and case["id"] not in LENIENT:
        assert syntax_problems, case["id"]
    if case.get("json") and not syntax_problems and case["id"] not in OTHER_VALUE:
        values = [document.data for document in documents]
        assert values == list(_json_values(case["json"])), case["id"]


def _json_values(text: str) -> list[Any]:
    decoder, values, offset = json.JSONDecoder(), [], 0
    while text[offset:].strip():
        offset += len(text[offset:]) - len(text[offset:].lstrip())
        value, offset = decoder.raw_decode(text, offset)
        values.append(value)
    return values
