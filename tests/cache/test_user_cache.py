"""The user's cache returns what was written into it, or nothing: never what is damaged or what others can write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from smallworld_editions import user_cache
from smallworld_editions.user_cache import VARIABLE, cache_folder, read_entry, sealed, write_entry

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
NAME = "entry.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_an_entry_is_returned_as_it_was_written(folder: Path) -> None:
    assert read_entry(NAME) is None
    write_entry(NAME, b"\x00 first\n")
    write_entry(NAME, b"second\n")
    assert read_entry(NAME) == b"second\n"
    assert [path.name for path in folder.iterdir()] == [NAME]


@pytest.mark.parametrize("damage", [
    lambda entry: entry[:-1], lambda entry: entry + b" ", lambda entry: b"", lambda entry: entry.replace(b"1", b"2"),
    lambda entry: entry.partition(b"\n")[2],
])  # fmt: skip
def test_a_damaged_entry_is_none(damage: object, folder: Path) -> None:
    write_entry(NAME, b'{"coins": 1}')
    file = folder / NAME
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    assert read_entry(NAME) is None


def test_an_entry_of_another_program_is_read_if_it_is_whole(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / NAME).write_bytes(sealed(b"[]"))
    (folder / NAME).chmod(0o600)
    assert read_entry(NAME) == b"[]"


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_that_others_can_write_is_not_used(mode: int, folder: Path) -> None:
    write_entry(NAME, b"[]")
    folder.chmod(mode)
    assert read_entry(NAME) is None
    write_entry("other.json", b"[]")
    assert [path.name for path in folder.iterdir()] == [NAME]
    folder.chmod(0o700)
    assert read_entry(NAME) == b"[]"


@posix
def test_an_entry_that_others_can_write_is_not_read(folder: Path) -> None:
    write_entry(NAME, b"[]")
    (folder / NAME).chmod(0o666)
    assert read_entry(NAME) is None
    write_entry(NAME, b"[1]")
    assert read_entry(NAME) == b"[1]"


@posix
def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_entry(NAME, b"[]")
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert read_entry(NAME) is None
    write_entry("other.json", b"[]")
    assert [path.name for path in folder.iterdir()] == [NAME]


@posix
def test_links_are_not_followed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_entry(NAME, b"[]")
    (folder / "link.json").symlink_to(folder / NAME)
    assert read_entry("link.json") is None
    write_entry("link.json", b"[2]")
    assert (read_entry("link.json"), read_entry(NAME)) == (b"[2]", b"[]")
    (tmp_path / "elsewhere").symlink_to(folder)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "elsewhere"))
    assert read_entry(NAME) is None


@posix
def test_a_pipe_or_a_folder_in_the_place_of_an_entry_is_none(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    os.mkfifo(folder / "pipe.json", 0o600)
    (folder / "folder.json").mkdir(mode=0o700)
    assert read_entry("pipe.json") is read_entry("folder.json") is None


def test_a_write_that_fails_leaves_the_old_entry(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_entry(NAME, b"old")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    write_entry(NAME, b"new")
    assert read_entry(NAME) == b"old"
    assert [path.name for path in folder.iterdir()] == [NAME]


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "kept"))
    write_entry(NAME, b"[]")
    assert read_entry(NAME) is None


def test_too_large_an_entry_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "MOST_BYTES", 10)
    write_entry(NAME, b"x" * 11)
    assert not folder.exists()


def test_the_oldest_entries_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "MOST_ENTRIES", 3)
    for number in range(5):
        write_entry(f"{number}.json", b"[]")
        os.utime(folder / f"{number}.json", (number, number))
    for name in ("old.drawing", ".4.json.0123.tmp"):
        (folder / name).touch(mode=0o600)
        os.utime(folder / name, (0, 0))
    write_entry("last.json", b"[]")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["3.json", "4.json", "last.json", "old.drawing"], "each kind of entries has room of its own"


@pytest.mark.parametrize("value", ["off", "OFF", " off "])
def test_off_keeps_nothing(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, value)
    assert cache_folder() == ""
    write_entry(NAME, b"[]")
    assert read_entry(NAME) is None


@pytest.mark.parametrize(("platform", "variables", "folder"), [
    ("linux", {"HOME": "/home/ann"}, "/home/ann/.cache/smallworld"),
    ("linux", {"HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"}, "/fast/smallworld"),
    ("linux", {"HOME": "/home/ann", "XDG_CACHE_HOME": "relative"}, ""),
    ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Caches/smallworld"),
    ("win32", {}, ""),
])  # fmt: skip
@posix
def test_the_folder_is_that_of_the_platform(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == folder
