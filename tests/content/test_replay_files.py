"""Damaged saves and odd results of chance in replays."""

from __future__ import annotations

import dataclasses
import json
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from records import plain_record
from smallworld.errors import ReplayError
from smallworld.game import new_game
from smallworld_editions.editions import load_variant
from smallworld_play.recorder import Recorder
from smallworld_records.saved_game_reader import Reader
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import make_checker

HEADER = {"replay": 1, "variant": "base", "boards": ["base-2p"], "players": ["ann", "bob"], "options": {}, "seed": 1}


@cache
def checker() -> FileChecker:
    return make_checker("", (), ())


def errors(path: Path, lines: list[str]) -> list[str]:
    text = "\n".join(lines) + "\n"
    problems = checker().check_bytes(text.encode(), str(path), path)
    return [f"{p.range.line} {p.code} {p.message}; {p.hint}" for p in problems if p.range and p.severity == "error"]


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    game = new_game(load_variant("base"), ["ann", "bob"], seed=1)
    with closing(Recorder(game, tmp_path / "s.jsonl")) as recorder:
        for _ in range(8):
            game.apply(game.legal_actions()[0])
            recorder.write(game)
    return (tmp_path / "s.jsonl").read_text("utf-8").splitlines()


def test_a_save_as_it_was_written(tmp_path: Path, lines: list[str]) -> None:
    assert errors(tmp_path / "s.jsonl", lines) == []


def test_a_changed_line(tmp_path: Path, lines: list[str]) -> None:
    lines[5] = lines[5].replace('"do": "', '"do":  "')
    assert errors(tmp_path / "s.jsonl", lines) == [
        "6 damaged-line the checksum does not match: this line was changed, or a line before it was lost; "
        "restore the file from a copy, or use the lines before it: resume --up-to 5"
    ]


def test_a_lost_line(tmp_path: Path, lines: list[str]) -> None:
    del lines[6]
    assert [error.split(":")[0] for error in errors(tmp_path / "s.jsonl", lines)] == [
        "7 damaged-line the checksum does not match"
    ]


def test_a_slip_in_a_save_is_one_problem(tmp_path: Path, lines: list[str]) -> None:
    number = next(index for index, line in enumerate(lines) if '"do": "' in line)
    lines[number] = lines[number].replace('"by": "', '"by": "x')
    assert [error.split()[1] for error in errors(tmp_path / "s.jsonl", lines)] == ["unknown-player"]


@pytest.mark.parametrize(
    ("kind", "result", "expected"),
    [
        ("dye", 2, "3 unknown-chance no result of chance is called 'dye'; did you mean 'die'?"),
        ("die", 7, "3 bad-value the die has no side 7; write 0, 1, 2 or 3"),
        ("first_player", "3", "3 bad-value the table has no seat '3'; write '1' or '2'"),
        ("banners", ["orcs", "hobits"], "3 unknown-race the variant has no race 'hobits'; "),
        ("badges", "hill", "3 wrong-type 'result' must be a list, not 'hill'; write [ ] around it"),
    ],
)
def test_results_of_chance(tmp_path: Path, kind: str, result: object, expected: str) -> None:
    rows = [HEADER, {"chance": "first_player", "result": "1"}, {"chance": kind, "result": result}]
    problems = errors(tmp_path / "s.jsonl", [json.dumps(row) for row in rows])
    assert [error[: len(expected)] for error in problems] == [expected]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"by": "ann", "do": None}', "no value of JSON begins like this; write null"),
        ('{"by": "ann", "do": done}', 'no value of JSON begins like this; quote the text with "'),
        ("{'by': \"ann\"}", 'single quotes are not quotes of JSON; write double quotes, "'),
        ('{by: "ann"}', 'a key must be here, in double quotes; write "key": value'),
        ('{"by": "ann",}', "remove the ',' or add the key that is missing"),
        ('{"by": "ann" "do": "done"}', "a ',' or a bracket is missing before this"),
        ('{"by": "ann"', "the line ends too early; add the missing } or ]"),
        ('{"by" "ann"}', "a ':' is missing after the key"),
        ('{"by": "ann"}}', "this follows the end of the line's value"),
        ('{"by": "ann", "do": "\\x"}', "this is not an escape of JSON"),
        ('{"chance": "die", "result": NaN}', "nan is not a finite number"),
        ("[" * 200_000, "it is nested too deep"),
        ('["by", "ann"]', "each line must be a mapping, {…}"),
        ('{"by": "ann", "do": "' + "x" * 2_000_000 + '"}', "this line has 2,000,023 characters"),
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_a_slip_of_json_has_its_remedy(tmp_path: Path, line: str, problem: str) -> None:
    rows = [json.dumps(HEADER), line, '{"by": "ann", "do": "done"}']
    (error,) = errors(tmp_path / "s.jsonl", rows)
    assert error.startswith("2 ") and problem in error


def test_a_kind_of_chance_of_a_plugin_is_only_a_warning(tmp_path: Path) -> None:
    assert errors(tmp_path / "s.jsonl", [json.dumps(HEADER), '{"chance": "weather", "result": "rain"}']) == []


def test_the_name_of_an_embedded_edition_is_compared(tmp_path: Path) -> None:
    edition = dataclasses.replace(load_variant("base"), path="")
    lines = plain_record(new_game(edition, ["ann", "bob"], seed=1)).splitlines()
    assert errors(tmp_path / "s.jsonl", lines) == []
    lines[0] = lines[0].replace('"variant": "base"', '"variant": "bose"', 1)
    assert errors(tmp_path / "s.jsonl", lines) == [
        "1 unknown-variant the header names the variant 'bose', but holds the edition 'base'; write base"
    ]


def test_a_replay_of_a_newer_format_is_one_problem(tmp_path: Path, lines: list[str]) -> None:
    newer = [json.dumps({"replay": 2, "edition": "base", "players": "a"}), '{"turn": 1}']
    expected = "this program reads replays of format 1; this file has format 2, which a newer program wrote"
    assert errors(tmp_path / "s.jsonl", newer) == [f"1 bad-value {expected}; update the program"]
    with pytest.raises(ReplayError, match=f"line 1: {expected}; update the program"):
        Reader("\n".join(newer), new_game)
    assert errors(tmp_path / "s.jsonl", [lines[0].replace('"replay": 1', '"replay": 0'), *lines[1:]]) == [
        "1 bad-value 'replay' cannot be 0; write 1"
    ]


@pytest.mark.parametrize(
    ("key", "value", "first"),
    [
        ("players", ["an\x1bn", "bob"], "1 bad-value 'players' cannot be"),
        ("players", ["a" * 5000, "bob"], "1 bad-value 'players' cannot be"),
        ("players", None, "1 wrong-type 'players' must be a list, not nothing; for example [ann, bob]"),
        ("boards", [], "1 bad-length 'boards' must have at least 1 item, not 0"),
        ("plugins", {"herons": "1"}, "1 missing-plugin this game needs the plugin herons 1, which is not installed"),
    ],
)
def test_a_header_that_no_game_has_is_the_first_problem(tmp_path: Path, key: str, value: object, first: str) -> None:
    changed = json.dumps({**HEADER, key: value})
    messages = errors(tmp_path / "s.jsonl", [changed, '{"by": "ann", "do": "pick 1"}'])
    assert messages[0].startswith(first) and len(messages[0]) < 400
