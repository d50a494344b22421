"""Every command with streams that are closed or broken: it does its work, or refuses in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from programs import WORDS, run_program
from tiers import quick_first

BOTS = "--player ann=random --player bob=random --seed 3"
COMMANDS = {
    "play bots": f"play {BOTS}",
    "play": "play --player ann --player bob=random --seed 3 --save {folder}/new.jsonl",
    "play json": f"play {BOTS} --json",
    "resume": "resume {folder}/copy.jsonl",
    "resume list": "resume --list",
    "replay": "replay {folder}/over.jsonl",
    "replay page": "replay {folder}/over.jsonl --html {folder}/new.html",
    "legal": "legal {folder}/game.jsonl",
    "validate": "validate {folder}/wrong.yaml",
    "validate input": "validate -",
    "validate json": "validate --json {folder}/wrong.yaml",
    "scenario": "scenario run {folder}/no.scenario.yaml",
    "simulate": f"simulate --games 2 {BOTS} --out {{folder}}/new.parquet",
    "balance": "balance amazons --most 10 --player random",
    "ladder": "ladder --player random --player easy --games 2",
    "variant": "variant show base",
    "language": "language list",
    "ability": "ability list",
    "plugin": "plugin list",
    "board": "board show base-2p",
    "schema": "schema variant",
    "completion": "completion bash",
    "doctor": "doctor",
    "help": "--help",
    "version": "--version",
    "misuse": "play --seed x",
}
STATUSES = {"validate": 1, "validate input": 1, "validate json": 1, "scenario": 1, "misuse": 2}
"""Command → its exit status when nothing is broken, unless that is 0."""
QUICK = {"play": "stdin", "play bots": "std", "validate": "std", "validate input": "stdin", "version": "stdout"}
"""Command → the beginning of the streams that it meets in the quick tests."""
WRONG = "scenario: x\nvariant: base\nplayers: [ann, bob]\nsteps: []\nexpect: {coins: {ann: 99}}\n"


@contextmanager
def opened(kind: str) -> Iterator[int]:
    """A stream that is broken in some way."""
    if kind == "without a reader":
        reading, number = os.pipe()
        os.close(reading)
    else:
        number = os.open(
            "/dev/full" if kind == "full" else os.devnull, os.O_RDONLY if kind == "read-only" else os.O_WRONLY
        )
    try:
        yield number
    finally:
        os.close(number)


STREAMS: dict[str, dict[str, Any]] = {
    "all closed": {"closed": (0, 1, 2)},
    "stdin closed": {"closed": (0,)},
    "stdin write-only": {"stdin": "write-only"},
    "stdout closed": {"closed": (1,)},
    "stdout read-only": {"stdout": "read-only"},
    "stdout full": {"stdout": "full"},
    "stdout without a reader": {"stdout": "without a reader"},
    "stderr closed": {"closed": (2,)},
    "stderr full": {"stderr": "full"},
    "stderr without a reader": {"stderr": "without a reader"},
}
CASES = [
    pytest.param(
        command,
        stream,
        id=f"{command}, {stream}",
        marks=[] if command in QUICK and stream.startswith(("all", QUICK[command])) else [pytest.mark.full],
    )
    for command in COMMANDS
    for stream in STREAMS
]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games and files that the commands read."""
    folder = tmp_path_factory.mktemp("kept")
    run_program("play", *BOTS.split(), "--save", folder / "over.jsonl")
    run_program("play", "--player", "ann", "--player", "bob=random", "--seed", "3", "--save", folder / "game.jsonl")
    (folder / "wrong.yaml").write_text("variant: [\n")
    (folder / "no.scenario.yaml").write_text(WRONG)
    return folder


@pytest.mark.parametrize(("command", "stream"), CASES)
def test_it_works_or_refuses_in_a_sentence(command: str, stream: str, kept: Path, tmp_path: Path) -> None:
    for path in kept.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "copy.jsonl").write_bytes((kept / "game.jsonl").read_bytes())
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with ExitStack() as stack:
        streams = {
            name: value if name == "closed" else stack.enter_context(opened(value))
            for name, value in STREAMS[stream].items()
        }
        line = COMMANDS[command].format(folder=tmp_path)
        done = run_program(*line.split(), env=environment, cwd=tmp_path, **streams)
    errors = done.stderr or ""
    assert "Traceback" not in errors
    assert "has a fault" not in errors
    assert "Exception ignored" not in errors
    status = STATUSES.get(command, 0)
    if done.returncode != status:
        assert done.returncode == 2, errors
        assert "stderr" not in stream
        assert errors.splitlines()[-1].startswith(
            ("error: cannot write the output: ", "error: cannot read the input: ")
        )


def test_a_closed_output_is_not_the_save(tmp_path: Path) -> None:
    """The number of a closed stream is not given to the next file that is opened."""
    save = tmp_path / "game.jsonl"
    done = run_program("play", *BOTS.split(), "--save", save, closed=(0, 1, 2))
    assert done.returncode == 0
    assert run_program("replay", save, "--verify").returncode == 0


def test_the_input_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with opened("write-only") as stream:
        done = run_program("play", "--player", "ann", "--player", "bob=random", stdin=stream)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "error: cannot read the input: bad file descriptor")


def test_bytes_that_are_no_text_are_a_wrong_action() -> None:
    lines = b"pick \xff\npick 1\n"
    done = run_program("play", "--player", "ann", "--player", "bob=random", "--seed", "3", lines=lines)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"ann: picks Forest Giants" in done.stdout


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252", "utf-8"])
def test_letters_that_an_encoding_lacks_are_printed_as_others(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = ("play", "--language", "cs", "--player", "Žluťoučký=random", "--player", "bob=random")
    done = run_program(*command, lines=b"", env=environment)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(encoding)
    assert ("Žluťoučký" if encoding == "utf-8" else "Žlutoucký" if encoding == "cp1252" else "lutouck") in text
    assert "?" not in text


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_json_stays_json_in_every_encoding(encoding: str) -> None:
    import json

    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = ("play", "--json", "--player", "Žluťoučký=random", "--player", "bob=random")
    done = run_program(*command, lines=b"", env=environment)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode(encoding).splitlines()
    assert json.loads(lines[0])["players"][0] == "Žluťoučký"


@pytest.mark.parametrize(
    "line", quick_first([f"play {BOTS} --save x.jsonl", "board show base-2p", "validate .", "simulate --out x"])
)
def test_a_removed_folder_is_one_sentence(line: str, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", folder, *WORDS, *line.split()], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert "has a fault" not in done.stderr
    assert done.returncode == (0 if "board" in line else 2)


@pytest.mark.parametrize("command", ["validate", "validate json", "scenario"])
def test_the_status_outlives_a_reader_that_leaves(command: str, kept: Path) -> None:
    with opened("without a reader") as stream:
        done = run_program(*COMMANDS[command].format(folder=kept).split(), stdout=stream)
    assert done.returncode == 1
