"""``serve``, ``play --browser`` and ``resume --browser``: wrong use, and a saved game that goes on in the browser."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest
from browsing import text_of
from servers import PERSON, SLOW

import smallworld
from programs import start_program
from smallworld_cli import common, main
from smallworld_web.server import FILES, allow_files

ADDRESS = re.compile(r"http://\S+")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--browser", "--save", "x.jsonl"], "--save does not go with --browser"),
        (["play", "--browser", "--json"], "--json does not go with --browser"),
        (["play", "--browser", "--player", "ann", "--player", "bob=/bin/true"], "bob cannot be the program"),
        (["serve", "--database", "nonsense"], "--database 'nonsense' is not the address of a database; write sqlite:"),
        (["serve", "--database", "mysql://h/n"], "--database 'mysql://h/n' is not the address of a database; write "),
        (["serve", "--database", "postgresql://u:pw@h:x/n"], "--database 'postgresql://…@h:x/n' is not the address"),
        (["serve", "--no-open", "--database", "sqlite:////nowhere/t.db"], "the database cannot be used"),
        (["serve", "--no-open", "--database", "sqlite://"], "--database 'sqlite://' names no file"),
        (["serve", "--host", "203.0.113.9", "--no-open"], "choose an address of this machine as --host"),
        (["serve", "--host", "a" * 64, "--no-open"], "a part of the name is empty or too long; choose an address"),
        (["serve", "--host", "", "--no-open"], "cannot listen on '' port 8000"),
        (["serve", "--host", "203.0.113.9", "--url", "play.example.org"], "--url 'play.example.org' must be http"),
        (["serve", "--host", "203.0.113.9", "--url", "localhost:8000"], "--url 'localhost:8000' must be http"),
        (["serve", "--host", "203.0.113.9", "--url", "https://a.example/tables"], "without a path"),
        (["serve", "--host", "203.0.113.9", "--url", "http://[::1"], "--url 'http://[::1' must be http"),
    ],
)
def test_wrong_use_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and sentence in error and "Traceback" not in error


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as listener, pytest.raises(SystemExit):
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        main(["serve", "--no-open", "--port", port, "--database", f"sqlite:///{tmp_path / 't.db'}"])
    assert f"port {port}: address already in use; choose another --port" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["serve"], ["play", "--browser"], ["resume", "FILE", "--browser"]])
def test_a_missing_extra_is_named(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.jsonl").touch()
    monkeypatch.setattr(common.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main([word.replace("FILE", str(tmp_path / "game.jsonl")) for word in arguments])
    assert "pip install 'smallworld-engine[web]'" in capsys.readouterr().err


def test_a_saved_game_goes_on_in_the_browser_until_ctrl_c(tmp_path: Path) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    game.apply("pick 2")
    (tmp_path / "game.jsonl").write_text(game.dumps(), "utf-8")
    before = (tmp_path / "game.jsonl").read_bytes()
    arguments = ("resume", tmp_path / "game.jsonl", "--browser")
    environment = {"HOME": str(tmp_path), "PATH": "/nowhere", "BROWSER": "true"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start_program(*arguments, text=True, env=environment, **pipes) as process:
        assert process.stdout is not None and process.stderr is not None
        link = ADDRESS.findall(process.stdout.readline())[0]
        state = PERSON.get(f"{link}/state").json()
        with PERSON.stream("GET", f"{link}/stream") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGINT)
            assert any(line.startswith("data") for line in lines)  # the stream ends by itself
        assert (process.wait(SLOW), process.stderr.read().strip()) == (130, "stopped")
    assert "picks Commando Halflings" in text_of(state["log"]["html"])
    assert (tmp_path / "game.jsonl").read_bytes() == before


@pytest.mark.parametrize(("host", "is_warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_the_addresses_are_printed_when_the_server_listens(tmp_path: Path, host: str, is_warned: bool) -> None:
    """Who reads the line can connect at once; a server under any name warns."""
    environment = {"HOME": str(tmp_path), "PATH": "/nowhere"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    arguments = ("serve", "--no-open", "--host", host, "--port", "0")
    with start_program(*arguments, text=True, env=environment, **pipes) as process:
        assert process.stdout is not None and process.stderr is not None
        base = ADDRESS.findall(process.stdout.readline())[0]
        with socket.create_connection(("127.0.0.1", int(base.rstrip("/").rpartition(":")[2]))):
            pass
        admin = ADDRESS.findall(process.stdout.readline())[0]
        assert "This server" in PERSON.get(admin).text
        limit = Path(f"/proc/{process.pid}/limits")
        if limit.exists():
            soft, hard = re.findall(r"Max open files +(\d+) +(\d+)", limit.read_text("utf-8"))[0]
            assert int(soft) >= min(FILES, int(hard))
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
        assert process.wait(SLOW) == 130
    assert ("--url http://NAME is the name under which" in errors) == is_warned


def test_few_files_are_raised_to_those_of_all_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits, changed = (1024, 8192), list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, value: changed.append(value))
    allow_files(FILES)
    limits = (20_000, 30_000)
    allow_files(FILES)
    assert changed == [(8192, 8192)]
