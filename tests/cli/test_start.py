"""What is not loaded when nobody plays: a question for help is answered without an engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

import smallworld

HEAVY = (
    "jsonschema", "ruamel", "pluggy", "prompt_toolkit", "polars", "smallworld.game", "smallworld.model",
    "smallworld.content", "smallworld.rules", "smallworld.plugins", "smallworld_bots", "smallworld_draw.scene",
)  # fmt: skip
PROBE = """
import sys
from smallworld.cli import main
for command in sys.argv[1:]:
    try:
        main([*filter(None, [command]), "--help"])
    except SystemExit:
        pass
print(*sys.modules, file=sys.stderr)
"""
LIGHT = ("", "play", "resume", "replay", "legal", "validate", "scenario", "simulate", "report", "board", "variant")


def test_help_loads_no_engine() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE, *LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.count("Usage: smallworld") == len(LIGHT)
    modules = set(done.stderr.split())
    assert "click" in modules
    commands = {name for name in modules if ".commands" in name}
    heavy = [name for name in modules - commands if any(name == h or name.startswith(h + ".") for h in HEAVY)]
    assert not heavy


def test_every_public_name_is_there_when_it_is_asked_for() -> None:
    for name in smallworld.__all__:
        assert getattr(smallworld, name) is not None
    assert set(smallworld.__all__) <= set(dir(smallworld))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'smallworld' has no attribute 'Gmae'"):
        _ = smallworld.Gmae  # type: ignore[attr-defined]
