"""Updates of a page: the state of a table as a role sees it, or only the parts that the page does not show yet.

An update that is **full** has everything (``since`` is None). A **difference** has the regions and panels that differ
between the states after two events, ``since`` and ``number``. A page applies a difference only to the state after
``since``, and otherwise asks for a full update. The first state, and a state that is asked for without an event, are
full.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

State = Mapping[str, Any]
"""Everything on the page of a table that changes, as plain data; ``regions`` and ``panels`` are mappings."""
PARTS = ("regions", "panels")
"""Parts of a state of which an update has only what has changed."""
MOST_STATES = 3
"""States that are remembered for differences."""


class Update(NamedTuple):
    """An update as it is sent."""

    number: int
    """The event after which the page shows it."""
    text: str
    """The JSON text."""


class RoleStates:
    """The latest states of a table as the owners of one role see it in one language, and their updates as text.

    Everybody with this role shares them.
    """

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._updates: dict[int, Update] = {}
        """Event that a page shows → its update to the latest state."""

    def state(self, number: int, write: Callable[[], State]) -> State:
        """Return the state after an event, written by the first who needs it."""
        if number not in self._states:
            state = write()
            self._updates.clear()
            self._states[number] = state
            while len(self._states) > MOST_STATES:
                del self._states[min(self._states)]
        return self._states[number]

    def ready(self, number: int, since: int) -> Update | None:
        """Return an update to the state after an event, if it was written already."""
        update = self._updates.get(since)
        return update if update is not None and update.number == number else None

    def write(self, state: State, since: int, extras: State) -> Update:
        """Write an update to a state.

        :param since: the event that the page shows; a state that is not remembered gives a full update.
        :param extras: more values, which a page does not keep.
        """
        before, number = self._states.get(since), state["number"]
        value = {**(state if before is None else difference(before, state)), **extras}
        value["since"] = None if before is None else since
        update = Update(number, json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        if before is not None or since < 0:
            self._updates[since] = update
        return update


def difference(before: State, after: State) -> State:
    """Return a state without the regions and panels that a page shows already."""
    changed = {
        part: {key: value for key, value in after[part].items() if before[part].get(key) != value} for part in PARTS
    }
    return {**after, **changed}
