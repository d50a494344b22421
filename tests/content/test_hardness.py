"""No file hangs the program, fills its memory or shows a traceback."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from smallworld.content.checking import Checker
from smallworld.content.load import load_board
from smallworld.content.problem import Problem
from smallworld.errors import ContentError

SECONDS = 10
"""What one file may take here; on an idle machine it is below two."""

HEADER = b'{"replay": 1, "variant": "base", "players": ["ann", "bob"]}\n'
SCENARIO = b"scenario: long\nvariant: base\nplayers: [ann, bob]\nsteps:\n"

HOSTILE = {
    "brackets": (b"[" * 20_000, "too-deep"),
    "braces": (b"{" * 20_000, "too-deep"),
    "dashes": (b"- " * 20_000, "too-deep"),
    "questions": (b"? " * 20_000, "too-deep"),
    "long text": (b"a: " + b"x" * 20_000, "long-text"),
    "long key": (b"x" * 20_000 + b": 1", "long-text"),
    "digits": (b"a: " + b"9" * 5_000, "long-number"),
    "many values": (b"[" + b"a, " * 120_000 + b"]", "too-large"),
    "many keys": (b"".join(b"k%d: 1\n" % i for i in range(30_000)), "too-large"),
    "many documents": (b"---\n" * 99_000, "too-large"),
    "many anchors": (b"".join(b"- &a%d x\n" % i for i in range(30_000)), "too-large"),
    "many aliases": (b"a: &a 1\nb: [" + b"*a, " * 70 + b"]", "too-many-aliases"),
    "many steps": (SCENARIO + b"- conquer r1\n" * 3_000, "bad-length"),
    "alias bomb": (
        b"a: &a [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (c, c, b", ".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 104)),
        "too-large",
    ),
    "far regions": (
        b"regions:\n" + b"".join(b"- {id: r%d, terrain: x, adjacent: [q%d]}\n" % (i, i) for i in range(900)),
        "unknown-region",
    ),
    "big yaml": (b"a: 1\n" * 10_000_000, "too-large"),
    "big replay": (HEADER + b'{"by": "ann", "do": "done"}\n' * 100_000, "too-large"),
    "odd replay": (HEADER + b'{"by": "ann", "ddo": "done"}\n' * 30_000, "unknown-key"),
    "deep replay": (HEADER + b"[" * 100_000 + b"\n" + HEADER, "json-syntax"),
    "deep header": (HEADER.strip()[:-1] + b', "options": ' + b'{"a":' * 30_000 + b"\n", "json-syntax"),
    "utf-16": ("regions: []".encode("utf-16"), "encoding"),
    "utf-32": ("regions: []".encode("utf-32"), "encoding"),
    "latin-1": ("name: é".encode("latin-1"), "encoding"),
    "nul": (b"a: 1\n" + b"\0" * 1000, "yaml-syntax"),
    "spaces": (b" " * 300_000, "empty-file"),
    "blank lines": (b"\n" * 300_000, "empty-file"),
    "escape": (b'regions: "\\e[2J"', "wrong-type"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    content, code = HOSTILE[name]
    start = time.perf_counter()
    problems = Checker().check_bytes(content, "x.yaml")
    assert time.perf_counter() - start < SECONDS
    assert code in {problem.code for problem in problems}
    assert all("\x1b" not in str(problem) for problem in problems)


def test_place_of_a_wrong_byte() -> None:
    (problem,) = Checker().check_bytes("a: 1\nname: é".encode("latin-1"), "x.yaml")
    assert problem.range is not None
    assert (problem.range.line, problem.range.column) == (2, 7)


def test_no_file(tmp_path: Path) -> None:
    def said(path: Path) -> Problem:
        (problem,) = Checker().check_file(path)
        return problem

    assert said(tmp_path / "none.yaml").message == "cannot read this file: no such file or directory"
    assert said(tmp_path).code == "no-file"
    with pytest.raises(ContentError, match="no such file"):
        load_board(tmp_path / "none.yaml")


def test_a_file_that_is_wrong_everywhere_is_cut_short() -> None:
    lines = b"".join(b"unknown%d: 1\n" % i for i in range(5_000))
    problems = Checker().check_bytes(b"regions: []\n" + lines, "x.yaml")
    assert len(problems) == 201
    assert problems[-1].message.endswith("more problems are not shown")
