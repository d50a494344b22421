"""A file that somebody made to do harm is a problem of that file; every other file is still checked."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from running import run

from smallworld_editions.variants.file_reader import MAX_EXTENDS
from smallworld_validate import game_files
from tiers import FULL, quick_first

GOOD = "regions:\n- {id: a, terrain: hill, border: true, adjacent: [b]}\n- {id: b, terrain: hill, adjacent: [a]}\n"
SECRET = "PASSWORD=hunter2: x: y\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good board; the tests write files next to it."""
    (tmp_path / "good.yaml").write_text(GOOD, "utf-8")
    return tmp_path


def check(folder: Path) -> str:
    """The report on a folder of which exactly one file is bad."""
    result = run(str(folder))
    assert (result.exit_code, result.output.count("error[")) == (1, 1), result.output
    assert "2 files checked: 1 error" in result.output
    return result.output


CONTENTS = {
    "UTF-16": ("regions: []\n".encode("utf-16"), "[encoding]: the file is in UTF-16"),
    "Latin-1": ("regions: []  # Dörfer\n".encode("latin-1"), ":1:17: error[encoding]: byte 0xf6 is not UTF-8"),
    "a picture": (b"regions: \xff\xd8\0", "[encoding]: the file is not text"),
    "huge": (b"regions: " + b"x" * 10_000_000, "[too-large]: the file has 10,000,009 bytes"),
    "deep": (b"regions: " + b"[" * 100_000, "[too-deep]: this is nested"),
    "many keys": (b"regions: 1\n" + b"".join(b"k%d: 1\n" % key for key in range(12_000)), "[too-large]: the file"),
    "bomb": (
        b"a: &a [x,x,x,x,x,x,x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 7)) for n in range(8))
        + b"regions: *i\n",
        "[too-large]: the file holds more than 20,000 values",
    ),
    "tag": (
        GOOD.replace("hill", "!!python/object/apply:os.system hill", 1).encode(),
        "[tag]: the tag !!python/object/apply:os.system",
    ),
    "itself": (b"regions: &a [*a]\n", "[cycle]: *a is inside"),
    "null in a path": (b'variant: x\nextends: "\\0"\n', "[hidden-character]: the text holds"),
    "long path": (b"variant: x\nextends: " + b"a/" * 3000 + b"\n", "[unknown-variant]: the file '…a/a/"),
}


# The bomb passes the same limit as many keys, in less time.
@pytest.mark.parametrize("how", [pytest.param(how, marks=FULL if how == "many keys" else ()) for how in CONTENTS])
def test_contents(folder: Path, how: str) -> None:
    content, sentence = CONTENTS[how]
    (folder / "bad.yaml").write_bytes(content)
    assert sentence in check(folder)


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "bad.yaml")
    assert "bad.yaml: error[no-file]: cannot read this file: it is a named pipe, not a regular file" in check(folder)


