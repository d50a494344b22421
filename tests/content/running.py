"""Running ``smallworld validate`` in a test."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from smallworld.cli.validate import command as validate

ROOT = Path(__file__).parents[2]
BAD = Path(__file__).parent / "bad"

BOARD = """\
# a remark
turns: 10   # kept
regions:
  - {id: a, terrain: field, touches_border: true, adjacent: [b, s]}   # kept too
  - {id: b, terrain: field, lost_tribe: true, adjacent: [s]}
  - {id: s, terrain: sea, touches_border: true, adjacent: [a, b]}
"""


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(validate, list(arguments), input=stdin, catch_exceptions=False)
