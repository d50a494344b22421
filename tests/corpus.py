"""The paths of all files that are wrong on purpose; ``bad_files/README.md`` describes them."""

from __future__ import annotations

from pathlib import Path

BAD_FILES = Path(__file__).parent / "bad_files"
CODES = BAD_FILES / "codes"
MISTAKES = BAD_FILES / "mistakes.yaml"
PLUGINS = BAD_FILES / "plugins"
SUITES = BAD_FILES / "suites"
