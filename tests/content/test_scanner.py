"""The quick scanner yields what ruamel's own yields, for right and for wrong texts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from corpus import SUITES
from smallworld_editions.reading.reader import parse
from smallworld_editions.reading.scanner import TabScanner
from tiers import one_in

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("variants/**/*.yaml"), *ROOT.glob("tests/bad_files/**/*.yaml")])
TEXTS = {
    "characters beyond the keyboard": "\ufeffnäme: „Städte“ – 日本 \U0001f3f0\r\nb: [1,\u00a0é]\r\n",
    "marks of bytes within": "a: b\ufeffc\nd: \ufeff\n",
    "ends of lines of old": "a: b\x85c: d\u2028e: 'f\u2029g'\rh: 1\r",
    "blocks": "a: |\n  one\n   two\n\nb: >-\n  three\n  four\n...\n---\n? c\n: d\n",
    "tabs": "a:\t1 \t# b\nc: [1,\t2]\n\t\n",
    "anchors, tags, directives": "%YAML 1.2\n---\na: &b !c {d: *b}\n",
    "escapes": 'a: "\\u00e9\\n\\\n  b"\n',
    "a key that is too long": f"{'k' * 1025}: 1\n",
    "no end of line": "a: b", "nothing": "", "an open list": "a: [1, 2\nb: 3\n",
}  # fmt: skip


def events(parsed: Iterator[Any]) -> list[Any]:
    """List the events with their places, and the error that ends them."""
    listed: list[Any] = []
    try:
        for event in parsed:
            marks = [
                (mark.index, mark.line, mark.column, mark.get_snippet()) for mark in (event.start_mark, event.end_mark)
            ]
            listed.append((repr(event), marks))
    except Exception as error:  # ruamel lets plain errors through, such as AssertionError
        listed.append((type(error), str(error)))
    return listed


def place(mark: Any) -> tuple[int, int, int, str]:
    return mark.index, mark.line, mark.column, mark.get_snippet()


def check(text: str) -> None:
    yaml = YAML(typ="safe", pure=True)
    yaml.Scanner = TabScanner
    assert events(parse(text)) == events(yaml.parse(text))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_texts(text: str) -> None:
    check(text)


@pytest.mark.parametrize("part", one_in(12, range(12)))
def test_files(part: int) -> None:
    for file in FILES[part::12]:
        text = file.read_bytes().decode("utf-8", "replace")
        check(text.replace("\0", " "))


SLIPS = [
    *" \n\t:,[]{}#&*!|>'\"%@`-?\r", "\u2028", "\x85", "\ufeff", "---", "...", "\n---\n", "\r\n", "? ", ": ", "- ", "é",
    "%YAML 1.1\n---\n", "%TAG ! !a\n---\n", "\n\n  ", "#c\n", '"a', "|\n  x", "a: b", "\n  - ", ":,", "&a ", "*a",
    "!t ",
]  # fmt: skip


def with_slips(text: str, rng: random.Random) -> str:
    for _slip in range(rng.choice([1, 1, 2, 3])):
        start = rng.randrange(len(text) + 1)
        added, length = (rng.choice(SLIPS), 0) if rng.random() < 0.7 else ("", rng.randrange(1, 4))
        text = f"{text[:start]}{added}{text[start + length :]}"
    return text


@pytest.mark.parametrize("part", one_in(12, range(12)))
def test_the_official_suite_and_slips_in_it(part: int) -> None:
    rng = random.Random(part)
    cases = [case["yaml"] for case in json.loads((SUITES / "yaml_test_suite.json").read_text("utf-8"))]
    for text in [*cases[::2], *(with_slips(text, rng) for text in cases)]:
        check(text)
