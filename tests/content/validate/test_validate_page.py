"""The files, commands and workflow of docs/validate.md work as the page shows."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from running import ROOT, run

from smallworld_editions.reading.files import MAX_BYTES
from smallworld_editions.reading.reader import MAX_DEPTH, MAX_NODES, read_documents
from smallworld_records.record_lines import MAX_REPLAY
from smallworld_validate.commands.validate import command

PAGE = (ROOT / "docs" / "validate.md").read_text("utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```yaml\n(.*?)```", PAGE, re.DOTALL))
SESSIONS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
WORKFLOW = re.findall(r"<!-- workflow -->\n```yaml\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8")


def output_of(command: str) -> str:
    program, *arguments = shlex.split(command)
    if program == "cat":
        return Path(arguments[0]).read_text("utf-8")
    assert program == "smallworld"
    assert arguments.pop(0) == "validate"
    return run(*arguments).stdout


@pytest.mark.parametrize("session", SESSIONS, ids=lambda text: text.split("\n")[0])
def test_sessions(session: str) -> None:
    said = "".join(f"$ {command}\n{output_of(command)}" for command in re.findall(r"^\$ (.*)$", session, re.MULTILINE))
    assert said == session


def test_the_workflow() -> None:
    path = Path("ci.yaml")
    path.write_text(WORKFLOW, "utf-8")
    (workflow,) = read_documents(path)
    commands = [step["run"] for step in workflow.data["jobs"]["validate"]["steps"] if "run" in step]
    _, annotate, scan = commands
    assert output_of(annotate).startswith("::error file=bay.yaml,line=4,")
    report = json.loads(output_of(scan.split(" > ")[0]))
    assert {result["ruleId"] for result in report["runs"][0]["results"]} >= {"one-sided-border", "unknown-key"}


def test_the_limits() -> None:
    for limit in (MAX_BYTES, MAX_NODES, MAX_REPLAY):
        assert f"{limit:,} " in PAGE
    assert f"{MAX_DEPTH} levels" in PAGE


def test_the_page_names_every_option() -> None:
    options = {name for parameter in command.params for name in parameter.opts}
    for option in options - {"paths", "--json", "--color"}:
        assert option in PAGE, option
