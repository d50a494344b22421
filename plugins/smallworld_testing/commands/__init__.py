"""The command ``scenario``."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld import hookimpl
from smallworld.languages import N_


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {"scenario": ("smallworld_testing.commands.scenario:command", N_("Run scenario files."))}
