"""The paths of all files that are wrong on purpose; ``bad_files/README.md`` describes them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

BAD_FILES = Path(__file__).parent / "bad_files"
BOARDS = BAD_FILES / "boards"
CODES = BAD_FILES / "codes"
TYPING_SLIPS = BAD_FILES / "typing_slips.yaml"
MISTAKES = BAD_FILES / "mistakes.yaml"
PLUGINS = BAD_FILES / "plugins"
SUITES = BAD_FILES / "suites"


@cache
def mistakes() -> list[dict[str, Any]]:
    """Read the mistakes of authors: one file each, with its problem and the remedy."""
    return list(YAML(typ="safe").load(MISTAKES))


@cache
def typing_slips() -> list[dict[str, Any]]:
    """Read the files that people broke by hand: the places of the problem in the text, a pattern for the remedy."""
    return list(YAML(typ="safe").load(TYPING_SLIPS))
