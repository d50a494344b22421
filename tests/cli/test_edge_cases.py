"""Folders that happen to be called like an edition, closed and full streams, boards named twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from terminal import Run

from programs import run_program

BOTS = ("--seed", "1", "--player", "a=random", "--player", "b=random")


def test_an_edition_wins_over_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "variant.yaml").write_text("variant: zzz\nname: Mine\n", "utf-8")
    code, text = run("variant", "list")
    assert code == 0 and "Small World: 2-5 players" in text and "zzz" not in text
    code, text = run("variant", "show", "./base")
    assert code == 1 and "base/variant.yaml" in text
    code, text = run("variant", "new", "warcraft")
    assert code == 2 and "'warcraft' is a variant that comes with the program; choose another name" in text


@pytest.mark.parametrize(
    ("name", "content", "remedy"),
    [
        (
            "tiny.yaml",
            "name: Tiny\nregions: []\n",
            "a board, not an edition; to play on it, name an edition and add --board",
        ),
        ("x.yaml", "scenario: a\n---\nscenario: b\n", "a scenario, not an edition; smallworld scenario run "),
        ("cs.yaml", "language: cs\n", "translates an edition; name the edition, and add --language cs"),
        ("game.jsonl", '{"smallworld": "0.1", "replay": 2}\n', "a saved game, not an edition; smallworld resume "),
    ],
)
def test_a_file_of_another_kind_is_not_read_as_an_edition(
    tmp_path: Path, run: Run, name: str, content: str, remedy: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    code, text = run("play", str(tmp_path / name))
    assert code == 2 and text.startswith(f"error: {tmp_path / name} ") and remedy in text.splitlines()[0]


@pytest.mark.parametrize("command", [("play", "--board"), ("board", "show")], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "content", "remedy"),
    [
        ("variant.yaml", "variant: a\nname: A\n", " is an edition, not a board; its boards are in the folder "),
        ("game.jsonl", '{"smallworld": "0.1", "replay": 2}\n', "not a board; smallworld board show --game "),
    ],
)
def test_a_file_of_another_kind_is_not_read_as_a_board(
    tmp_path: Path, run: Run, command: tuple[str, ...], name: str, content: str, remedy: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    code, text = run(*command, str(tmp_path / name))
    assert code == 2 and text.startswith(f"error: {tmp_path / name} ") and remedy in text.splitlines()[0]


@pytest.mark.parametrize(("name", "content"), [("variant.yaml", '{"a":'), ("x.scenario.yaml", "just words")])
def test_files_that_are_called_like_ours_are_checked(tmp_path: Path, run: Run, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    code, text = run("validate", str(tmp_path))
    assert code == 1 and "1 file checked" in text


def test_validate_refuses_a_plugin_that_is_not_there(tmp_path: Path, run: Run) -> None:
    (tmp_path / "x.scenario.yaml").write_text("scenario: x\n", "utf-8")
    code, text = run("validate", "--plugin", "nosuch.py", str(tmp_path))
    assert code == 2 and "there is no plugin at 'nosuch.py'" in text


def test_a_board_is_named_once(run: Run) -> None:
    code, text = run("play", "warcraft", "--board", "l1a", "--board", "l1a", *BOTS)
    assert code == 2 and "board 'l1a' is named twice; name each once" in text


@pytest.mark.parametrize("command", [("play", *BOTS), ("simulate", "--games", "1", "--out", "results.parquet")])
def test_boards_that_become_one_map_are_noted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, text = run(*command, "--board", "base-3p", "--board", "base-2p")
    note = "note: base-3p and base-2p are played together as one map of 53 regions, because --board is repeated; name "
    assert code == 0 and note in text


def test_islands_are_joined_without_a_note(run: Run) -> None:
    code, text = run("play", "warcraft", "--board", "l1a", "--board", "s2b", *BOTS)
    assert code == 0 and "note:" not in text


def test_a_game_cannot_be_saved_where_there_is_no_folder(tmp_path: Path, run: Run) -> None:
    code, text = run("play", *BOTS, "--save", str(tmp_path / "none" / "x.jsonl"))
    assert code == 2 and "none/x.jsonl'" in text and "no such file or directory" in text and "fault" not in text


@pytest.mark.parametrize(
    ("arguments", "first", "then"),
    [
        (("play", "--bord", "3"), "unknown option '--bord'; did you mean '--board'?", "smallworld play"),
        (("play", "--xyz"), "unknown option '--xyz'; smallworld play --help lists all", "smallworld play"),
        (("playy",), "unknown command 'playy'; did you mean 'play' or 'replay'?", "smallworld [OPTIONS] COMMAND"),
        (("board", "xyz"), "unknown command 'xyz'; smallworld board --help lists all of them", "smallworld board"),
        (("replay",), "FILE is missing; write: smallworld replay FILE", "smallworld replay"),
        (("scenario", "run"), "PATH is missing; write: smallworld scenario run PATH", "smallworld scenario run"),
        (("play", "base", "b"), "smallworld play cannot use 'b'; leave it out", "smallworld play"),
        (("play", "base", "b", "c"), "smallworld play cannot use 'b c'; leave it out", "smallworld play"),
        (("play", "--seed", "x"), "--seed 'x' must be a whole number from 0 to 9223372036854775807", "smallworld play"),
        (("plugin", "check", "x", "--seed", "-1"), "--seed '-1' must be a whole number from 0", "smallworld plugin"),
        (("simulate", "--games", "x"), "--games 'x' must be a whole number from 1 to 1000000000", "smallworld sim"),
        (("balance", "amazons", "--most", "9"), "--most '9' must be a whole number, 10 or more", "smallworld bal"),
        (("play", "--decision-limit", "nan"), "--decision-limit 'nan' must be a number from 0.1 to 86400", "small"),
        (("serve", "--idle-days", "nan"), "--idle-days 'nan' must be a number, 0 or more", "smallworld serve"),
        (("play", "--bot-failure", "x"), "--bot-failure cannot be 'x'; choose one of: replace, stop", "smallworld"),
        (("schema", "x"), "unknown argument 'x'; choose one of: board, variant, language", "smallworld schema"),
        (("play", "--save", "."), "--save '.' is a folder; name a file", "smallworld play"),
        (("variant", "new", "x", "--to", __file__), f"--to {__file__!r} is a file; name a folder", "smallworld var"),
        (("resume", "no.x"), "'no.x': this file does not exist; name a game that was saved with --save", "smallw"),
        (("scenario", "run", "no.x"), "no file or folder is called 'no.x'; check the name", "smallworld scenario"),
        (
            ("scenario", "run", "--boards", "no.x", "."),
            "--boards 'no.x': this folder does not exist; check the name",
            "smallworld scenario",
        ),
    ],
)
def test_misuse_is_reported_in_the_first_line(run: Run, arguments: tuple[str, ...], first: str, then: str) -> None:
    """formats 2: status 2, one line first, details after."""
    code, text = run(*arguments)
    lines = text.splitlines()
    assert code == 2 and lines[0].startswith(f"error: {first}") and lines[1].startswith(f"Usage: {then}")
    assert lines[2].endswith("--help explains it") and len(lines) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "--seed"), "error: --seed needs a value; write it after --seed"),
        (("play", "--json=3"), "error: --json has no value; write --json alone"),
        (("--language=cs", "play", "base", "b"), "chyba: smallworld play si neví rady s 'b'; vynechte to"),
        (("--language=cs", "play", "--json=3"), "chyba: --json nemá hodnotu; napište jen --json"),
    ],
)
def test_misuse_is_one_sentence_in_the_language_of_the_reader(
    run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    code, text = run(*arguments)
    assert code == 2 and text.splitlines()[0] == sentence


@pytest.mark.parametrize("command", ["replay", "legal", "resume"])
def test_a_named_pipe_is_refused_at_once(tmp_path: Path, run: Run, command: str) -> None:
    """Nobody writes into it, so reading it would wait for ever."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    code, text = run(command, str(tmp_path / "pipe.jsonl"))
    assert code == 2 and "pipe.jsonl' is a named pipe; name a file" in text.splitlines()[0]


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jsonl").write_text("{}", "utf-8")
    monkeypatch.setattr("os.access", lambda *_arguments, **_options: False)
    code, text = run("replay", str(tmp_path / "a.jsonl"))
    assert code == 2 and "a.jsonl' cannot be read; change its permissions, or name another one" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("validate", "--fix", "-"), "--fix changes files; it cannot be used with -"),
        (("validate", "--stdin-filename", "x.yaml", "y.yaml"), "it needs - as a path"),
        (("validate", "--ignore", "unknown-kex", "-"), "unknown-kex"),
        (("play", "--option", "coins"), "--option 'coins' must be RULING=VALUE, e.g. --option tie_break=shared"),
        (("play", "--language", "zz9"), "'zz9' is not the code of a language; choose one of: "),
        (("play", "--language=zz9"), "'zz9' is not the code of a language; choose one of: "),
        (("validate", "--", "--language=cs"), "no file or folder is called '--language=cs'"),
        (("ability", "list", "--hook", "scor"), "did you mean 'score'?"),
        (("plugin", "list", "--hook", "scor"), "did you mean 'score'?"),
        (("ability", "show", "terain_bonus"), "did you mean 'terrain_bonus'?"),
    ],
)
def test_what_does_not_go_together_is_refused_with_the_remedy(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    code, text = run(*arguments)
    assert code == 2 and text.splitlines()[0].startswith("error: ") and message in text.splitlines()[0], text


def test_a_folder_without_scenarios_is_refused(tmp_path: Path, run: Run) -> None:
    code, text = run("scenario", "run", str(tmp_path))
    assert code == 2 and "no scenario files there; a scenario is a YAML document with the key 'scenario'" in text


def test_a_hook_that_nobody_answers_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld_authors.commands.reference.implemented", lambda cls: ())
    assert run("ability", "list", "--hook", "score") == (0, "no ability answers score\n")
    monkeypatch.setattr("smallworld_authors.commands.installation.implemented", lambda cls: ())
    assert run("plugin", "list", "--hook", "score") == (0, "no plugin implements score\n")


@pytest.mark.parametrize("arguments", [(), ("board",), ("plugin",)])
def test_a_group_without_a_command_prints_its_help(run: Run, arguments: tuple[str, ...]) -> None:
    code, text = run(*arguments)
    assert code in (0, 2)  # as click has it: 2 from 8.2 on
    assert (
        text.startswith(f"Usage: {' '.join(('smallworld', *arguments))} [OPTIONS] COMMAND") and text.count("Usage") == 1
    )
    assert "Commands:" in text and "error" not in text and "explains it" not in text


def test_legal_reports_that_a_game_is_over(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "x.jsonl"
    run("play", *BOTS, "--save", str(file))
    assert run("legal", str(file)) == (0, "the game is over\n")


def test_a_file_that_is_not_a_game_is_not_called_damaged(tmp_path: Path, run: Run) -> None:
    (tmp_path / "README.md").write_text("# Words\n", "utf-8")
    code, text = run("replay", str(tmp_path / "README.md"))
    assert code == 1 and text.endswith("line 1: this is not a line of JSON; is it a game that was saved with --save?\n")


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("mcts:seconds=x", "parameter 'seconds' of bot 'mcts' must be a number, not 'x'"),
        ("greedy:samples=x", "parameter 'samples' of bot 'greedy' must be a whole number, not 'x'"),
        ("greedy:samples=1,samples=2", "parameter 'samples' of bot 'greedy' is given twice"),
    ],
)
def test_a_bot_is_described_rightly_or_refused(run: Run, bot: str, says: str) -> None:
    code, text = run("play", "--player", f"a={bot}", "--player", "b=random")
    assert code == 2 and says in text


