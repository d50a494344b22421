"""Counts of the tokens of races and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.aliases import Player, Race, Regions, Tokens
from smallworld.model.regions import indexes
from smallworld.rules.state.pieces import piece_tokens

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def tokens_off_map(state: GameState, race: Race) -> Tokens:
    """Return the tokens of a race instance that are in hand or withdrawn."""
    return state.hand[race] + state.withdrawn[race]


def tokens_on_map(state: GameState, race: Race) -> Tokens:
    """Return the tokens of a race instance on the map, pieces that count as tokens included.

    Example: ``coins = state.tokens_on_map(race) // 2``
    """
    return sum(count for region, count in enumerate(state.tokens) if state.regions[race] >> region & 1)


def tokens_of(state: GameState, player: Player) -> Tokens:
    """Return the race tokens of a player on the map, active and declined together (R-END-2, W-END-1)."""
    pieces = sum(piece_tokens(state, region) for region in indexes(state.regions_of(player) & state.marked))
    return sum(tokens_on_map(state, race) for race in state.seats[player]) - pieces


def with_tokens(state: GameState, regions: Regions, count: Tokens) -> Regions:
    """Return the regions that hold exactly so many tokens."""
    tokens, matching = state.tokens, 0
    for region in indexes(regions):
        if tokens[region] == count:
            matching |= 1 << region
    return matching
