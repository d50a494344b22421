"""The output of the tools for authors: marked for translation for people, English for programs."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import corpus
from corpus import CODES
from languages.pseudo import pseudo_language, words_outside
from smallworld.languages import for_reader
from smallworld.plugins.manager import Plugins
from smallworld_authors.scaffold import new_variant
from smallworld_cli import cli
from smallworld_validate.inputs import make_checker

PLUGINS = sorted(corpus.plugins().glob("*.py"))
ENGINE_ERRORS = {"own_init", "odd_parameter"}
"""Plugins that the classes of abilities refuse, in sentences for programmers."""
ENDS = {"ends_the_process", "exits", "leaves_politely", "import_fails", "syntax_error", "hook_raises"}
"""Plugins that must not be imported here, or fail with an error of Python."""


def output(*arguments: str) -> str:
    return CliRunner().invoke(cli, [*arguments], prog_name="smallworld").output


@pytest.mark.parametrize("path", [p for p in PLUGINS if p.stem not in ENGINE_ERRORS | ENDS], ids=lambda path: path.stem)
def test_problems_of_plugins_are_marked(path: Path) -> None:
    plugin = Plugins([str(path)], installed=False).entries[-1]
    with pseudo_language():
        texts = [for_reader(text) for text in (*plugin.problems, *plugin.notes)]
    assert {text: words_outside(text) for text in texts if words_outside(text)} == {}


@pytest.mark.parametrize("arguments", [
    ["doctor"],
    ["plugin", "list"],
    ["variant", "list"],
    ["variant", "show", "base"],
    ["plugin", "list", "--hook", "perform"],
    ["ability", "list", "--hook", "board_draw"],
], ids=" ".join)  # fmt: skip
def test_commands_are_marked(arguments: list[str]) -> None:
    with pseudo_language():
        lines = output(*arguments).splitlines()
    # Ids, versions and values of the surroundings have no letters of the pseudo-language, but every line of words has.
    sentences = [line for line in lines if re.search(r"[A-Za-z]{3,} [a-z]{3,} [a-z]{3,}", line)]
    assert sentences == []


@pytest.mark.parametrize("arguments", [
    ["doctor", "--json"],
    ["plugin", "list", "--json"],
    ["ability", "show", "terrain_bonus", "--json"],
    ["plugin", "list", "--json", "--plugin", str(PLUGINS[0])],
], ids=lambda arguments: " ".join(arguments[:4]))  # fmt: skip
def test_json_of_tools_for_authors_is_english(arguments: list[str]) -> None:
    english = json.loads(output(*arguments))
    with pseudo_language():
        assert "⟦" not in json.dumps(json.loads(output(*arguments)), ensure_ascii=False)
    assert english


def test_scenarios_are_reported_in_the_language_of_the_reader(tmp_path: Path) -> None:
    new_variant("ttx", tmp_path / "ttx")
    path = tmp_path / "ttx" / "wrong.scenario.yaml"
    scenario = next((tmp_path / "ttx").rglob("*.scenario.yaml"), None)
    text = scenario.read_text("utf-8") if scenario is not None else ""
    path.write_text(
        text + "\n---\nscenario: empty\nvariant: base\nplayers: [ann, bob]\nsteps: [{expect: {round: 9}}]\n"
    )
    with pseudo_language():
        lines = output("scenario", "run", "-q", str(path))
    assert "⟦ƑÁÍĻ⟧" in lines
    assert words_outside(lines.replace(str(path), ""), [r"\[[\w-]+\]", "empty", r"\d+:\d+"]) == []


@pytest.mark.parametrize("path", sorted(CODES.glob("*.yaml"))[::9], ids=lambda path: path.stem)
def test_problems_can_be_sent_to_other_processes_in_any_language(path: Path) -> None:
    problems = make_checker("", (), ()).check_file(path)
    again = pickle.loads(pickle.dumps(problems))
    assert again == problems
    with pseudo_language():
        assert [str(problem) for problem in again] == [str(problem) for problem in problems]
