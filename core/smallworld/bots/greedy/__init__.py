"""A bot that looks one turn ahead."""

from smallworld.bots.greedy.bot import Greedy

__all__ = ["Greedy"]
