"""Small World: an open rules engine. Editions are data, races and powers are plugins.

>>> import smallworld
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> game.to_move in ("ann", "bob")
True
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from smallworld.versions import __version__

if TYPE_CHECKING:
    from smallworld.ability import Ability, Amount, Count, Least, Name, Piece, Symbol, Terrain, Word
    from smallworld.actions import Action
    from smallworld.errors import (
        ActionError,
        ContentError,
        IllegalAction,
        NotationError,
        PluginError,
        Refusal,
        ReplayError,
        SmallWorldError,
        UnknownName,
    )
    from smallworld.game import Game, load_variant, new_game
    from smallworld.hookspecs import API_LEVEL, hookimpl
    from smallworld.model.content import Variant
    from smallworld.plugins import Plugins
    from smallworld.rules.given import Given, GivenPlayer, GivenRace, PositionError
    from smallworld.rules.position import Position
    from smallworld.rules.records import NATIVES, NOBODY, Bar, Columns, Conquest, Line, Means, Toll, Travel

__all__ = [
    "API_LEVEL",
    "NATIVES",
    "NOBODY",
    "Ability",
    "Action",
    "ActionError",
    "Amount",
    "Bar",
    "Columns",
    "Conquest",
    "ContentError",
    "Count",
    "Game",
    "Given",
    "GivenPlayer",
    "GivenRace",
    "IllegalAction",
    "Least",
    "Line",
    "Means",
    "Name",
    "NotationError",
    "Piece",
    "Plugins",
    "PluginError",
    "Position",
    "PositionError",
    "Refusal",
    "ReplayError",
    "SmallWorldError",
    "Symbol",
    "Terrain",
    "Toll",
    "Travel",
    "UnknownName",
    "Variant",
    "Word",
    "__version__",
    "hookimpl",
    "load_variant",
    "new_game",
]

_NAMES = {
    "ability": ("Ability", "Amount", "Count", "Least", "Name", "Piece", "Symbol", "Terrain", "Word"),
    "actions": ("Action",),
    "errors": (
        "ActionError",
        "ContentError",
        "IllegalAction",
        "NotationError",
        "PluginError",
        "Refusal",
        "ReplayError",
        "SmallWorldError",
        "UnknownName",
    ),
    "game": ("Game", "load_variant", "new_game"),
    "hookspecs": ("API_LEVEL", "hookimpl"),
    "model.content": ("Variant",),
    "plugins": ("Plugins",),
    "rules.given": ("Given", "GivenPlayer", "GivenRace", "PositionError"),
    "rules.position": ("Position",),
    "rules.records": ("NATIVES", "NOBODY", "Bar", "Columns", "Conquest", "Line", "Means", "Toll", "Travel"),
}
"""Module → public names that it holds."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def _load(name: str) -> Any:
    """Import a public name when it is first asked for: the command line starts without the rules."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a checker would believe that there is every name
    __getattr__ = _load
