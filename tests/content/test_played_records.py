"""``validate`` plays the game of a record: a lost line, an illegal action, a wrong result are errors at their line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from smallworld_cli import main

Damage = Callable[[list[str]], tuple[list[str], int]]


def run_here(*arguments: str | Path) -> tuple[int, str, str]:
    """Run the program in this process; return its exit status and what it printed."""
    status = 0
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as errors:
        try:
            main([*map(str, arguments)])
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, out.getvalue(), errors.getvalue()


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a game, without checksums."""
    players = ["--player", "ann=random", "--player", "bob=random", "--seed", "3"]
    return run_here("play", *players, "--json")[1].splitlines()


def validate(lines: list[str], folder: Path, *options: str) -> tuple[int, str]:
    file = folder / "game.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    status, text, _ = run_here("validate", file, *options)
    return status, text.replace(str(file), "game.jsonl")


def test_a_record_as_it_was_written_has_no_problems(lines: list[str], tmp_path: Path) -> None:
    assert validate(lines, tmp_path) == (0, "1 file checked: no problems\n")


def changed_result(lines: list[str]) -> tuple[list[str], int]:
    result = json.loads(lines[-1])
    result["result"]["scores"]["ann"] += 1
    return [*lines[:-1], json.dumps(result)], len(lines)


def lost_line(lines: list[str]) -> tuple[list[str], int]:
    place = next(number for number, line in enumerate(lines) if '"conquer' in line)
    return lines[:place] + lines[place + 1 :], 0


def illegal_action(lines: list[str]) -> tuple[list[str], int]:
    place = next(number for number, line in enumerate(lines) if '"conquer' in line)
    by = json.loads(lines[place])["by"]
    return [*lines[:place], json.dumps({"by": by, "do": "decline"}), *lines[place + 1 :]], place + 1


@pytest.mark.parametrize("damage", [changed_result, lost_line, illegal_action])
def test_a_record_that_does_not_go_on_is_an_error_at_its_line(damage: Damage, lines: list[str], tmp_path: Path) -> None:
    damaged, number = damage(lines)
    status, text = validate(damaged, tmp_path)
    assert status == 1
    assert f"game.jsonl:{number or ''}" in text
    assert "error[unplayable-record]: the game of this record does not go on like that: " in text
    assert "like that: line " not in text
    assert validate(damaged, tmp_path, "--no-play") == (0, "1 file checked: no problems\n")


def replay(lines: list[str], folder: Path) -> str:
    file = folder / "game.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    status, _, errors = run_here("replay", "--verify", file)
    assert status == 1
    return errors


def test_a_wrong_die_has_the_same_line_in_both_commands(lines: list[str], tmp_path: Path) -> None:
    place = next(number for number, line in enumerate(lines) if '"chance": "die"' in line)
    damaged = [*lines[:place], '{"chance": "die", "result": 9}', *lines[place + 1 :]]
    assert f"game.jsonl:{place + 1}:" in validate(damaged, tmp_path)[1]
    assert f"line {place + 1}: the die cannot show 9" in replay(damaged, tmp_path)


def test_both_commands_look_for_the_edition_in_the_same_places(lines: list[str], tmp_path: Path) -> None:
    """An id that is installed, never a file that the record names, although it is there."""
    (tmp_path / "mine.yaml").write_text("variant: mine\nextends: base\n", "utf-8")
    header = json.dumps({**json.loads(lines[0]), "variant": "mine", "digest": ""})
    status, text = validate([header, *lines[1:]], tmp_path)
    assert status == 1
    assert "error[unknown-variant]" in text
    for answer in (text, replay([header, *lines[1:]], tmp_path)):
        assert "variant 'mine'" in answer
