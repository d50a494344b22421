"""A bot that chooses any legal action with equal chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.player_view import View


class RandomBot:
    """Every legal action is equally likely."""

    blind = True

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose one of the legal actions."""
        return legal[int(rng.random() * len(legal))]
