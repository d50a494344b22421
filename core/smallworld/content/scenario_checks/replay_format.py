"""The version of the format of replays that this program writes and reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.languages import lazy

FORMAT = 1
"""The version in the first line of a replay: ``{"replay": 1, …}``."""


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
