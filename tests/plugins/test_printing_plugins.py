"""The output of a plugin goes to standard error, never into JSON, SARIF or records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from programs import run_program

PLUGIN = """
import sys
import click
from smallworld import hookimpl

print("loaded")
sys.stdout.write("loaded again\\n")
click.echo("and by click")

class Chatty:
    def choose(self, view, actions, rng):
        print("I think")
        return actions[0]

@hookimpl
def smallworld_bots():
    return {"chatty": Chatty}
"""


@pytest.mark.parametrize(
    "line", ["ability list --json", "play --json --player ann=chatty --player bob=chatty", "validate --format sarif ."]
)
def test_it_never_reaches_the_output(line: str, tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(PLUGIN, "utf-8")
    (tmp_path / "wrong.yaml").write_text("variant: [\n", "utf-8")
    done = run_program(*line.split(), "--plugin", "chatty.py", cwd=tmp_path)
    assert "loaded\nloaded again\nand by click\n" in done.stderr
    assert "loaded" not in done.stdout
    assert "think" not in done.stdout
    documents = done.stdout.splitlines() if "play" in line else [done.stdout]
    assert all(json.loads(document) for document in documents)
