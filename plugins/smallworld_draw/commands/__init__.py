"""The command ``board``."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld import hookimpl
from smallworld.languages import N_


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {"board": ("smallworld_draw.commands.board:command", N_("Draw a board."))}
