"""What a record must not tell a player (R-SCORE-6, R-SETUP-4, W-SETUP-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

HIDDEN = frozenset({"banners", "badges", "relics"})
"""Kinds of chance whose results nobody sees when they fall: the order of stacks, face-down relics."""


def without_hidden(events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The events, the results that stay face down left out."""
    for event in events:
        if event.get("chance") in HIDDEN:
            yield {"chance": event["chance"], "result": None}
        else:
            yield dict(event)
