"""A fixed numbering of the actions of one edition, board and number of players.

Learning environments need every action as a number that always means the same. Most actions have such a number:
``pick 3``, ``conquer r07``, ``conquer r07 by die``, ``deploy r07 2``. Actions that combine special means or come from
abilities have no bounds that are known before, so each region has a few *slots* for them: slot *k* is the *k*-th such
action of the region in the order of the alphabet. A last group of slots holds what names no region.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smallworld.actions import Action
from smallworld.game import Game

MOST_TOKENS = 24
"""Largest number in ``deploy REGION N`` that has a number of its own; larger ones take a slot."""
SPECIAL_SLOTS = 8
"""Slots of a region for its special conquests, and as many for the actions of abilities."""
FREE_SLOTS = 64
"""Slots for actions that fit nowhere else."""
SPACES_SEED = 0
"""The game of this seed decides the spaces of an environment of either standard: some editions draw their islands."""


class ActionSpace:
    """The numbers of all actions of games with the same edition, boards and players.

    :ivar names: what each number means, e.g. ``conquer r07`` or ``conquer r07 by #2``.
    """

    def __init__(self, game: Game) -> None:
        regions = [region.id for region in game.state.board.regions]
        names = ["decline", "done"]
        names += [f"pick {place}" for place in range(1, len(game.state.column) + 1)]
        names += [f"{verb} {region}" for verb in ("abandon", "conquer") for region in regions]
        names += [f"conquer {region} by die" for region in regions]
        names += [f"deploy {region} {count}" for region in regions for count in range(1, MOST_TOKENS + 1)]
        self._direct = {name: number for number, name in enumerate(names)}
        self._special, self._other = len(names), len(names) + len(regions) * SPECIAL_SLOTS
        for verb in ("conquer {} by #{}", "act {} #{}"):
            names += [verb.format(region, slot) for region in regions for slot in range(1, SPECIAL_SLOTS + 1)]
        self._free = len(names)
        names += [f"act #{slot}" for slot in range(1, FREE_SLOTS + 1)]
        self.names: Sequence[str] = tuple(names)

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self.names)

    def number(self, actions: Iterable[Action]) -> dict[int, Action]:
        """Give each action its number. Actions for which no slot is left are omitted.

        :param actions: all legal actions of a position.
        """
        direct = self._direct
        numbered: dict[int, Action] = {}
        unnumbered: list[Action] = []
        for action in actions:
            number = direct.get(action)
            if number is None:
                unnumbered.append(action)
            else:
                numbered[number] = action
        if unnumbered:
            self._fill_slots(numbered, sorted(unnumbered))
        return numbered

    def _fill_slots(self, numbered: dict[int, Action], actions: Iterable[Action]) -> None:
        overflow: list[Action] = []
        used: dict[int, int] = {}
        for action in actions:
            start = self._special if action.verb == "conquer" else self._other
            first = start + action.region * SPECIAL_SLOTS
            slot = used.get(first, 0)
            if action.region < 0 or slot == SPECIAL_SLOTS:
                overflow.append(action)
            else:
                used[first] = slot + 1
                numbered[first + slot] = action
        numbered.update(zip(range(self._free, self._free + FREE_SLOTS), overflow, strict=False))
