"""A plugin with an ability and a bot that do something bad: end the program, loop, sleep."""

from __future__ import annotations

from pathlib import Path

PLUGIN = """
import os, sys, time
from smallworld import Ability, hookimpl


class Rude(Ability):
    \"\"\"Does not play by the rules of programs.\"\"\"

    name = "rude"
    rule = "RUDE-1"

    @hookimpl
    def turn_started(self, state, race):
        {hook}


class Bot:
    def choose(self, view, legal, rng):
        {bot}
        return legal[0]


@hookimpl
def smallworld_abilities():
    return [Rude]


@hookimpl
def smallworld_bots():
    return {{"rude-bot": Bot}}
"""
EDITION = """\
variant: rude
name: Rude
extends: base
abilities: [rude]
plugins: {rude_plugin: "*"}
"""
LOOP = "\n        while True: pass"
SLEEPY_LOOP = "\n        while True: time.sleep(0.01)"
"""A loop that needs little of the processor."""


def write_hostile_plugin(folder: Path, *, hook: str = "pass", bot: str = "pass") -> list[str]:
    """Write the plugin and an edition with it; the words of a command that use them."""
    (folder / "rude_plugin.py").write_text(PLUGIN.format(hook=hook, bot=bot), "utf-8")
    (folder / "rude.yaml").write_text(EDITION, "utf-8")
    return [str(folder / "rude.yaml"), "--plugin", str(folder / "rude_plugin.py")]
