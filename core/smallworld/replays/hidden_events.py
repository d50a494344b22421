"""Events that a record for one player leaves out (R-SCORE-6, R-SETUP-4, W-SETUP-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

HIDDEN = frozenset({"banners", "badges", "relics", "secrets"})
"""Kinds of chance with results that nobody sees at once: the order of stacks, face-down relics."""


def without_hidden(events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events without the results that stay face down."""
    for event in events:
        if event.get("chance") in HIDDEN:
            yield {"chance": event["chance"], "result": None}
        else:
            yield dict(event)
