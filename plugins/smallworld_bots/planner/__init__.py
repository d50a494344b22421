"""A bot that searches whole turns with a learned value of positions."""

from smallworld_bots.planner.bot import Planner

__all__ = ["Planner"]
