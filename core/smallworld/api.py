"""All names that an edition or a plugin imports; ``smallworld`` gives them too, and those for programs.

Everything else in the package may change at any time (``docs/hooks.md``).
"""

from __future__ import annotations

from smallworld.abilities.base import Ability
from smallworld.abilities.once_a_turn import OnceATurn
from smallworld.abilities.parameters import (
    Amount,
    Count,
    LaidPiece,
    Least,
    Name,
    Piece,
    PlacedPiece,
    PowerId,
    RaceId,
    RelicId,
    Symbol,
    Terrain,
    Word,
)
from smallworld.actions import Action
from smallworld.errors import PluginError, Refusal, SmallWorldError, UnknownName
from smallworld.hooks.decorators import API_LEVEL, hookimpl
from smallworld.languages import N_, _, lazy, lazy_n, ngettext
from smallworld.model.aliases import Coins, Player, Race, Region, Regions, Tokens
from smallworld.model.game_board import Board
from smallworld.model.regions import indexes, mask_of
from smallworld.model.values import (
    HAS_CONQUERED,
    NATIVES,
    NOBODY,
    Bar,
    Columns,
    Conquest,
    CostChange,
    Loss,
    SpecialConquest,
    Traits,
    Travel,
)
from smallworld.model.variant import PieceSpec, PowerSpec, RaceSpec
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.questions import Question

__all__ = [
    # the base class, the marks of its parameters, and of its hooks
    "Ability", "OnceATurn", "Amount", "Count", "LaidPiece", "Least", "Name", "Piece", "PlacedPiece", "PowerId",
    "RaceId", "RelicId", "Symbol", "Terrain", "Word", "API_LEVEL", "hookimpl",
    # arguments of hooks, and sets of regions
    "Action", "Board", "Conquest", "GameState", "HAS_CONQUERED", "NATIVES", "NOBODY", "PieceSpec", "PowerSpec",
    "Question", "RaceSpec", "indexes", "mask_of",
    "Coins", "Player", "Race", "Region", "Regions", "Tokens",  # the numbers of a game, as annotations
    "Bar", "Columns", "CostChange", "Loss", "SpecialConquest", "Refusal", "Traits", "Travel",  # answers of hooks
    "N_", "_", "lazy", "lazy_n", "ngettext",  # sentences for people, in the language of the reader
    "PluginError", "SmallWorldError", "UnknownName",  # errors
]  # fmt: skip
