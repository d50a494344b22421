"""Reading YAML: each surprise of the format is decided, and everything has its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smallworld.errors import ContentError
from smallworld_editions.problem import Range
from smallworld_editions.reading.documents import Document, walk
from smallworld_editions.reading.reader import read, read_documents


def only(text: str) -> Document:
    documents, problems = read(text, "x.yaml")
    assert not problems
    (document,) = documents
    return document


def codes(text: str) -> list[str]:
    return [problem.code for problem in read(text, "x.yaml")[1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2024-01-01", "2024-01-01"),
        ("12:30:45", "12:30:45"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("7", 7),
        ("-3", -3),
        ("0", 0),
        ("1.5", 1.5),
        ("'7'", "7"),
        ("r07", "r07"),
        ("1.2.3", "1.2.3"),
        ("-", None),
        ('">=0.1"', ">=0.1"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_values(text: str, value: Any) -> None:
    read_value = only(f"a: {text}\n").data["a"] if text != "-" else None
    assert read_value == value and type(read_value) is type(value)


@pytest.mark.parametrize(
    "text", ["0x1F", "0o17", "0b11", "014", "1_000", "1e3", "+5", "5.", ".5", "1.5e3", "1e-8", "1_0.5"]
)
def test_odd_numbers_are_refused_with_the_plain_one(text: str) -> None:
    (problem,) = read(f"a: {text}", "x.yaml")[1]
    assert problem.code == "number-form"
    assert problem.hint.startswith("write ")
    assert problem.range == Range.at(1, 4, len(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: .nan", "not-finite"),
        ("a: -.inf", "not-finite"),
        ("a: " + "9" * 5000, "long-number"),
        ("a: 1\na: 2", "duplicate-key"),
        ("[a]: 1", "key-type"),
        ("{a: 1}: 1", "key-type"),
        (": 1", "key-type"),
        ("~: 1", "key-type"),
        ("a: !!python/object/apply:os.system [ls]", "tag"),
        ("a: !local 1", "tag"),
        ("a: !!binary aGk=", "tag"),
        ("a: &x [*x]", "cycle"),
        ("a: &x {b: {c: *x}}", "cycle"),
        ("a: *nothing", "unknown-anchor"),
        ("a: {<<: 3}", "merge"),
        ("a: b: c", "yaml-syntax"),
        ("\ta: 1", "yaml-syntax"),
        ("a: \x07", "hidden-character"),
        ("a: x\u2028y", "hidden-character"),
        ("a: \u061cx", "hidden-character"),
        ('a: "\\uD800"', "hidden-character"),
        ('a: "\\UFFFFFFFF"', "yaml-syntax"),
        ("a: [1, 2", "yaml-syntax"),
        ("%YAML 1.2\n%YAML 1.2\n---\na: 1", "yaml-syntax"),
    ],
)
def test_refused(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_number_keys_are_text() -> None:
    assert only("{2: a, true: b, 014: c}").data == {"2": "a", "true": "b", "014": "c"}


def test_aliases_and_merges_point_at_their_anchor() -> None:
    document = only("a: &a {x: 1, y: 2}\nb: *a\nc: {<<: *a, y: 3}\n")
    assert document.data["b"] == {"x": 1, "y": 2}
    assert document.data["c"] == {"y": 3, "x": 1}
    assert document.value(("b", "x")) == Range.at(1, 11)
    assert document.value(("c", "x")) == Range.at(1, 11)
    assert document.value(("c", "y")) == Range.at(3, 16)


def test_places_of_keys_and_values() -> None:
    document = only("name: ünï\nlist:\n  - one\n  - {key: 'two three'}\n")
    assert document.key(("list",)) == Range(2, 1, 2, 5)
    assert document.value(("list", 0)) == Range(3, 5, 3, 8)
    assert document.key(("list", 1, "key")) == Range(4, 6, 4, 9)
    assert document.value(("list", 1, "key")) == Range(4, 11, 4, 22)
    assert document.value(("list",)) == Range(3, 3, 4, 23)


def test_a_path_that_leaves_the_document_ends_at_its_last_place() -> None:
    document = only("a: {b: 1}")
    assert document.key(("a", "c", "d")) == document.key(("a",))


def test_empty_text_has_no_document_and_many_are_read() -> None:
    assert read("", "x")[0] == []
    assert [document.data for document in read("a\n---\nb\n", "x")[0]] == ["a", "b"]


def test_a_file_with_a_bom_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: [c]\r\n")
    (document,) = read_documents(path)
    assert document.data == {"a": 1, "b": ["c"]}
    assert document.key(("b",)) == Range.at(2, 1)


def test_read_documents_raises_with_every_problem_in_order(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("b: 0x1\na: .inf\n", "utf-8")
    with pytest.raises(ContentError) as caught:
        read_documents(path)
    assert [problem.code for problem in caught.value.problems] == ["number-form", "not-finite"]
    assert str(caught.value).startswith(f"{path}:1:4: error[number-form]: ")


def test_walk_visits_parents_first_and_aliases_once() -> None:
    document = only("a: &x [1]\nb: *x\n")
    assert [path for path, _ in walk(document.data)] == [(), ("a",), ("a", 0), ("b",)]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("a: &x coin\nb: *x\n", []),
        ("a: &x [1]\nb: &y {c: 1}\n", []),
        ("a: &x coin\n", ["1:4"]),
        ("&x a: coin\n", ["1:1"]),
        ("a: &x one\nb: &x two\nc: *x\n", ["1:4"]),
        ("a: &x one\n---\na: &x two\nb: *x\n", ["1:4"]),
        ("a: &x\n", ["1:4"]),
    ],
)
def test_unquoted_text_after_an_anchor_that_nothing_uses_is_reported(text: str, columns: list[str]) -> None:
    problems = read(text, "x.yaml")[1]
    assert [f"{p.range.line}:{p.range.column}" for p in problems if p.range] == columns
    assert {(problem.code, problem.severity) for problem in problems} <= {("unused-anchor", "warning")}