def test_a_socket(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("bad.yaml")
        assert "it is a socket, not a regular file" in check(folder)


@pytest.mark.parametrize(("target", "reason"), [("bad.yaml", "too many levels"), ("gone", "no such file")])
def test_links_to_nothing(folder: Path, target: str, reason: str) -> None:
    (folder / "bad.yaml").symlink_to(target)
    assert f"error[no-file]: cannot read this file: {reason}" in check(folder)
    assert run(str(folder / "bad.yaml")).exit_code == 1


def refuse(function: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse a path, as it does for everybody but root."""
    path.chmod(0)
    original = getattr(os, function)

    def refusing(name: object, *rest: object, **more: object) -> object:
        if os.path.realpath(os.fspath(name)) == os.path.realpath(path):  # type: ignore[call-overload]
            raise PermissionError(13, "Permission denied", str(name))
        return original(name, *rest, **more)

    if os.geteuid() == 0:
        monkeypatch.setattr(os, function, refusing)


def test_files_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bad.yaml").write_text(GOOD, "utf-8")
    refuse("open", folder / "bad.yaml", monkeypatch)
    assert "cannot read this file: permission denied" in check(folder)


def test_folders_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").mkdir()
    refuse("scandir", folder / "closed", monkeypatch)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "cannot read this file: permission denied" in check(folder)


def test_a_loop_of_folders(folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner" / "loop").symlink_to(folder)
    assert run(str(folder)).output == "1 file checked: no problems\n"


def test_symbols_that_are_not_a_list(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "variant.yaml").write_text("variant: x\nextends: base\n", "utf-8")
    (tmp_path / "boards" / "b.yaml").write_text(GOOD.replace("border: true", "border: true, symbols: 3"), "utf-8")
    result = run(str(tmp_path))
    assert (result.exit_code, result.output.count("error[")) == (1, 1)
    assert "'symbols' must be a list, not the number 3" in result.output


def test_a_long_chain_of_variants(tmp_path: Path) -> None:
    last = MAX_EXTENDS + 2
    for number in range(last):
        name = f"v{number + 1}.yaml" if number + 1 < last else "base"
        (tmp_path / f"v{number}.yaml").write_text(f"variant: v{number}\nextends: {name}\n", "utf-8")
    output = run(str(tmp_path / "v0.yaml")).output
    assert f"[too-deep]: more than {MAX_EXTENDS} variants extend one another" in output
    assert run(str(tmp_path / "v3.yaml")).exit_code == 0


def test_a_cycle_across_folders(tmp_path: Path) -> None:
    for name, parent in [("a", "b"), ("b", "c"), ("c", "a")]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "variant.yaml").write_text(f"variant: {name}\nextends: ../{parent}\n", "utf-8")
    output = run(str(tmp_path)).output
    assert "[extends-cycle]" in output
    assert "3 files checked" in output


def test_a_fault_of_the_program_is_a_problem_of_its_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "odd.yaml").write_text("scenario: x\n", "utf-8")

    def fail(*_: object) -> None:
        raise TypeError(SECRET)

    monkeypatch.setattr(game_files.GameFiles, "check_scenarios", fail)
    result = run(str(folder))
    assert result.exit_code == 3
    assert "odd.yaml: error[program-fault]: the program has a fault and cannot check this file (TypeError)" in (
        result.output
    )
    assert "2 files checked: 1 error" in result.output
    assert "hunter2" not in result.output
    assert run(str(folder), "--ignore", "program-fault").exit_code == 3


# -- files of other programs -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["secret.env", "secret.yaml", "secret.scenario.yaml", "folder"])
@pytest.mark.parametrize(
    "text", quick_first([SECRET, "races: {hunter2: 3}\n", "PASSWORD: hunter2\n", "hunter2", "[hunter2: &"], 2)
)
def test_extending_shows_nothing_of_other_files(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "folder").symlink_to("secrets")
    (tmp_path / "secrets" / "variant.yaml").write_text(text, "utf-8")
    for file in ("secret.env", "secret.yaml"):
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / "secret.scenario.yaml").write_text(f"scenario: x\nvariant: {text!r}\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(f"variant: mine\nextends: {name}\n", "utf-8")
    result = run(str(tmp_path / "mine.yaml"))
    assert (result.exit_code, result.output.count("error[")) == (1, 1), result.output
    assert "mine.yaml:2:10: error[" in result.output
    assert "hunter2" not in result.output
    assert "PASSWORD" not in result.output


@pytest.mark.parametrize("target", ["/etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin"])
def test_files_of_the_system(folder: Path, target: str) -> None:
    (folder / "bad.yaml").write_text(f"variant: x\nextends: {target}\n", "utf-8")
    output = check(folder)
    assert "[unknown-variant]" in output
    assert f"'{target}" in output
    (folder / "bad.yaml").unlink()
    (folder / "bad.yaml").symlink_to(target)
    assert "cannot read this file: it is a" in check(folder)


@pytest.mark.parametrize("key", ["scenario: x\nvariant", "smallworld: 1\nvariant"])
def test_scenarios_show_nothing_of_other_files(tmp_path: Path, key: str) -> None:
    (tmp_path / "secret.yaml").write_text(SECRET, "utf-8")
    (tmp_path / "x.yaml").write_text(f"{key}: secret.yaml\nplayers: [ann, bob]\nsteps: [pick 1]\n", "utf-8")
    assert "hunter2" not in run(str(tmp_path / "x.yaml")).output


def test_boards_of_a_variant_do_not_lead_away(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET, "utf-8")
    (tmp_path / "v" / "boards").mkdir(parents=True)
    (tmp_path / "v" / "variant.yaml").write_text("variant: x\nextends: base\n", "utf-8")
    (tmp_path / "v" / "boards" / "b.yaml").symlink_to(tmp_path / "secret")
    output = run(str(tmp_path / "v" / "variant.yaml")).output
    assert "b.yaml: error[no-file]: cannot read this file: it is a link to a file that does not end in" in output
    assert "hunter2" not in output


def test_file_names_that_are_not_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"bad\xff.yaml")
    (tmp_path / name).write_text("regions: 3\n", "utf-8")
    for format_ in ("text", "json", "github", "sarif"):
        assert run("--format", format_, str(tmp_path)).exit_code == 1
    assert "bad%FF.yaml" in run("--format", "sarif", str(tmp_path)).output
