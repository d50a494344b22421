"""Pages done step by step as a reader does it: files written, commands called, output compared."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import smallworld
from smallworld.notation import CORE_VERBS
from smallworld_cli import main
from smallworld_validate.game_file_checks.scenario import EXPECT_KEYS, STEP_KEYS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "authors.md"
BLOCK = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)

pytest_plugins = ["pytester"]


def blocks(page: Path = PAGE) -> Iterator[tuple[str, str, str]]:
    """(kind, file, text) of every block of the page, in order."""
    for match in BLOCK.finditer(page.read_text("utf-8")):
        yield match["kind"], match["file"] or "", match["text"]


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """(command, expected output) of a console block."""
    for part in re.split(r"(?m)^\$ ", text)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def pattern(output: str) -> re.Pattern[str]:
    """``...`` alone on a line matches any lines, within a line for anything; columns may be wider."""
    lines = [r"(?:.*\n)*?" if line == "..." else _line(line) + r"\n" for line in output.splitlines()]
    return re.compile("".join(lines) + r"\Z")


def _line(line: str) -> str:
    return re.sub(r"(\\ )+", " +", re.escape(line)).replace(r"\.\.\.", ".*")


STEPS = [("authors.md", 12), ("scenarios.md", 2), ("notation.md", 1), ("variants.md", 5), ("tutorials/bot.md", 3)]


@pytest.mark.parametrize(("name", "least"), STEPS)
def test_the_page_works_without_changes(
    name: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, file, text in blocks(DOCS / name):
        if file:
            (tmp_path / file).write_text(text, "utf-8")
        for command, output in sessions(text) if kind == "console" else ():
            program, *arguments = shlex.split(command)
            assert program == "smallworld"
            with contextlib.suppress(SystemExit):
                main(arguments)
            said = capsys.readouterr()
            assert pattern(output).match(said.err + said.out), f"$ {command}\n{said.err}{said.out}"
            commands += 1
    assert commands >= least


def test_the_test_of_the_tutorial_passes(pytester: pytest.Pytester) -> None:
    (code,) = [text for kind, file, text in blocks() if kind == "python" and not file]
    pytester.makepyfile(code)
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_the_table_of_fixtures_is_whole() -> None:
    from smallworld_testing import pytest_plugin

    fixtures = {
        name
        for name, value in vars(pytest_plugin).items()
        if type(value).__name__ == "FixtureFunctionDefinition" and not name.startswith("_")
    }
    assert fixtures
    listed = set(re.findall(r"(?m)^\| `(\w+)` \|", PAGE.read_text("utf-8")))
    assert fixtures <= listed


@pytest.mark.parametrize("name", [name for name, _ in STEPS])
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", (DOCS / name).read_text("utf-8"))
    assert links
    assert not [link for link in links if not ((DOCS / name).parent / link).exists()]


def test_the_page_of_scenarios_knows_every_key() -> None:
    """As the schema has them; and every step, and what ``expect`` looks at."""
    schema = json.loads((DOCS.parent / "schemas" / "scenario.json").read_text("utf-8"))
    page = (DOCS / "scenarios.md").read_text("utf-8")
    parts = {"": schema, **{name: schema["$defs"][name] for name in ("given", "race", "player", "combo")}}
    keys = {key for part in parts.values() for key in part.get("properties", {})}
    assert len(keys) > 15
    assert [key for key in sorted({*keys, *STEP_KEYS, *EXPECT_KEYS}) if not re.search(rf"\b{key}\b", page)] == []


def test_the_page_of_actions_knows_every_verb_and_they_can_be_read() -> None:
    page = (DOCS / "notation.md").read_text("utf-8")
    listed = set(re.findall(r"(?m)(?:^\| |, )`([a-z]+)[^`|]*`", page))
    verbs = set(CORE_VERBS)
    for name in ("base", "warcraft"):
        game = smallworld.new_game(smallworld.load_variant(name), ["ann", "bob"])
        verbs |= set(game.state.table.rulebook.verbs)
    assert verbs <= listed
    for action in re.findall(r"`((?:place|deploy) \w+ r\d+[^`]*)`", page):
        smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"]).read(action)
