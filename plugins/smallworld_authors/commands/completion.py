"""``smallworld completion``: Tab completes commands, options and editions in a shell."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from smallworld.languages import _
from smallworld_cli.parameter_types import Word

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_SMALLWORLD_COMPLETE"
"""The environment variable by which a shell asks click for completions."""


@click.command()
@click.argument("shell", type=Word(SHELLS), required=False)
def command(shell: str | None) -> None:
    """Print a script with which Tab completes commands, options and editions.

    Without SHELL it is for the shell that you use ($SHELL).

    \b
    Once, for new shells:
      echo 'eval "$(smallworld completion bash)"' >> ~/.bashrc
      echo 'eval "$(smallworld completion zsh)"' >> ~/.zshrc
      smallworld completion fish > ~/.config/fish/completions/smallworld.fish
    """
    name = shell or Path(os.environ.get("SHELL", "")).name
    completion = get_completion_class(name)
    if completion is None or name not in SHELLS:
        raise click.UsageError(_("name a shell: {shells}", shells=", ".join(SHELLS)))
    program = click.get_current_context().find_root().command
    click.echo(completion(program, {}, "smallworld", VARIABLE).source())
