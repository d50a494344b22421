"""Only one program at a time plays the games of a file of results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from simulating import fails

import smallworld
from programs import run_program
from smallworld_lab import run_files
from smallworld_lab.run_files import RunFiles, RunLock
from smallworld_lab.run_plan import Run
from smallworld_records.save_file import lock_marker

HOLD = """
import sys
from pathlib import Path
from smallworld_lab.run_files import RunFiles
from smallworld_lab.run_plan import Run
RunFiles(Path(sys.argv[1]), Run.from_json(sys.argv[2])).begin(resume=False)
print("locked", flush=True)
sys.stdin.read()
"""
"""A program that has the lock of a run until it is killed."""


def a_run() -> Run:
    return Run("base", smallworld.load_variant("base").digest, (("random", "random"),), (3,), 3, seed=5)


def test_a_second_program_is_refused(tmp_path: Path) -> None:
    """It neither plays games nor changes the folder, with --resume and after the first program has begun."""
    out = tmp_path / "x.parquet"
    files = RunFiles(out, a_run())
    files.begin(resume=False)
    before = sorted(path.name for path in files.parts.iterdir())
    options = ["--games", "3", "--player", "random", "--players", "3", "--seed", "5", "--out", str(out)]
    assert fails("simulate", *options, "--resume") == (
        2, f"error: the games of {out} are being played by another program; wait until it ends, or choose another --out"
    )  # fmt: skip
    assert sorted(path.name for path in files.parts.iterdir()) == before and not out.exists()
    files.close()
    assert run_program("simulate", *options, "--resume").returncode == 0
    assert out.exists() and not files.parts.exists()


def test_the_lock_of_a_killed_program_is_free(tmp_path: Path) -> None:
    run, out = a_run(), tmp_path / "x.parquet"
    command = [sys.executable, "-c", HOLD, str(out), run.as_json()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline().strip() == b"locked"
        files = RunFiles(out, run)
        with pytest.raises(smallworld.SmallWorldError, match="by another program"):
            files.begin(resume=True)
        process.kill()
    assert (files.parts / "lock").exists()
    files.begin(resume=True)
    files.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows does not remove open files")
def test_a_lock_that_is_removed_in_between_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other program ended after this one had opened its file: the file that is locked is the one of the path."""
    lock = RunLock(tmp_path / "x.parquet", tmp_path / "x.parquet.parts")
    removed = []

    def remove_first(file: int) -> None:
        if not removed:
            removed.append(lock.path.unlink())
            lock.path.parent.rmdir()
        lock_marker(file)

    monkeypatch.setattr(run_files, "lock_marker", remove_first)
    lock.acquire()
    other = os.open(lock.path, os.O_RDWR)
    with pytest.raises(BlockingIOError):
        lock_marker(other)
    os.close(other)
    lock.close()
