"""Text that is not YAML: the caret is at the mistake of the author, not where the parser noticed it."""

from __future__ import annotations

import pytest

from smallworld_editions.reading.reader import read

SLIPS = {
    "open bracket": ("a: [1, 2\nb: 3\n", "1:4", "this [ is not closed; add the missing ]"),
    "open brace": ("a:\n- {b: 1\n- {b: 2}\n", "2:3", "this { is not closed; add the missing }"),
    "open brace at the end": ("a: {b: 1\n", "1:4", "this { is not closed; add the missing }"),
    "open quote": ('a: "b\nc: 1\n', "1:4", "this quote is not closed; add the missing quote"),
    "wrong bracket": ("a: [1, 2}\n", "1:9", "expected a ',' or ']' here, not '}'"),
    "missing comma": ("a: {b: 1 c: 2}\n", "1:11", "expected a ',' or '}' here, not ':'"),
    "bracket too many": ("a: [1]]\n", "1:7", "this ] closes nothing"),
    "colon in text": ("a: one: two\n", "1:7", "unexpected ':'; quote text that holds ': '"),
    "no colon": ("- a: 1\n  b [2]\n- a: 3\n", "2:3", "this is neither 'key: value' nor a list item; is a ':' missing?"),
    "tab": ("a:\n\tb: 1\n", "2:1", "unexpected tab; indent with spaces"),
    "odd indent": ("a:\n   b: 1\n  c: 2\n", "3:3", "this does not fit the lines before it; indent it like"),
    "quote in text": ("- 'it's'\n", "1:6", "this ' ends the text; write '' in the text, or use"),
    "bare colour": ("a: {color: #446611}\nb: 1\n", "1:12", "so 'color' has no value; quote it: \"#446611\""),
    "two dashes": ("a: 1\n--\nb: 2\n", "2:1", "-- is not a comment to YAML; write --- between documents"),
    "curly quotes": ("a: “b: c”\nd: 2\n", "1:4", "“ is not a quote to YAML; write straight quotes"),
    "number of no character": ('a: "\\UFFFFFFFF"\n', "1:1", "this is not YAML ("),
    "key in braces": ("a: {b [1]}\n", "1:5", "the key 'b' has no ':'; write 'b:'"),
    "line without comma": ("a: {b: 1\n  c: 2}\n", "1:9", "a comma is missing here; write ',' at the end of this line"),
    "equals sign": ("a = 1\nb: 2\n", "1:3", "write ':' in place of '=' after 'a'"),
    "item without space": ("a:\n  - b\n  -c\n", "3:3", "this '-' begins no list item; write a space after the '-'"),
    "tab after a space": ("a: \t b\n", "1:4", "unexpected tab; write spaces in place of the tab"),
    "at sign": ("a: @b\n", "1:4", "no value can begin with @; quote the text"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slip(slip: str) -> None:
    text, place, said = SLIPS[slip]
    documents, (problem,) = read(text, "x.yaml")
    assert documents == []
    assert problem.range is not None
    assert f"{problem.range.line}:{problem.range.column}" == place
    assert said in f"{problem.message}; {problem.hint}"


@pytest.mark.parametrize("text", ["a:\t\tb\n", "a: b\t\t\n", "a: &x b\n*x : 1\n"], ids=["before", "after", "alias"])
def test_tabs_between_words_and_aliases_as_keys_are_yaml(text: str) -> None:
    (document,), problems = read(text, "x.yaml")
    assert document.data["a"] == "b" and not problems


def test_quotes_that_are_a_part_of_the_text_are_reported() -> None:
    (document,), (problem,) = read("a: “b”\n", "x.yaml")
    assert (document.data, problem.code, problem.severity) == ({"a": "“b”"}, "odd-quote", "warning")


def test_an_edition_needs_no_thousand_anchors() -> None:
    text = f"a: [{', '.join(f'&a{number} x' for number in range(300))}]\n"
    documents, problems = read(text, "x.yaml")
    assert (documents, [str(problem.message) for problem in problems]) == ([], ["the file has more than 256 anchors"])
