"""Commands that play and judge many games."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld import hookimpl
from smallworld.languages import N_


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {
        "simulate": ("smallworld_lab.commands.simulate:command", N_("Play many games of bots.")),
        "report": ("smallworld_lab.commands.comparison:report_command", N_("Report the results of simulated games.")),
        "balance": (
            "smallworld_lab.commands.comparison:balance_command",
            N_("Compare one race or power with the others."),
        ),
        "sweep": (
            "smallworld_lab.commands.comparison:sweep_command",
            N_("Compare an edition with changed values of it."),
        ),
        "ladder": ("smallworld_lab.commands.comparison:ladder_command", N_("Rate bots by games against each other.")),
    }
