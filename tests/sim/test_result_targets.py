"""Names after ``--out`` and ``--html`` that cannot hold what is to be written, and closed streams."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from simulating import fails

from programs import WORDS
from smallworld.errors import SmallWorldError
from smallworld_lab.result_file import check_target
from tiers import FULL

pytest.importorskip("pyarrow")
SMALL = ("simulate", "--games", "1", "--players", "2", "--player", "random", "--seed", "1")


@pytest.mark.parametrize("more", [(), ("--resume",)])
def test_a_pipe_cannot_hold_results(tmp_path: Path, more: tuple[str, ...]) -> None:
    """Opening a pipe would wait for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, message = fails(*SMALL, "--out", str(pipe), *more)
    assert (status, message) == (
        2,
        f"error: {pipe} is not a regular file, so it cannot hold results; choose another --out",
    )


def test_unusable_names(tmp_path: Path) -> None:
    loop, broken, intact, file = (tmp_path / name for name in ("loop", "broken", "intact", "file"))
    file.touch()
    loop.symlink_to(loop)
    broken.symlink_to(tmp_path / "missing")
    intact.symlink_to(file)
    for link in (loop, broken):
        with pytest.raises(SmallWorldError, match="is a link to a file that does not exist; give the name of the file"):
            check_target(link)
        assert link.is_symlink()
    for path in (Path("/dev/null"), tmp_path):
        with pytest.raises(SmallWorldError, match="is not a regular file"):
            check_target(path)
    with pytest.raises(SmallWorldError, match=r"--out '.' is not the name of a file; write e\.g\."):
        check_target(Path(""))
    for path in (intact, file, tmp_path / "new.parquet"):
        check_target(path)


def test_a_failed_first_game_leaves_the_name_free(tmp_path: Path) -> None:
    out, bot = tmp_path / "out.parquet", tmp_path / "bot"
    bot.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    bot.chmod(0o755)
    message = fails(*SMALL, "--player", str(bot), "--out", str(out))[1]
    assert "has ended (status 3)" in message
    assert {path.name for path in tmp_path.iterdir()} == {"bot", "out-game-0-failed.jsonl"}


def test_the_message_about_a_missing_folder_promises_no_games() -> None:
    message = fails(*SMALL, "--out", "/proc/out.parquet")[1]
    assert message.endswith("cannot write /proc/out.parquet.parts: No such file or directory; choose another --out")


@FULL
def test_closed_streams_do_no_harm(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    command = [*WORDS, *SMALL, "--out", str(out)]
    script = 'exec "$@" >&- 2>&-'
    assert subprocess.run(["sh", "-c", script, "sh", *command], timeout=50).returncode == 0
    assert out.is_file()


def test_a_report_to_a_pipe_does_not_read_it(tmp_path: Path) -> None:
    from smallworld_lab.commands.comparison import _refuse_results

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    _refuse_results(pipe, [])
    results = tmp_path / "out.parquet"
    results.write_bytes(b"PAR1")
    with pytest.raises(SmallWorldError, match="holds results of games"):
        _refuse_results(results, [])
