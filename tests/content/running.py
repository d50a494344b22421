"""Running ``smallworld validate`` in a test."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from smallworld_validate.commands.validate import command as validate

ROOT = Path(__file__).parents[2]

BOARD = """\
# a remark
rounds: 10   # kept
regions:
  - {id: a, terrain: field, border: true, adjacent: [b, s]}   # kept too
  - {id: b, terrain: field, natives: 1, adjacent: [s]}
  - {id: s, terrain: sea, border: true, adjacent: [a, b]}
"""


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(validate, list(arguments), input=stdin, catch_exceptions=False)
