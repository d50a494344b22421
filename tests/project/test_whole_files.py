"""Files that the program writes appear whole or not at all: no part of a page, no old page lost."""

from __future__ import annotations

import ast
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from language.rules import list_nodes
from programs import run_program
from smallworld_output.whole_files import whole_file, write_whole

ROOT = Path(__file__).parents[2]
FOLDERS = ("core/smallworld", "core/adjacency_map", "plugins")
WRITERS = {
    *("write_text", "write_bytes", "touch", "mkstemp", "NamedTemporaryFile"),
    *("savefig", "print_svg", "savez", "savez_compressed", "ParquetWriter", "write_table", "to_csv"),
}
OWNED_WRITERS = {"shutil": {"copy", "copy2", "copyfile", "move"}, "json": {"dump"}, "pickle": {"dump"}, "np": {"save"}}
"""Functions of libraries that write to a path."""
EXCEPTIONS = {
    ("plugins/smallworld_terminal/games_folder.py", "remember_elsewhere"): "an index to which a line is added",
    (
        "plugins/smallworld_records/save_file.py",
        "_descriptor",
    ): "a save: each event is added, a torn one is cut off",
    (
        "plugins/smallworld_lab/worker.py",
        "_spool_writer",
    ): "a spool: each finished game is added, with its checksum",
    ("plugins/smallworld_lab/run_files.py", "acquire"): "a lock, without content",
    ("plugins/smallworld_lab/result_file.py", "seal_file"): "part of the temporary file of join_chunks",
    ("plugins/smallworld_lab/run_files.py", "join_chunks"): "too large for memory; a temporary file",
    ("plugins/smallworld_lab/run_files.py", "_copy"): "into the writer of join_chunks",
    ("plugins/smallworld_lab/result_file.py", "pack"): "into memory",
    ("plugins/smallworld_lab/changes.py", "_changed"): "a temporary folder that is read at once",
    ("plugins/smallworld_studio/draft_files.py", "read_zip"): "from memory",
    ("plugins/smallworld_studio/jobs/draft_folder.py", "write"): "the temporary folder of a worker",
    ("plugins/smallworld_lab/analysis/charts.py", "_figure"): "into memory",
    ("plugins/smallworld_web/database.py", "hide_from_others"): "the database: its mode, before it has content",
    ("plugins/smallworld_cli/__init__.py", "_open_missing"): "the null device",
    ("plugins/smallworld_output/safe_text.py", "discard"): "the null device",
}
"""File and function → why it may write without :mod:`smallworld_output.whole_files`."""


WRITER_NAMES = frozenset({"open", *WRITERS, *(name for names in OWNED_WRITERS.values() for name in names)})
ANY_CALL = re.compile(rf"\b(?:{'|'.join(WRITER_NAMES)})\(")
"""Matches in each text that writes a file; most modules need no syntax tree."""


def writers(text: str) -> Iterator[tuple[str, str]]:
    """Every call that writes a file, with the function that it is in."""
    for function in list_nodes(ast.parse(text)) if ANY_CALL.search(text) else ():
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in list_nodes(function):
                if isinstance(node, ast.Call) and is_writer(node):
                    yield function.name, ast.unparse(node)


def is_writer(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in WRITER_NAMES:
        return False
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if name == "open":
        if owner == "os" or "os.O_" in ast.unparse(call):
            return any(word in ast.unparse(call) for word in ("O_CREAT", "O_WRONLY", "flags"))
        position = 1 if owner in ("", "io", "codecs") else 0
        modes = [*call.args[position : position + 1], *(key.value for key in call.keywords if key.arg == "mode")]
        return any(not isinstance(mode, ast.Constant) or bool(set("wax+") & set(str(mode.value))) for mode in modes)
    return name in WRITERS or name in OWNED_WRITERS.get(owner, ())


def calls_that_write() -> dict[tuple[str, str], list[str]]:
    calls: dict[tuple[str, str], list[str]] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for function, call in writers(path.read_text("utf-8")):
                calls.setdefault((path.relative_to(ROOT).as_posix(), function), []).append(call)
    calls.pop(("plugins/smallworld_output/whole_files.py", "whole_file"))
    return calls


def test_every_file_is_written_as_a_whole() -> None:
    """Use :func:`smallworld_output.whole_files.write_whole`, or add the reason to the list."""
    calls = calls_that_write()
    assert {place: call for place, call in calls.items() if place not in EXCEPTIONS} == {}
    assert sorted(EXCEPTIONS.keys() - calls.keys()) == []


@pytest.mark.parametrize(
    "text",
    [
        "path.write_text('x')", "open(path, 'w')", "open(path, mode)", "path.open('ab')", "path.open(mode='x')",
        "os.open(path, os.O_WRONLY)", "np.savez_compressed(path)", "shutil.copy(one, other)",
    ],
)  # fmt: skip
def test_a_writer_is_noticed(text: str) -> None:
    assert list(writers(f"def f(): {text}")) == [("f", ast.unparse(ast.parse(text)))]


def test_readers_are_no_writers() -> None:
    text = "def f(): open(path); path.open('rb'); open(path, encoding='utf-8'); copy(state); json.dumps(x)"
    assert list(writers(text)) == []


# --- a disk without room

NO_CACHE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""A cut .pyc would break every later start."""
NO_ROOM = "cannot write this file: file too large"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("game") / "game.jsonl"
    players = ["--player", "ann=random", "--player", "bob=random", "--seed", "3"]
    assert run_program("play", *players, "--save", file).returncode == 0
    return file


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@pytest.mark.parametrize(("command", "is_there"), [("board show base-3p --svg", False), ("replay {game} --html", True)])
def test_a_full_disk_leaves_no_part(command: str, is_there: bool, game: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    if is_there:
        page.write_text("old")
    environment = {**os.environ, **NO_CACHE}
    done = run_program(*command.format(game=game).split(), page, env=environment, largest=2000)
    assert (done.returncode, done.stderr) == (2, f"error: {page}: {NO_ROOM}\n")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == ({"page.html": "old"} if is_there else {})


def fail_after(content: bytes, path: Path) -> None:
    with pytest.raises(OSError, match="no room"), whole_file(path) as file:
        file.write(content)
        raise OSError(28, "no room")


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    fail_after(b"new", path)
    assert not list(tmp_path.iterdir())
    write_whole(path, "old")
    fail_after(b"new", path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("page.html", "old")]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_mode_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "page.html", tmp_path / "link"
    previous = os.umask(0o027)
    try:
        write_whole(path, "one")
    finally:
        os.umask(previous)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    link.symlink_to("page.html")
    write_whole(link, "zwei äöü")
    assert link.is_symlink()
    assert (path.read_text("utf-8"), stat.S_IMODE(path.stat().st_mode)) == ("zwei äöü", 0o604)
    missing = tmp_path / "missing"
    (tmp_path / "other").symlink_to(missing)
    write_whole(tmp_path / "other", b"three")
    assert missing.read_bytes() == b"three"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_is_read_only_stays(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(PermissionError) as error:
        write_whole(path, "new")
    assert error.value.filename == str(path)
    assert path.read_text() == "old"


def test_errors_name_the_file_of_the_writer(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "page.html", tmp_path):
        with pytest.raises(OSError) as error:
            write_whole(path, "new")
        assert error.value.filename == str(path)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="devices of POSIX")
def test_a_pipe_is_written_to() -> None:
    done = run_program("board", "show", "base-3p", "--svg", "/dev/stdout")
    assert done.stdout.startswith("<svg")
    assert "</svg>" in done.stdout
