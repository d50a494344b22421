"""The steps of a planned turn, which a bot follows as long as the game goes as planned."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence

from smallworld.api import GameState
from smallworld.model.aliases import Player

Step = tuple[Hashable, str]
"""The position before an action (see :func:`fingerprint`), and the action."""


def fingerprint(state: GameState, seat: Player) -> Hashable:
    """Return the facts by which positions of a turn differ, so that a planned step is taken only in its position."""
    return (
        state.phase, state.fresh, state.hand[seat], tuple(state.tokens), tuple(state.occupant),
        tuple(sorted(state.pieces.items())),
    )  # fmt: skip


class PlannedSteps:
    """The rest of a plan, in order."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self._steps = deque(steps)

    def __len__(self) -> int:
        return len(self._steps)

    def take(self, state: GameState, legal: Sequence[str]) -> str:
        """Take the step that was planned for this position; empty for another position."""
        if not self._steps:
            return ""
        position = fingerprint(state, state.turn)
        while self._steps:
            planned_for, action = self._steps.popleft()
            if planned_for == position:
                return action if action in legal else ""
        return ""
