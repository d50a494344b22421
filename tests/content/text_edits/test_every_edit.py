"""Every scalar, key and item of the shipped and example files: an edit changes the data as asked, and no other line.

Acceptance 2 and 3 of the studio: the whole has more than 5,000 edits, the quick sample some of each kind.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath, walk
from smallworld_editions.reading.reader import read
from smallworld_validate.text_edits.entries import add_item, add_key, remove_key, set_value
from smallworld_validate.text_edits.layout import Uneditable, fix_text, lines_of

ROOT = Path(__file__).parents[3]
FOLDERS = ("variants", "docs", "plugins", "tests/scenarios", "tests/boards", "tests/reference/boards")
_QUOTED = re.compile(r""""(?:\\.|[^"\\])*"|'(?:''|[^'])*'""")
Wish = tuple[str, Callable[[], tuple[Edit, ...]]]


def texts() -> Iterator[tuple[str, str]]:
    """Each document of each file: scenarios of one file are edited apart, which is quicker."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.yaml")):
            if "templates" not in path.parts:
                for number, text in enumerate(re.split(r"(?m)^---.*\n", path.read_text(encoding="utf-8"))):
                    yield f"{path.relative_to(ROOT)}#{number}", text


def comments(lines: Sequence[str]) -> Counter[str]:
    matches = (re.search(r"(?:^|\s)(#.*)$", _QUOTED.sub('""', line)) for line in lines)
    return Counter(match[1].strip() for match in matches if match)


def wishes(document: Document, path: KeyPath, value: Any, rng: random.Random) -> Iterator[Wish]:
    if path and not isinstance(value, dict | list):
        new = {bool: value is not True, int: 7, float: 1.5}.get(type(value), f"new {str(value)[:5]}")
        yield "set", partial(set_value, document, path, new if new != value else 8)
    if path:
        yield "remove", partial(remove_key, document, path)
    if isinstance(value, dict):
        yield "add key", partial(add_key, document, path, "zz_new", rng.choice([7, "text: x", ["a"], {"a": 1}]))
    if isinstance(value, list):
        like = copy.deepcopy(value[0]) if value else "a"
        yield "add item", partial(add_item, document, path, like)
        yield "add first item", partial(add_item, document, path, like, 0)


def wrong(kind: str, text: str, edits: Sequence[Edit]) -> str:
    """Why the edited text is wrong beyond its data, which the edit itself has compared; empty if it is right."""
    old, new = lines_of(text), lines_of(fix_text(text, edits))
    removed = (
        [line for edit in edits for line in old[edit.range.line - 1 : edit.range.end_line]] if kind == "remove" else []
    )
    lost = comments(old) - comments(new) - comments(removed)
    if lost:
        return f"lost {lost}"
    if kind == "set":  # a text in several lines is its lines
        place = edits[0].range
        rest = len(old) - place.end_line
        if old[: place.line - 1] != new[: place.line - 1] or old[place.end_line :] != new[len(new) - rest :]:
            return "another line has changed"
        if place.line == place.end_line and len(old) != len(new):
            return "one line has become several"
    if kind.startswith("add") and len(old) < 300:
        codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if sum(last - first for tag, first, last, _a, _b in codes if tag != "equal") > 1:
            return "more than one line has changed"
    return ""


_STRANGE = re.compile(r"(?:^|[\s\[{,])[&*!]\w")
"""An anchor, an alias or a tag: what is written around them cannot be edited."""


def run(share: float, seed: int, files: float = 1.0) -> tuple[Counter[str], list[str]]:
    rng, done, faults = random.Random(seed), Counter[str](), []
    for name, text in texts():
        if rng.random() > files:
            continue
        documents, _problems = read(text, name)
        for document in documents:
            for path, value in walk(document.data):
                if rng.random() < share * min(1.0, 900 / max(1, len(text))):
                    for kind, wish in wishes(document, path, value, rng):
                        try:
                            fault = wrong(kind, text, wish())
                        except Uneditable:
                            fault = "" if _STRANGE.search(text) else "refused"
                        done[kind] += 1
                        if fault:
                            faults.append(f"{name} {path} {kind}: {fault}")
    return done, faults


def test_a_sample_of_edits_changes_only_its_line() -> None:
    done, faults = run(0.03, seed=2, files=0.03)
    assert not faults
    assert len(done) == 5


@pytest.mark.full
@pytest.mark.timeout(900)
def test_5000_edits_change_only_their_lines() -> None:
    done, faults = run(0.06, seed=1)
    assert not faults
    assert sum(done.values()) >= 5000, done


def test_no_edit_leaves_every_byte() -> None:
    for _name, text in texts():
        assert fix_text(text, ()) == text
