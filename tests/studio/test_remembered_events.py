"""Texts that are parsed in parts mean the same as those that are parsed as a whole, at the same places.

Acceptance 5 of the studio, as far as no time is measured: after a key only the changed entry is parsed again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smallworld_editions.problem import Problem
from smallworld_editions.reading import reader
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import parse, read, use_parser
from smallworld_studio.jobs import draft_folder
from smallworld_studio.jobs.draft_folder import events_of

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("variants", "docs/examples", "tests/bad_files", "tests/scenarios")
    for path in (ROOT / folder).rglob("*.yaml") if path.stat().st_size < 60_000
)  # fmt: skip
SLIPS = [*"#{}[]\"'|\n", "  ", "- ", ": ", "\n- ", "\n  ", "> ", "&a ", "*a", "? ", "!x ", "---\n"]


@pytest.fixture(autouse=True)
def parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Short texts are taken apart, too, and the parser of other tests stays."""
    monkeypatch.setattr(draft_folder, "SMALLEST", 0)
    parser = reader._parser
    yield
    use_parser(parser)


def meaning(document: Document) -> tuple[Any, ...]:
    """Return everything that a document holds, with each place."""
    rows, waiting = [], [((), document.data)]
    while waiting:
        path, node = waiting.pop()
        for key, places in document.places.get(id(node), {}).items():
            rows.append((path, key, places))
            waiting.append(((*path, key), node[key]))
    return document.data, document.root, sorted(rows, key=repr)


def readings(text: str) -> Iterator[tuple[list[tuple[Any, ...]], list[Problem]]]:
    """Yield a text as read as a whole and in parts."""
    for parser in (parse, events_of):
        use_parser(parser)
        documents, problems = read(text, "file.yaml")
        yield [meaning(document) for document in documents], problems


def check_equal(text: str) -> None:
    whole, in_parts = readings(text)
    assert whole == in_parts, text


@pytest.mark.parametrize("file", ["base/variant.yaml", "base/boards/base-2p.yaml", "warcraft/variant.yaml"])
def test_files_of_editions_are_taken_apart(file: str) -> None:
    """Otherwise the other tests would compare nothing."""
    text = (ROOT / "variants" / file).read_text(encoding="utf-8")
    assert len(list(draft_folder._placed_parts(text))) > 20


def slipped(text: str, rng: random.Random) -> str:
    """Return a text with a few slips of the hand."""
    for _ in range(rng.randint(1, 3)):
        place, lines = rng.randrange(len(text) + 1), text.split("\n")
        line, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:place] + text[place + rng.randint(1, 12) :]
        elif kind == 1:
            text = text[:place] + rng.choice(SLIPS) + text[place:]
        else:
            lines[line] = [lines[other], " " * rng.randint(0, 3) + lines[line], lines[line].lstrip()][kind - 2]
            text = "\n".join(lines)
    return text


@pytest.mark.parametrize("count", [40, pytest.param(3000, marks=pytest.mark.full)])
def test_texts_with_slips_are_read_alike(count: int) -> None:
    rng = random.Random(count)
    small = [path for path in FILES if path.stat().st_size < 3_000]
    for _ in range(count):
        check_equal(slipped(rng.choice(small).read_bytes().decode("utf-8", "replace"), rng))


@pytest.mark.full
def test_all_files_are_read_alike() -> None:
    for path in FILES:
        check_equal(path.read_bytes().decode("utf-8", "replace"))


BOARD = "name: Vale\nregions:\n" + "".join(
    f"  - {{id: r{place}, terrain: hill, adjacent: [r{place + 1}]}}\n" for place in range(9)
)


def test_only_the_changed_part_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    use_parser(events_of)
    read(BOARD, "board.yaml")
    parsed: list[str] = []
    monkeypatch.setattr(draft_folder, "parse", lambda part: parsed.append(part) or parse(part))
    text = "# a line more\n" + BOARD.replace("r4, terrain: hill", "r4, terrain: swamp")
    documents, problems = read(text, "board.yaml")
    assert parsed == ["  - {id: r4, terrain: swamp, adjacent: [r5]}\n"] and not problems
    assert documents[0].key(("regions", 8, "id")).line == 12


@pytest.mark.parametrize(
    "text",
    [
        "? [a]\n: []\nb: 1\n",
        "a: &x 1\nb: *x\n",
        "a: 1\n--- \nb: 2\n",
        "a:\n  - one\n  -, two\n  - three\n",
        "a:\n  b: 1\n  b: 2\na:\n  c: 3\n  d: 4\n",
        "a:\n  - x: |\n      text\n\n  - y: >-\n      more\n\n# end\nb: 2\n",
        "a:\n  b: 'open\n  c: 2'\n  d: 3\n",
        "a:\n- 1\n- \n- {x: }\nb:\n",
        "\ufeffa: 1\nb:\u2028 2\n",
        "  a: 1\nb: 2\n",
        "a:\n # comment\n  b: 1\n # comment\n  c: 2\n",
    ],
)
def test_odd_texts_are_read_alike(text: str) -> None:
    check_equal(text)
