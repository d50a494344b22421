"""Events that a record for one player leaves out (R-SCORE-6, R-SETUP-4, W-SETUP-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from smallworld.events import Decided, Event, Said
from smallworld.model.aliases import Player

HIDDEN = frozenset({"banners", "badges", "relics", "secrets"})
"""Kinds of chance with results that nobody sees at once: the order of stacks, face-down relics."""


def without_hidden(events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events without the results that stay face down."""
    for event in events:
        if event.get("chance") in HIDDEN:
            yield {"chance": event["chance"], "result": None}
        else:
            yield dict(event)


def visible(event: Event, seat: Player) -> Event:
    """Return an event as a player sees it; the engine's own are never for a person or a bot.

    Coins are paid openly, relics with an event are face up, and a sealed answer has no action yet. So only results
    of chance that nobody sees at once are left out.

    :param seat: the player; -1 for a spectator.
    """
    if isinstance(event, Decided) and event.kind in HIDDEN:
        return event._replace(result=None)
    if isinstance(event, Said) and event.only >= 0 and event.only != seat:
        return event._replace(sentence="", fields={})
    return event
