"""Regions that a race may conquer (rule F.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.aliases import Race, Regions
from smallworld.rules.operations.barriers import closed_regions

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def reachable_regions(state: GameState, race: Race, entry: bool = True, effect: bool = False) -> Regions:
    """Return the regions within reach: adjacent, or as the abilities of the race extend it (R-CONQ-2, R-CONQ-3).

    :param entry: whether the entry regions of a First Conquest count.
    :param effect: an ability asks for its own purposes (R-GIANT-2).
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    occupied = state.regions[race]
    board = state.board
    if occupied:
        reach = state.adjacent[race] | profile.later
    elif entry:
        reach = profile.first
    else:
        reach = profile.far
    for call in hook_table.adjacency:
        reach |= call(state, race, board, occupied, effect)
    for call in hook_table.conquest_reach:
        reach |= call(state, race, board, not occupied)
    return reach


def adjacent_regions(state: GameState, race: Race, regions: Regions | None = None, *, effect: bool = False) -> Regions:
    """Return the regions adjacent to those of a race: borders and additions by abilities (W-KOBOLD-1).

    :param regions: some regions of the race; by default all of them.
    :param effect: an ability asks for its own purposes, not for a conquest (R-GIANT-2).
    """
    if regions is None:
        regions, adjacent = state.regions[race], state.adjacent[race]
    else:
        adjacent = state.board.around(regions)
    for call in state.hook_tables[race].adjacency:
        adjacent |= call(state, race, state.board, regions, effect)
    return adjacent


def legal_targets(state: GameState, race: Race, within: Regions | None = None) -> Regions:
    """Return the regions that the race may legally conquer now, at any cost (F.1).

    :param within: the reach to use instead of the ordinary one.
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    occupied = state.regions[race]
    if within is not None:
        targets = within
    elif hook_table.extends_reach:
        targets = reachable_regions(state, race)
    else:
        targets = state.adjacent[race] | profile.later if occupied else profile.first
    targets &= profile.open & ~occupied
    if state.immune:
        targets &= ~state.immune
    if hook_table.forbids:
        targets &= ~forbidden_regions(state, race)
    if state.guards and targets:
        targets &= ~closed_regions(state, race, targets)
    return targets


def forbidden_regions(state: GameState, race: Race) -> Regions:
    """Return the regions that the race's own abilities forbid it to conquer now."""
    forbidden = 0
    for call in state.hook_tables[race].forbids:
        bar = call(state, race, state.board)
        if bar is not None:
            forbidden |= bar.regions
    return forbidden


def reached_by_travel(state: GameState, race: Race, among: Regions) -> Regions:
    """Return the regions of ``among`` in which arriving from afar costs extra (W-ENTRY-3)."""
    landings = state.board_profiles[race].landings
    return among & landings & ~adjacent_regions(state, race) if landings else 0
