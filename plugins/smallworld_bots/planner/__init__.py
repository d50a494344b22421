"""Bots that search whole turns: ``planner`` with a learned value of positions, ``hard`` with a rule of thumb."""

from smallworld_bots.planner.bot import Hard, Planner

__all__ = ["Hard", "Planner"]
