"""The events of a game. A state has them as a chain, of which all copies share the earlier part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def count_events(link: Any) -> int:
    """Count the events of a chain: ``GameState.log``."""
    count = 0
    while link is not None:
        count, link = count + 1, link[0]
    return count


def events_since(link: Any, start: int, players: Sequence[str]) -> list[dict[str, Any]]:
    """Return the events of a chain from a place on, as they are recorded.

    They are ``{"by": …, "do": …}`` and ``{"chance": …, "result": …}``.
    """
    events: list[dict[str, Any]] = []
    for _place in range(count_events(link) - start):
        link, source, event = link
        if isinstance(source, int):
            events.append({"by": players[source], "do": str(event)})
        else:
            events.append({"chance": source, "result": list(event) if isinstance(event, tuple) else event})
    events.reverse()
    return events
