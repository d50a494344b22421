"""The commands ``play``, ``tutorial``, ``resume``, ``replay`` and ``legal``."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld import hookimpl
from smallworld.languages import N_


@hookimpl(tryfirst=True)
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {
        "play": ("smallworld_terminal.commands.play:command", N_("Play a game, against people or bots.")),
        "tutorial": ("smallworld_terminal.commands.play:tutorial", N_("Learn the game in five guided turns.")),
        "resume": ("smallworld_terminal.commands.play:resume", N_("Go on with a saved or interrupted game.")),
        "replay": (
            "smallworld_terminal.commands.play:replay",
            N_("Print or verify a recorded game, or write a page to step through."),
        ),
        "legal": ("smallworld_terminal.commands.play:legal", N_("List the legal actions at the end of a saved game.")),
    }
