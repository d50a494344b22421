"""Expansions: races, powers and editions in the manner of the published expansions, one module for each concept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from expansions import (
    auras,
    borders,
    cards,
    conquests,
    events,
    lending,
    market,
    movement,
    ownership,
    questions,
    tallies,
    terrain,
    turns,
)
from smallworld import Ability, hookimpl

__version__ = "1.0.0"
SMALLWORLD_API = 1

MODULES = (
    auras, borders, market, questions, lending, movement, conquests, ownership, tallies, events, cards, terrain, turns,
)  # fmt: skip


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of all modules."""
    return [ability for module in MODULES for ability in module.ABILITIES]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """Return the folder of the editions."""
    return [Path(__file__).parent / "variants"]