def test_a_game_goes_on_after_an_editor_has_put_a_mark_before_it(tmp_path: Path, run: Run) -> None:
    """Some editors begin UTF-8 files with a byte order mark."""
    file = tmp_path / "x.jsonl"
    assert run("play", *BOTS, "--save", str(file))[0] == 0
    rows = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"\xef\xbb\xbf" + b"".join(rows[:40]) + b'{"by": "a", ')
    code, text = run("validate", str(file))
    assert code == 0 and "the last line is cut off" in text
    assert run("resume", str(file))[0] == 0
    assert run("replay", str(file), "--verify")[0] == 0
    assert file.read_bytes()[3:].splitlines()[:40] == [row.rstrip() for row in rows[:40]]


def test_validate_refuses_replays_that_no_game_is_read_from(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "x.jsonl"
    assert run("play", *BOTS, "--save", str(file))[0] == 0
    whole = file.read_text("utf-8")
    for old, new, says in (
        ('"replay": 1', '"replay": 2', "this program reads rep"),
        ('"seed": 1, ', "", "lacks the key 'seed'"),
    ):
        assert old in whole
        file.write_text(whole.replace(old, new, 1), "utf-8")
        code, text = run("validate", str(file))
        assert code == 1 and says in text
        code, text = run("replay", str(file), "--verify")
        assert code == 1 and "line 1: " in text


def test_the_result_of_verify_as_json(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "x.jsonl"
    assert run("play", *BOTS, "--save", str(file))[0] == 0
    code, text = run("replay", str(file), "--verify", "--json")
    report = json.loads(text)
    assert code == 0 and report["verified"] and report["over"] and report["events"] > 50


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_one_sentence(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with open("/dev/full", "w") as full:
        done = run_program("schema", "board", stdout=full)
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["error: cannot write the output: no space left on device"]


def test_a_closed_input_ends_the_game() -> None:
    done = run_program("play", "--player", "a", "--player", "b=random", closed=[0])
    assert done.returncode == 0, done.stderr
    assert "next: a (pick)" in done.stdout and "fault" not in done.stderr
