"""Reading records for commands."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.errors import ReplayError

if TYPE_CHECKING:
    from smallworld.plugins import Plugins
    from smallworld.records.replay import Reader, Watch
    from smallworld.rules.answers import Wrap


def read_or_stop(file: Path, plugins: Plugins, wrap: Wrap | None = None, watch: Watch | None = None) -> Reader:
    """The record in a file; a corrupt one ends the program with status 1."""
    from smallworld.game import new_game  # not for --help
    from smallworld.records.replay import read

    try:
        return read(file, partial(new_game, wrap=wrap) if wrap is not None else new_game, plugins=plugins, watch=watch)
    except ReplayError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
