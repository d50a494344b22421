"""The format of replays that this program writes and reads: its version and its limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from smallworld.languages import lazy

FORMAT = 1
"""The version in the first line of a replay: ``{"replay": 1, …}``."""

MAX_LINE = 200_000
"""Characters; a longer line is not of a replay."""
MAX_HEADER = 2_000_000
"""Characters of the first line, which may hold a whole edition."""
MAX_REPLAY = 4_000_000
"""Largest replay in bytes; a long game of five takes about 60,000."""


def explain_newer_format(header: Mapping[str, Any]) -> tuple[str, str] | None:
    """Explain that a header is of a newer version of the format, with the remedy; None if it is not."""
    number = header.get("replay")
    if not isinstance(number, int) or number <= FORMAT:
        return None
    message = lazy(
        "this program reads replays of format {format}; this file has format {number}, which a newer program wrote",
        format=FORMAT, number=number,
    )  # fmt: skip
    return message, lazy("update the program")


def looks_like_replay(content: bytes) -> bool:
    """Return whether a file is JSON Lines rather than YAML."""
    start = content[:4000].decode("utf-8-sig", "replace").lstrip()[:2000]
    return start.startswith("{") and ('"replay"' in start.split("\n", 1)[0] or '"by"' in start)


def header_of(text: str) -> dict[str, Any]:
    """Return the header; empty if it cannot be read."""
    try:
        header = json.loads(text.split("\n", 1)[0][:MAX_HEADER])
    except (ValueError, RecursionError):
        return {}
    return header if isinstance(header, dict) else {}
