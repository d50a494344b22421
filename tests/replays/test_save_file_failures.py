"""The file of a saved game: what it refuses, and that it stays as it was after every failure."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from smallworld.errors import SaveError, SaveLostError
from smallworld_records import save_file
from smallworld_records.save_file import SaveFile, keep_copy, read_save

CONTENT = b'{"first": 1}\n'
POSIX = pytest.mark.skipif(os.name != "posix", reason="special files of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def save(path: Path) -> Iterator[SaveFile]:
    with closing(SaveFile(path)) as save:
        yield save


def bind_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as unbound:
        unbound.bind(os.path.relpath(path))


@POSIX
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (Path.mkdir, "a folder"),
        (os.mkfifo, "a pipe"),
        (bind_socket, "a socket"),
        (lambda path: path.symlink_to(path), "a link that leads in a circle"),
        (lambda path: path.symlink_to("/dev/null"), "a device"),
    ],
)
def test_only_a_regular_file_can_be_a_save(
    tmp_path: Path, make: Callable[[Path], None], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "game")
    for create in (False, True):
        with pytest.raises(SaveError, match=f"is not a regular file but {kind}; choose another file"):
            SaveFile(tmp_path / "game", create=create)


@POSIX
def test_a_pipe_that_takes_the_place_of_a_save_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(os.path, "lexists", lambda _path: False)  # it appears after this look
    with pytest.raises(SaveError, match="is not a regular file; choose another file"):
        SaveFile(path)


def test_files_that_cannot_be_opened_are_named(tmp_path: Path, path: Path) -> None:
    with pytest.raises(SaveError, match=r"none\.jsonl' cannot be opened: no such file"):
        SaveFile(tmp_path / "none.jsonl")
    with pytest.raises(SaveError, match="cannot be opened: no such file"):
        SaveFile(tmp_path / "nowhere" / "game.jsonl", create=True)
    with pytest.raises(SaveError, match=r"none\.jsonl: cannot read this file: no such file"):
        read_save(tmp_path / "none.jsonl")
    with pytest.raises(SaveError, match=r"exists already; .*smallworld resume .*game\.jsonl"):
        SaveFile(path, create=True)
    assert read_save(path) == CONTENT


def test_an_empty_file_that_another_program_creates_first_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, open_file = tmp_path / "game.jsonl", os.open

    def create_first(named: Any, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_EXCL:
            path.touch()
        return open_file(named, flags, mode)

    monkeypatch.setattr(os, "open", create_first)
    save = SaveFile(path, create=True)
    save.append(CONTENT)
    save.discard()
    assert path.read_bytes() == b""


def test_a_file_that_was_created_is_removed_when_it_is_discarded(tmp_path: Path) -> None:
    save = SaveFile(tmp_path / "game.jsonl", create=True)
    save.append(CONTENT, sync=True)
    save.sync()
    save.discard()
    save.close()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_replaced_before_it_is_locked_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[int] = []

    def lock(file: int) -> None:
        locked.append(file)
        if len(locked) == 1:
            path.with_suffix(".new").write_bytes(CONTENT * 2)
            path.with_suffix(".new").replace(path)

    monkeypatch.setattr(save_file, "lock", lock)
    with closing(SaveFile(path)) as save:
        assert save.read() == CONTENT * 2
    assert len(locked) == 2


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (BlockingIOError(), "is being played by another program; end that one, or play on in a copy"),
        (OSError(errno.ENOLCK, "No locks available"), "cannot be locked: no locks available"),
    ],
)
def test_a_file_that_cannot_be_locked_is_refused(
    path: Path, error: OSError, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(_file: int) -> None:
        raise error

    monkeypatch.setattr(save_file, "lock", lock)
    with pytest.raises(SaveError, match=message):
        SaveFile(path)


def test_a_line_above_the_limit_is_refused(save: SaveFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_file, "MAX_REPLAY", len(CONTENT) + 3)
    save.append(b"{}\n")
    with pytest.raises(SaveError, match="is full: a game may have 16 bytes"):
        save.append(b"{}\n")
    assert save.read() == CONTENT + b"{}\n"


@pytest.mark.parametrize(
    ("error", "raised"), [(OSError(errno.ENOSPC, "No space left"), SaveError), (KeyboardInterrupt(), KeyboardInterrupt)]
)
@pytest.mark.parametrize("is_written", [False, True], ids=["writing", "syncing"])
def test_an_append_that_fails_leaves_the_file_as_it_was(
    save: SaveFile, error: BaseException, raised: type[BaseException], is_written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def write_a_part(file: int, data: Any) -> int:
        if is_written or len(data) < 5:
            return write(file, data)
        write(file, data[:3])
        raise error

    def fail(_file: int) -> None:
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(os, "write", write_a_part)
        failing.setattr(os, "fsync", fail)
        with pytest.raises(raised):
            save.append(CONTENT, sync=True)
    assert save.read() == CONTENT
    save.append(b"{}\n", sync=True)
    assert save.read() == CONTENT + b"{}\n"


def test_a_torn_line_that_cannot_be_removed_ends_the_recording(save: SaveFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", fail)
        failing.setattr(os, "ftruncate", fail)
        with pytest.raises(SaveError, match="cannot be written: input/output error"):
            save.append(b'{"torn": 1}\n', sync=True)
    with pytest.raises(SaveLostError, match="was changed by another program"):
        save.append(b"{}\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Path.unlink, "was removed while it was played"),
        (lambda path: path.write_bytes(b""), "was changed by another program while it was played"),
        (lambda path: path.rename(path.with_name("a")) and path.touch(), "was replaced by another file"),
    ],
)
def test_a_save_that_is_changed_by_others_is_lost(
    path: Path, save: SaveFile, change: Callable[[Path], object], message: str
) -> None:
    change(path)
    with pytest.raises(SaveLostError, match=message):
        save.append(b"{}\n")
    with pytest.raises(SaveLostError, match=message):
        save.truncate(0)


def test_lines_are_removed_from_the_end(path: Path, save: SaveFile) -> None:
    save.append(b"{}\n")
    save.truncate(len(CONTENT))
    save.sync()
    assert path.read_bytes() == CONTENT


def test_a_copy_takes_the_first_name_that_is_not_used(
    path: Path, save: SaveFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(save_file, "MOST_COPIES", 2)
    path.with_name("game-1.jsonl").touch()
    assert keep_copy(save).name == "game-2.jsonl"
    assert path.with_name("game-2.jsonl").read_bytes() == CONTENT
    with pytest.raises(SaveError, match=r"there are 2 copies of .*game\.jsonl already; remove some"):
        keep_copy(save)
