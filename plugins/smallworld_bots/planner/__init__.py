"""Bots that search whole turns with a learned value of positions: ``planner``, and ``hard`` with fewer plans."""

from smallworld_bots.planner.bot import Hard, Planner

__all__ = ["Hard", "Planner"]
