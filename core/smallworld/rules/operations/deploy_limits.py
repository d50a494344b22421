"""The tokens that each region needs or may get when a race redeploys from scratch (W-REDEP-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from smallworld.events import HAND, WITHDRAWN
from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.regions import recent_indexes
from smallworld.model.values import new_tuple
from smallworld.rules.state.pieces import move_tokens, put_down_pieces

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class Needs(NamedTuple):
    """The tokens that the regions of a race still need.

    :ivar full: regions with enough tokens. :ivar piece_held: regions without a token that a piece holds alone.
    :ivar bare: regions without a token or a holding piece.
    :ivar thin: pairs of regions with too few tokens, and the number that each of them lacks.
    :ivar total: tokens that all regions lack together. :ivar waits: a piece in hand could hold a bare region.
    """

    full: Regions
    piece_held: Regions
    bare: Regions
    thin: list[tuple[int, int]]
    total: int
    waits: bool


Limits = list[tuple[int, int]]
"""Regions, with the most tokens that may go to each of them."""


def region_needs(state: GameState, race: Race) -> Needs:
    """Compute the tokens that the regions of the race still need."""
    garrison, full, tokens, bare = state.hook_tables[race].garrison, state.regions[race], state.tokens, 0
    for region in recent_indexes(full):
        if not tokens[region]:
            bare |= 1 << region
    full ^= bare
    piece_held = _held_alone(state, bare) if state.marked & bare else 0
    bare ^= piece_held
    thin = [] if garrison == 1 else _thin_regions(state, full, garrison)
    total = garrison * bare.bit_count()
    for regions, lacks in thin:
        full ^= regions
        total += lacks * regions.bit_count()
    return new_tuple(Needs, (full, piece_held, bare, thin, total, _holder_in_hand(state, race)))


def _thin_regions(state: GameState, regions: Regions, garrison: Tokens) -> list[tuple[int, int]]:
    """List the regions with less than a garrison, grouped by the number of tokens that they lack."""
    pairs = []
    for lacks in range(1, garrison):
        thin = state.with_tokens(regions, garrison - lacks)
        if thin:
            pairs.append((thin, lacks))
    return pairs


def _held_alone(state: GameState, regions: Regions) -> Regions:
    """Return the regions without tokens that a piece holds."""
    holder_regions = 0
    for kind in state.table.holding_kinds:
        holder_regions |= state.piece_regions[kind]
    return holder_regions & regions


def reserve_of(state: GameState, race: Race) -> Tokens:
    """Return the tokens that stay in hand when the race redeploys (R-AMAZON-3)."""
    hook_table = state.hook_tables[race]
    reserve = hook_table.reserve
    for call in hook_table.reserved_tokens:
        reserve += call(state, race)
    return reserve


def usable_hand(state: GameState, race: Race, needed: Tokens) -> Tokens:
    """Return the tokens in hand that may be deployed: those beyond the reserve, or those that regions lack.

    :param needed: tokens that all regions lack together; they go before the reserve.
    """
    hand, reserve = state.hand[race], reserve_of(state, race)
    return max(hand - reserve, min(hand, needed)) if reserve else hand


def deploy_limits(state: GameState, race: Race, needs: Needs | None = None) -> Limits:
    """List the most tokens that may go to each region now, so that the other regions can still get theirs.

    Regions that may get no tokens are left out.

    :param needs: the result of :func:`region_needs`, if the caller has it.
    """
    full, piece_held, bare, thin, total, waits = needs or region_needs(state, race)
    hook_table = state.hook_tables[race]
    garrison, hand = hook_table.garrison, state.hand[race]
    if hook_table.reserves:
        hand = usable_hand(state, race, total)
    if not (bare or thin or piece_held):  # the fast path: half of all calls
        return [(full, hand)] if full and hand > 0 else []
    spare = hand - total
    bare_limit = spare + garrison  # includes the need of the bare region itself
    if waits and bare:  # the piece in hand can hold one bare region
        spare += garrison
        bare_limit += garrison if bare & (bare - 1) else 0
    limits = []
    if full and spare > 0:
        limits.append((full, spare))
    if piece_held and spare >= garrison:
        limits.append((piece_held, spare))
    for regions, lacks in thin:
        if spare >= 0 and hand >= lacks:
            limits.append((regions, spare + lacks))
    if bare and bare_limit >= garrison and hand >= garrison:
        limits.append((bare, bare_limit))
    return limits


def regions_for_holder(state: GameState, race: Race) -> Regions:
    """Return the regions to which a holding piece may go, so that all other regions can still get tokens."""
    regions = state.regions[race]
    if state.hand[race] >= state.hook_tables[race].garrison * regions.bit_count():
        return regions
    needs = region_needs(state, race)
    short = needs.total - state.hand[race]
    if short <= 0:
        return regions
    return needs.bare if state.hook_tables[race].garrison >= short else 0


def _holder_in_hand(state: GameState, race: Race) -> bool:
    """Return whether a piece that can hold a region alone is still in the hand of the race."""
    for kind in state.hook_tables[race].holders:
        if state.supply[kind]:
            return True
    return False


def deploy_pieces(state: GameState, race: Race, piece: str, region: Region, count: int) -> None:
    """Put carried pieces that are tokens into an own region, from the hand or withdrawn ones (W-BEAST-5)."""
    put_down_pieces(state, race, piece, region, count)
    move_tokens(state, race, count, WITHDRAWN if state.phase == "retreat" else HAND, region)
