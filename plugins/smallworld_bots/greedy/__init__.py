"""A bot that looks one turn ahead."""

from smallworld_bots.greedy.bot import Greedy

__all__ = ["Greedy"]
