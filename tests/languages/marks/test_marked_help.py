"""In the pseudo-language no ``--help`` of a command has a sentence that nobody marked."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import click

from languages.pseudo import ENVIRONMENT, cut_messages, words_outside
from smallworld.plugins.installed import shipped_commands
from smallworld_cli import cli

ALLOWED = [
    r"smallworld( [a-z]+)*", r"(?m)^  [a-z]+  ", r"--?[A-Za-z][A-Za-z-]*", r"\[[A-Za-z_|.=\[\]-]*\]",
    r"\b[A-Z][A-Z_/:]+\b", r"\bdask:?/?/?\S*", r"\[[^\[\]]*\bx\b[^\[\]]*\]",
]  # fmt: skip
"""Commands, options, metavariables, choices and ranges, which are the same in every language."""


def names_of_commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and of its subcommands."""
    yield ()
    context = click.Context(cli)
    for name in shipped_commands():
        yield (name,)
        command = cli.get_command(context, name)
        for inner in command.commands if isinstance(command, click.Group) else ():
            yield name, inner


def helps() -> dict[tuple[str, ...], str]:
    """Command → its help in the pseudo-language, from one process."""
    program = (
        "import sys, io, contextlib\n"
        "from smallworld_cli import main\n"
        "for words in sys.stdin.read().splitlines():\n"
        "    print('\\x01', words)\n"
        "    with contextlib.suppress(SystemExit):\n"
        "        main([*words.split(), '--help'])\n"
    )
    commands = list(names_of_commands())
    lines = "\n".join(" ".join(part) for part in commands)
    output = subprocess.run(
        [sys.executable, "-c", program], input=lines, capture_output=True, text=True, check=True,
        env={**os.environ, **ENVIRONMENT, "COLUMNS": "80"},
    ).stdout  # fmt: skip
    pages = output.split("\x01")[1:]
    return {part: page.partition("\n")[2] for part, page in zip(commands, pages, strict=True)}


def test_help_is_marked_and_whole() -> None:
    """One test: each worker that has one of several would print all pages."""
    unmarked, cut = dict[str, list[str]](), dict[str, list[str]]()
    for command, page in helps().items():
        unmarked[" ".join(command)] = words_outside(page, ALLOWED)
        options = re.split(r"(?m)^⟦Ç[^⟧]*ñđš⟧:$", page)[0]  # of commands, only the first sentence is listed
        cut[" ".join(command)] = cut_messages(options)
    assert len(unmarked) > 40
    assert {name: texts for name, texts in unmarked.items() if texts} == {}
    assert {name: messages for name, messages in cut.items() if messages} == {}
