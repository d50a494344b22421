"""The caret is under the mistake, for every keyword of JSON Schema; those that no schema of ours has keep its words."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from smallworld_editions.form import check_part, kind_of
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.reader import read


def complaints(text: str, schema: dict[str, Any]) -> list[Problem]:
    (document,), problems = read(text, "x.yaml")
    assert not problems
    return check_part(document, (), document.data, schema)


PART = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}},
    "additionalProperties": False,
}
BY_TYPE = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
BY_KEY = {
    "oneOf": [
        {"type": "object", "required": ["circle"], "properties": {"circle": {"type": "integer"}}},
        {"type": "object", "required": ["square"], "properties": {"square": {"type": "string"}}},
    ]
}
BY_TAG = {
    "oneOf": [
        {"required": ["kind", "size"], "properties": {"kind": {"const": "circle"}, "size": {"type": "integer"}}},
        {"required": ["kind"], "properties": {"kind": {"const": "square"}, "side": {"minimum": 4}}},
    ]
}
NEEDS = {"dependentRequired": {"b": ["c"], "a": ["d"]}}
PLAIN = "does not fit here: "

CASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("a: one", {"properties": {"a": {"type": "integer"}}}, "1:4-7", "'a' must be a whole number, not the text 'one'"),
    (
        "a: [1, x]",
        {"properties": {"a": {"items": {"type": "integer"}}}},
        "1:8-9",
        "an item of 'a' must be a whole number",
    ),
    ("a: 3", {"properties": {"a": {"type": ["string", "boolean"]}}}, "1:4-5", "must be text or true or false, not the"),
    ("a: red", {"properties": {"a": {"enum": ["reed", "blue"]}}}, "1:4-7", "'a' cannot be 'red'; did you mean 'reed'?"),
    ("a: red", {"properties": {"a": {"enum": ["up", 3]}}}, "1:4-7", "'a' cannot be 'red'; write up or 3"),
    ("a: red", {"properties": {"a": {"const": "blue"}}}, "1:4-7", "'a' cannot be 'red'; write blue"),
    (
        "a: x!",
        {"properties": {"a": {"pattern": "^x$", "examples": ["x"]}}},
        "1:4-6",
        "'a' cannot be 'x!'; for example x",
    ),
    ("a: 3", {"properties": {"a": {"minimum": 4}}}, "1:4-5", "'a' must be at least 4, not 3"),
    ("a: 3", {"properties": {"a": {"multipleOf": 2}}}, "1:4-5", f"'a' {PLAIN}3 is not a multiple"),
    ("a: {nme: x}", {"properties": {"a": PART}}, "1:5-8", "'a' has no key 'nme'; did you mean 'name'?"),
    ("a: {}", {"properties": {"a": PART}}, "1:1-2", "'a' lacks the key 'name'; add it"),
    ("a:\n- {}", {"properties": {"a": {"items": PART}}}, "2:3-4", "this item of 'a' lacks the key 'name'"),
    ("b: 1", {"required": ["a"]}, "1:1-2", "the file lacks the key 'a'; add it"),
    (
        "a: {b c: 1}",
        {"properties": {"a": {"propertyNames": {"pattern": "^b$"}}}},
        "1:5-8",
        "'b c' cannot be a key here",
    ),
    ("a: [p, q, p]", {"properties": {"a": {"uniqueItems": True}}}, "1:11-12", "'a' names 'p' twice; remove one"),
    ("a: []", {"properties": {"a": {"minItems": 1}}}, "1:1-2", "'a' must have at least 1 item, not 0"),
    ("a: ''", {"properties": {"a": {"minLength": 2}}}, "1:4-6", "'a' must have at least 2 characters, not 0"),
    (
        "a: [1, 2]",
        {"properties": {"a": {"prefixItems": [{}], "items": False}}},
        "1:8-9",
        "'a' must have at most 1 item;",
    ),
    ("a: 5", {"properties": {"a": BY_TYPE}}, "1:4-5", "'a' must be text or a list, not the number 5"),
    ("a: [b, 5]", {"properties": {"a": BY_TYPE}}, "1:8-9", "an item of 'a' must be text, not the number 5; quote it"),
    ("a: {square: 5}", {"properties": {"a": BY_KEY}}, "1:13-14", "'square' must be text, not the number 5; quote it"),
    ("{kind: circle, size: x}", BY_TAG, "1:22-23", "'size' must be a whole number, not the text 'x'"),
    ("{kind: square, side: 3, size: x}", BY_TAG, "1:22-23", "'side' must be at least 4, not 3"),
    ("{kind: sqare, size: 3}", BY_TAG, "1:8-13", "'kind' cannot be 'sqare'; did you mean 'square'?"),
    ("{a: 1, d: 2, b: 1}", NEEDS, "1:1-19", f"the file {PLAIN}'c' is a dependency of 'b'"),
    ("a: [x]", {"properties": {"a": {"contains": {"const": "y"}}}}, "1:4-7", f"'a' {PLAIN}['x'] does not contain"),
    ("a: {b: 1}", {"properties": {"a": {"type": "array"}}}, "1:4-10", "begin each entry with '-'"),
    ("a: yes", {"properties": {"a": {"type": ["object", "null"]}}}, "1:4-7", "write a alone, or a mapping after it"),
    ("a: 2.5", {"properties": {"a": {"type": "integer"}}}, "1:4-7", "must be a whole number, not the number 2.5"),
    (
        "a: yes",
        {"properties": {"a": {"type": "boolean"}}},
        "1:4-7",
        "'a' must be true or false, not the text 'yes'; write true",
    ),
    ("a: '7'", {"properties": {"a": {"type": "integer"}}}, "1:4-7", "not the text '7'; remove the quotes"),
    ('a: "“7”"', {"properties": {"a": {"type": "integer"}}}, "1:4-9", "write straight quotes, \" or '"),
    ("a: x", {"properties": {"a": {"type": "array"}}}, "1:4-5", "'a' must be a list, not the text 'x'; write [x]"),
    ("a: x", {"properties": {"a": {"not": {"type": "string"}}}}, "1:4-5", "'a' does not fit here"),
]


@pytest.mark.parametrize(("text", "schema", "place", "said"), CASES, ids=lambda value: str(value)[:24])
def test_caret_and_sentence(text: str, schema: dict[str, Any], place: str, said: str) -> None:
    (problem,) = complaints(text, schema)
    assert problem.range is not None
    assert f"{problem.range.line}:{problem.range.column}-{problem.range.end_column}" == place
    assert said in f"{problem.message}; {problem.hint}"


def test_every_unknown_key_is_reported() -> None:
    problems = complaints("{one: 1, name: x, two: 2}", PART)
    assert [problem.message for problem in problems] == [
        "this kind of file has no key 'one'",
        "this kind of file has no key 'two'",
    ]


def test_a_misspelt_key_is_not_missing_too() -> None:
    assert [problem.code for problem in complaints("nmae: x", PART)] == ["unknown-key"]
    assert [str(problem.hint) for problem in complaints("colour: x", PART)] == ["did you mean 'name'?"]
    assert [problem.code for problem in complaints("colour: 7", PART)] == ["missing-key", "unknown-key"]


def test_the_second_place_of_a_duplicate() -> None:
    (problem,) = complaints("[p, q, p]", {"uniqueItems": True})
    (related,) = problem.related
    assert (related.range.line, related.range.column) == (1, 2)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"regions": []}, "board"),
        ({"variant": "x", "races": {}}, "variant"),
        ({"variant": "x"}, "variant"),
        ({"variant": "x", "steps": []}, "scenario"),
        ({"scenario": "x", "variant": "base"}, "scenario"),
        ({"replay": 1, "variant": "x"}, "replay"),
        ({"regoins": []}, "board"),
        ({"senario": "x", "variant": "y", "steps": []}, "scenario"),
        ({"flour": 1}, None),
        ([], None),
        ("x", None),
        (None, None),
    ],
)
def test_kinds(data: Any, kind: str | None) -> None:
    assert kind_of(data) == kind


EMPTY = """\
a:
  b:

