"""Sections for the page of commands, from their help texts."""

from __future__ import annotations

from collections.abc import Iterator

import click

from smallworld.plugins.installed import shipped_commands
from smallworld_cli import cli

WIDTH = 88
"""Columns of the help texts, as many as fit on a page of the site."""


def command_sections() -> str:
    """Every command and subcommand with its help, in the order of ``smallworld --help``."""
    root = click.Context(cli, info_name="smallworld", terminal_width=WIDTH, max_content_width=WIDTH)
    return "".join(section for name in shipped_commands() for section in _sections(name, root))


def _sections(name: str, parent: click.Context) -> Iterator[str]:
    """One command, then the commands of its group."""
    assert isinstance(parent.command, click.Group)
    command = parent.command.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH, max_content_width=WIDTH)
    yield f"\n{'###' if parent.parent else '##'} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    for child in command.commands if isinstance(command, click.Group) else ():
        yield from _sections(child, context)
