"""No file hangs the program, fills its memory or shows a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from smallworld.errors import ContentError
from smallworld_editions.load import load_board
from smallworld_editions.problem import Problem
from smallworld_validate.file_checker import FileChecker
from tiers import quick_first

SECONDS = 6
"""Processor time for one file on a busy machine; on an idle one it is below two."""
MEGABYTES = 200
"""Memory of the whole process, the program and its libraries included."""

HEADER = b'{"replay": 1, "variant": "base", "players": ["ann", "bob"]}\n'
SCENARIO = b"scenario: long\nvariant: base\nplayers: [ann, bob]\nsteps:\n"

FULL = 399_000


def full(unit: bytes) -> bytes:
    """As many of these as a file may hold."""
    return (unit * (FULL // len(unit) + 1))[:FULL]


HOSTILE = {
    "plain words": (b"a: " + full(b"x "), "long-text"),
    "plain lines": (b"a:\n" + full(b" x\n"), "long-text"),
    "literal lines": (b"a: |\n" + full(b" x\n"), "long-text"),
    "escapes": (b'a: "' + full(b"\\n") + b'"', "long-text"),
    "escapes to the end": (b'a: "' + full(b"\\n"), "yaml-syntax"),
    "empty lists": (b"[" + full(b"[],"), "too-large"),
    "tag handles": (b"".join(b"%%TAG !a%d! tag:x\n" % i for i in range(15_000)) + b"---\na: 1\n", "unknown-kind"),
    "documents": (full(b"--- a\n"), "too-large"),
    "merges": (
        b"a: &a {" + b"".join(b"k%d: 1, " % i for i in range(3_000)) + b"}\nb: {<<: [" + b"*a, " * 60 + b"]}\n",
        "too-large",
    ),
    "dense map": (
        b"regions:\n"
        + b"".join(
            b"- {id: r%d, terrain: x, border: true, adjacent: [%s]}\n"
            % (i, b",".join(b"r%d" % j for j in range(110) if j != i))
            for i in range(110)
        ),
        "non-planar",
    ),
    "lists of mappings": (
        b"regions:\n- {id: a, terrain: x, adjacent: [" + b"".join(b"{a: %d}, " % i for i in range(6_000)) + b"]}\n",
        "wrong-type",
    ),
    "races": (
        b"variant: x\nextends: base\nraces:\n"
        + b"".join(b"  r%d: {name: x, banner: 5, supply: 2, abilities: [no]}\n" % i for i in range(1_700)),
        "supply-too-small",
    ),
    "options": (
        SCENARIO[:-7] + b"options: {" + b"".join(b"tie_%d: 1, " % i for i in range(8_000)) + b"}",
        "unknown-ruling",
    ),
    "wrong everywhere": (
        b"regions:\n" + b"".join(b"- {idd: r%d, terain: x, adjacentt: [q%d]}\n" % (i, i) for i in range(999)),
        "unknown-key",
    ),
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
    "many anchors": (b"".join(b"- &a%d x\n" % i for i in range(30_000)), "too-many-aliases"),
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
    "big replay": (HEADER + b'{"by": "ann", "do": "done"}\n' * 150_000, "too-large"),
    "odd replay": (HEADER + b'{"by": "ann", "ddo": "done"}\n' * 30_000, "unknown-key"),
    "deep replay": (HEADER + b"[" * 100_000 + b"\n" + HEADER, "json-syntax"),
    "deep header": (HEADER.strip()[:-1] + b', "options": ' + b'{"a":' * 30_000 + b"\n", "json-syntax"),
    "utf-16": ("regions: []".encode("utf-16"), "encoding"),
    "utf-32": ("regions: []".encode("utf-32"), "encoding"),
    "latin-1": ("name: é".encode("latin-1"), "encoding"),
    "nul": (b"a: 1\n" + b"\0" * 1000, "hidden-character"),
    "spaces": (b" " * 300_000, "empty-file"),
    "blank lines": (b"\n" * 300_000, "empty-file"),
    "escape": (b'regions: "\\e[2J"', "hidden-character"),
}


LONG = (
    "options", "races", "lists of mappings", "empty lists", "documents", "many keys", "dense map", "many values",
    "wrong everywhere", "plain words", "plain lines", "literal lines", "brackets", "braces", "blank lines",
    "escapes", "far regions", "many documents", "many steps", "escapes to the end", "merges", "tag handles",
)  # fmt: skip
"""Files that take longer; most of them have a quicker one of their kind."""
QUICK = [name for name in HOSTILE if name not in LONG]
PARTS = [QUICK, LONG[::2], LONG[1::2]]
"""The files of each process."""

CHILD = """
import json, resource, sys, time
from pathlib import Path
from smallworld_validate.file_checker import FileChecker

resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
for path in sys.argv[1:]:
    start = time.process_time()
    problems = FileChecker().check_file(Path(path))
    used = time.process_time() - start
    # VmHWM is of this program alone; ru_maxrss would count the one that started it.
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
    print(json.dumps([[problem.code for problem in problems], [str(problem) for problem in problems], used, peak]))
"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("names", quick_first(PARTS), ids=range(len(PARTS)))
def test_hostile_files(tmp_path: Path, names: Sequence[str]) -> None:
    """They are read in a process of their own: its time is that of the processor, its memory the peak."""
    paths = [tmp_path / f"{number}.yaml" for number in range(len(names))]
    for name, path in zip(names, paths, strict=True):
        path.write_bytes(HOSTILE[name][0])
    done = subprocess.run([sys.executable, "-c", CHILD, *paths], capture_output=True, text=True, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    for name, (codes, texts, seconds, megabytes) in zip(names, results, strict=True):
        assert HOSTILE[name][1] in codes, name
        assert all("\x1b" not in text for text in texts), name
        assert seconds < SECONDS, name
        assert megabytes < MEGABYTES, name


@pytest.mark.parametrize("rows", quick_first([5, 25]))
def test_a_large_board_is_welcome(rows: int) -> None:
    """A grid, each region with up to four neighbours; a thousand of them are as many as the schema allows."""
    lines = [b"regions:"]
    for row, column in product(range(rows), range(40)):
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        names = ", ".join(f"r{r}c{c}" for r, c in around if 0 <= r < rows and 0 <= c < 40)
        lines.append(
            f"  - {{id: r{row}c{column}, terrain: hill, border: {str(row == 0).lower()}, "
            f"center: [{column}, {row}], adjacent: [{names}]}}".encode()
        )
    assert FileChecker().check_bytes(b"\n".join(lines), "large.yaml") == []


def test_place_of_a_wrong_byte() -> None:
    (problem,) = FileChecker().check_bytes("a: 1\nname: é".encode("latin-1"), "x.yaml")
    assert problem.range is not None
    assert (problem.range.line, problem.range.column) == (2, 7)


def test_no_file(tmp_path: Path) -> None:
    def said(path: Path) -> Problem:
        (problem,) = FileChecker().check_file(path)
        return problem

    assert said(tmp_path / "none.yaml").message == "cannot read this file: no such file or directory"
    assert said(tmp_path).code == "no-file"
    with pytest.raises(ContentError, match="no such file"):
        load_board(tmp_path / "none.yaml")


def test_a_file_that_is_wrong_everywhere_is_cut_short() -> None:
    lines = b"".join(b"unknown%d: 1\n" % i for i in range(1_000))
    problems = FileChecker().check_bytes(b"regions: []\n" + lines, "x.yaml")
    assert len(problems) == 201
    assert problems[-1].code == "too-many-problems"
