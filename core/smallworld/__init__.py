"""Small World: an open rules engine. Editions are data, races and powers are plugins.

>>> import smallworld
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> game.to_move in ("ann", "bob")
True
"""

from __future__ import annotations

from smallworld.ability import Ability, Name, Piece, Symbol, Terrain
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
from smallworld.versions import __version__

__all__ = [
    "API_LEVEL",
    "NATIVES",
    "NOBODY",
    "Ability",
    "Action",
    "ActionError",
    "Bar",
    "Columns",
    "Conquest",
    "ContentError",
    "Game",
    "Given",
    "GivenPlayer",
    "GivenRace",
    "IllegalAction",
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
    "__version__",
    "hookimpl",
    "load_variant",
    "new_game",
]
