"""Files that are right draw no word: shipped, tested, documented and scaffolded ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import ROOT, run

from smallworld.model.variant_folder import shipped_folder
from smallworld_authors.commands.installation import plugin_group as plugin
from smallworld_authors.commands.schema import command as schema
from smallworld_authors.commands.variant import command as variant
from smallworld_editions.form import is_part, kind_of
from smallworld_editions.reading.reader import read

TESTS = ROOT / "tests"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?<!-->\n)```yaml\n(.*?)```", re.DOTALL)
"""Examples of YAML; those of docs/validate.md that are wrong on purpose follow a remark."""


SCENARIOS = sorted((TESTS / "scenarios").rglob("*.yaml"))
GAMES = sorted((TESTS / "golden").rglob("*.jsonl"))


@pytest.mark.parametrize("every", [96, pytest.param(1, marks=pytest.mark.full)])
def test_shipped_and_tested_files(every: int) -> None:
    boards = TESTS / "boards"
    files = [shipped_folder(), boards, *SCENARIOS[::every], *GAMES[::every]]
    result = run("--boards", str(boards), *map(str, files))
    assert result.exit_code == 0
    assert re.fullmatch(r"\d+ files checked: no problems\n", result.output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_files(page: Path) -> None:
    for text in BLOCK.findall(page.read_text("utf-8")):
        documents, problems = read(text, page.name)
        assert not problems
        data = documents[0].data
        if kind_of(data) is not None:
            is_language = kind_of(data) == "language"  # a sample of one translates some texts only
            options = ("--against", "base") if is_part(data) or is_language else ()
            options += ("--ignore", "untranslated") if is_language else ()
            assert run(*options, "-", stdin=text).output == "1 file checked: no problems\n", text


def kinds_of(folder: Path) -> set[str]:
    """Return the kinds of the files of a scaffold by their first lines, which name a schema by a relative path."""
    kinds = set()
    for path in folder.rglob("*.yaml"):
        first = path.read_text("utf-8").split("\n")[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S*?)(\w+)(?:\.schema)?\.json", first)
        assert match is not None, path
        assert (path.parent / match[1] / f"{match[2]}.schema.json").is_file(), path
        kinds.add(match[2])
    return kinds


def test_a_scaffolded_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(variant, ["new", "mine"], catch_exceptions=False)
    assert kinds_of(tmp_path / "mine") == {"variant", "scenario"}
    assert run("--strict", "mine").output == "2 files checked: no problems\n"


def test_a_scaffolded_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(plugin, ["new", "mine"], catch_exceptions=False)
    CliRunner().invoke(schema, ["--install", "mine"], catch_exceptions=False)
    assert kinds_of(tmp_path / "mine") == {"variant", "scenario"}
    assert run("--strict", "--plugin", "mine/src/mine", "mine").output == "2 files checked: no problems\n"


def reordered(line: str) -> str:
    return json.dumps(dict(reversed(json.loads(line).items())))


def renamed(line: str) -> str:
    return line.replace('"ann"', '"Ärnå"').replace('"bob"', '"李雷"')


HANDS = {"order": reordered, "names": renamed, "crlf": "{}\r".format, "bom": "\ufeff{}".format}


@pytest.mark.parametrize("change", HANDS.values(), ids=HANDS)
def test_replays_in_another_hand(tmp_path: Path, change: Callable[[str], str]) -> None:
    lines = (TESTS / "golden" / "base" / "base-2p-1.jsonl").read_text("utf-8").splitlines()
    first = 1 if change is not reordered and change("{}").startswith("\ufeff") else len(lines)
    path = tmp_path / "x.jsonl"
    path.write_bytes("\n".join([*map(change, lines[:first]), *lines[first:]]).encode())
    assert run("--strict", str(path)).output == "1 file checked: no problems\n"


def test_tabs_before_remarks(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    text = (
        "variant: x\t# mine\nextends:\tbase\t\n"
        "races:\t# two\n\t# of them\n  elks: {name: Elks,\tbanner: 5, supply: 10}\n"
    )
    path.write_text(text, "utf-8")
    assert run("--strict", str(path)).output == "1 file checked: no problems\n"
