"""Random mistakes in good files: every sentence about them is marked, and English stays English."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from languages.pseudo import pseudo_language, words_outside
from smallworld.languages import for_reader
from smallworld_editions.problem import Problem
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import make_checker
from tiers import one_in

ROOT = Path(__file__).parents[3]
FILES = [
    *sorted((ROOT / "variants").rglob("*.yaml"))[::12],
    *sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))[::12],
    sorted((ROOT / "tests" / "golden").rglob("*.jsonl"))[0],
]
TIMES = 2
"""Mistakes in each file."""
WORDS = [
    "x", "- ", "{", "}", "[", "]", ":", "'", '"', "\t", "\u00a0", "#", "12345678901234567890", "0x1f", "null", "yes",
    "races", "banner: 99", "-1", "*a", "&a ", "!!int ", "<<: 1", "“q”", "\u202e", "1e5", ".inf", "boards", "1_0",
]  # fmt: skip
QUOTED = [r"'[^']*'", r'"[^"]*"']


@pytest.fixture(scope="module")
def checker() -> FileChecker:
    return make_checker("", (), ())


def with_mistake(text: str, chance: random.Random) -> str:
    """Return the text with a line that is changed, doubled or gone."""
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    line = lines[number]
    start = chance.randrange(len(line) + 1)
    match chance.randrange(4):
        case 0:
            lines[number] = line[:start] + chance.choice(WORDS) + line[start:]
        case 1:
            lines[number] = line[:start] + chance.choice(WORDS) + line[start + chance.randrange(8) :]
        case 2:
            del lines[number]
        case _:
            lines.insert(number, chance.choice(lines))
    return "\n".join(lines)


def sentences(problems: list[Problem]) -> list[str]:
    texts = [text for p in problems for text in (p.message, p.hint, *(related.message for related in p.related))]
    return [for_reader(text) for text in texts if text]


@pytest.mark.parametrize("path", one_in(3, FILES), ids=lambda path: path.name)
def test_sentences_about_random_mistakes_are_marked(path: Path, checker: FileChecker) -> None:
    chance = random.Random(path.name)
    with pseudo_language():
        for _time in range(TIMES):
            text = with_mistake(path.read_text("utf-8"), chance)
            problems = checker.check_bytes(text.encode(), str(path), path)
            checker.forget()
            plain = {text: words_outside(text, QUOTED) for text in sentences(problems)}
            assert {text: unmarked for text, unmarked in plain.items() if unmarked} == {}
