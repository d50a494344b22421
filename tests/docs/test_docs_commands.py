"""Every command line of the pages has words and options that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from smallworld_cli import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?:sh|console|text|transcript)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def command_lines(text: str) -> Iterator[list[str]]:
    """The words of each call of the program in the blocks of a page, and in its sentences; not in generated tables."""
    text = re.sub(r"<!-- table: .*?<!-- end -->", "", text, flags=re.DOTALL)
    for block in [*BLOCK.findall(text), *re.findall(r"`(smallworld [^`]+)`", FENCED.sub("", text))]:
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\||;|\$\(| > | >> ", line.removeprefix("$ ")):
                if re.match(r"\s*smallworld\s", part):
                    yield shlex.split(re.sub(r"\)[\"']*$", "", part.partition(" #")[0].strip()))[1:]


def fault_of(arguments: list[str]) -> str:
    """Return the first word that is neither a command nor an option; empty if all are."""
    command: click.Command = cli
    for number, word in enumerate(arguments):
        if isinstance(command, click.Group) and not word.startswith("-"):
            child = command.get_command(click.Context(command), word)
            if child is None:
                return "" if word.isupper() or word == "..." else word
            command = child
        elif word.startswith("docs/") and not (ROOT / word).exists():
            return word
        elif word.startswith("--"):
            names = {name for part in command.params for name in (*part.opts, *part.secondary_opts)}
            if word.partition("=")[0] not in {*names, "--help"}:
                return " ".join(arguments[: number + 1])
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_and_options_exist(page: Path) -> None:
    assert [fault for arguments in command_lines(page.read_text("utf-8")) if (fault := fault_of(arguments))] == []


def test_a_word_that_does_not_exist_is_noticed() -> None:
    text = "```sh\nsmallworld play --sede 5 # no\nsmallworld plugin chek x && smallworld doctor --json\n```\n"
    text += "Write `smallworld validate --fixx`, `smallworld play docs/lost`.\n"
    faults = ["play --sede", "chek", "", "validate --fixx", "docs/lost"]
    assert [fault_of(arguments) for arguments in command_lines(text)] == faults


def test_the_pages_have_many_commands() -> None:
    assert sum(len(list(command_lines(page.read_text("utf-8")))) for page in PAGES) > 100