# a remark
  c: {d: }
  e:
    -
    # - a remark
    - x
f:
"""


def test_a_missing_value_is_reported_at_its_key() -> None:
    text = {"type": "string"}
    inner = {"properties": {"b": text, "c": {"additionalProperties": text}, "e": {"items": text}}}
    problems = complaints(EMPTY, {"properties": {"a": inner, "f": text}})
    assert [(str(problem.range), problem.hint) for problem in problems] == [
        (str(Range.at(2, 3)), "give it a value, or remove the key"),
        (str(Range.at(5, 7)), "give it a value, or remove the key"),
        (str(Range.at(7, 5)), "give it a value, or remove the item"),
        (str(Range.at(10, 1)), "give it a value, or remove the key"),
    ]


def test_the_order_in_which_jsonschema_lists_errors_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"type": "object", "properties": {"name": {}}, "additionalProperties": False}
    text, schema = "odd: &odd {size: 1}\neven: {<<: *odd}\n", {"additionalProperties": entry}
    listed = Draft202012Validator.iter_errors
    for step in (1, -1):

        def ordered(validator: Any, data: Any, step: int = step) -> Any:
            return iter(list(listed(validator, data))[::step])

        monkeypatch.setattr(Draft202012Validator, "iter_errors", ordered)
        (problem,) = complaints(text, schema)
        assert str(problem.message) == "'odd' has no key 'size'"
