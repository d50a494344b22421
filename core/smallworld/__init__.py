"""Small World: an open rules engine. Editions are data, races and powers are plugins.

This package is the engine alone. A module may import only from those after it: ``lab``, ``game``, ``player_view``,
``api`` and ``tools``, ``rules``, ``plugins``, ``notation``, ``abilities`` and ``events``, ``hooks`` and ``actions``,
``model``, ``errors``, ``languages``. ``game`` uses ``rules`` directly; ``api`` and ``tools`` are doors for others.
All else is a package in the folder ``plugins`` of the repository: reading YAML (``smallworld_editions``), saved games
(``smallworld_records``), bots, the command line, tables in the browser.

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
    from smallworld.api import *  # noqa: F403 - every name of it is listed below
    from smallworld.errors import *  # noqa: F403 - so are those of errors
    from smallworld.game import Game, new_game
    from smallworld.model.values import Line
    from smallworld.model.variant import Variant
    from smallworld.player_view import View
    from smallworld.plugins.manager import Plugins
    from smallworld.rules.custom_position import PlayerPosition, PositionError, PositionSpec, RacePosition
    from smallworld_editions.editions import load_variant

__all__ = [
    "API_LEVEL", "NATIVES", "NOBODY", "N_", "_", "__version__", "Ability", "Action", "ActionError", "Amount",
    "ArgumentError", "Bar", "Board", "Coins", "Columns", "Conquest", "ContentError", "CostChange", "Count", "Game",
    "GameState", "HAS_CONQUERED", "hookimpl", "IllegalAction", "indexes", "LaidPiece", "Loss", "lazy", "lazy_n",
    "Least", "Line", "load_variant", "mask_of", "Name", "new_game", "ngettext", "NotationError", "OnceATurn",
    "Piece", "PieceSpec", "PlacedPiece", "PowerSpec", "Player", "PlayerPosition", "PluginError", "Plugins",
    "PositionError", "PositionSpec", "PowerId", "Question", "Race", "RaceId", "RaceSpec", "RacePosition", "Refusal",
    "Region", "Regions", "RelicId", "ReplayError", "SaveError", "SaveLostError", "SmallWorldError",
    "SpecialConquest", "Symbol", "Terrain", "Tokens", "Traits", "Travel", "UnknownName", "Variant", "View", "Word",
]  # fmt: skip

_OTHER_NAMES = {
    "errors": (
        "ActionError", "ArgumentError", "ContentError", "IllegalAction", "NotationError", "ReplayError", "SaveError",
        "SaveLostError",
    ),
    "hooks.decorators": ("API_LEVEL", "hookimpl"),
    "game": ("Game", "new_game"),
    "model.variant": ("Variant",),
    "model.values": ("Line",),
    "player_view": ("View",),
    "plugins.manager": ("Plugins",),
    "rules.custom_position": ("PositionSpec", "PlayerPosition", "RacePosition", "PositionError"),
}  # fmt: skip
"""Module → public names that it holds; all others are in ``api``."""
_HOMES = {name: module for module, names in _OTHER_NAMES.items() for name in names}


def _load(name: str) -> Any:
    """Import a public name when it is first asked for: the command line starts without the rules."""
    if name == "lab":
        return importlib.import_module(f"{__name__}.lab")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "load_variant":
        from smallworld.versions import package_function

        value = package_function("smallworld_editions.editions", name, public=f"{__name__}.{name}")
    else:
        value = getattr(importlib.import_module(f"{__name__}.{_HOMES.get(name, 'api')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a checker would believe that there is every name
    __getattr__ = _load
