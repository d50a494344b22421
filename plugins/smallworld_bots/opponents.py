"""Opponents for people that often act in haste; ``hard`` (:mod:`smallworld_bots.planner`) is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from smallworld_bots.bot_description import check_least
from smallworld_bots.greedy import Greedy
from smallworld_bots.rollout import choose_quickly

if TYPE_CHECKING:
    from smallworld.player_view import View


class Normal:
    """Plays as ``greedy`` does, except for a share of decisions that it makes in haste.

    In haste it takes the cheapest region, the combo with the most tokens for its price, or any region for its tokens.

    :param haste: the share of decisions in haste, from 0 to 1.
    :raises SmallWorldError: ``haste`` is below 0.
    """

    bounds: ClassVar[Mapping[str, float]] = {"haste": 1}
    """Parameter → its largest value in a text."""

    def __init__(self, haste: float = 0.25) -> None:
        check_least(type(self).__name__.lower(), 0, haste=haste)
        self.haste = haste
        self._careful = Greedy()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Return the action of ``greedy``, or the first that comes to mind."""
        if len(legal) > 1 and rng.random() < self.haste:
            return choose_quickly(view.imagine(rng), rng)
        return self._careful.choose(view, legal, rng)


class Easy(Normal):
    """An opponent for the first games: ``normal`` with more haste."""

    def __init__(self, haste: float = 0.6) -> None:
        super().__init__(haste)
