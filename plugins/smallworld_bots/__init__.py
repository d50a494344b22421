"""Players that are programs: one protocol, each found by its name.

A bot has one method::

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> str

It sees a view, never the game, and answers with one of the legal actions. A bot that never looks at
the view has the attribute ``blind = True``; simulations then make no new views.
"""

from __future__ import annotations

from collections.abc import Mapping

from smallworld.hooks.decorators import hookimpl
from smallworld_bots.bot_description import Bot, make
from smallworld_bots.greedy import Greedy
from smallworld_bots.mcts import Mcts
from smallworld_bots.opponents import Easy, Hard, Normal
from smallworld_bots.planner import Planner
from smallworld_bots.random_bot import RandomBot


@hookimpl
def smallworld_bots() -> Mapping[str, type]:
    """Return the bots of this package."""
    return {
        "easy": Easy, "normal": Normal, "hard": Hard, "random": RandomBot, "greedy": Greedy, "mcts": Mcts,
        "planner": Planner,
    }  # fmt: skip


__all__ = ["Bot", "Easy", "Greedy", "Hard", "Mcts", "Normal", "Planner", "RandomBot", "make", "smallworld_bots"]
