"""Pieces and tokens on the map and off it: placing, moving, counting, and their effect on cost and immunity.

A few functions that run at every decision write the same out: a call would cost more than the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.events import BOX, CARRIED, HAND, PIECE, SUPPLY, TRAY, WITHDRAWN, Event, Moved, Paid, PieceMoved
from smallworld.model.aliases import Coins, PieceKind, Player, Race, RaceIndex, Region, Regions, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import NOBODY, new_tuple

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState
    from smallworld.rules.state.fields import Fields


def move_tokens(state: Fields, race: Race, number: Tokens, source: int, target: int) -> None:
    """Move tokens of a race or natives; regions keep their holder.

    :param source: a region, ``HAND``, ``WITHDRAWN``, ``TRAY``, or ``PIECE`` if they are pieces.
    :param target: the same.
    """
    if source >= 0:
        state.tokens[source] -= number
        state.defence[source] -= number
    elif source == HAND:
        state.hand[race] -= number
    elif source == WITHDRAWN:
        state.withdrawn[race] -= number
    elif source == TRAY and race >= 0:  # the box of natives is counted by what is on the map
        state.tray[state.hook_tables[race].race_index] -= number
    if target >= 0:
        state.tokens[target] += number
        state.defence[target] += number
    elif target == HAND:
        state.hand[race] += number
    elif target == WITHDRAWN:
        state.withdrawn[race] += number
    elif target == TRAY and race >= 0:
        state.tray[state.hook_tables[race].race_index] += number
    if state.events is not None:
        report_moved(state.events, race, number, source, target)


def report_moved(events: list[Event], race: Race, number: Tokens, source: int, target: int) -> None:
    """Write that tokens have moved, if there are any."""
    if number:
        events.append(new_tuple(Moved, (race, number, source, target)))


def report_paid(
    events: list[Event], payer: int, receiver: int, number: Coins, reason: Ability | str, banner: RaceIndex = NOBODY
) -> None:
    """Write that coins have changed hands, if there are any; a negative number goes the other way.

    :param reason: an ability, or the name of the reason.
    """
    if number < 0:
        payer, receiver, number = receiver, payer, -number
    if number:
        source = reason if isinstance(reason, str) else reason.source
        events.append(new_tuple(Paid, (payer, receiver, number, source, banner)))


# --- pieces on the map: placing, taking away, and their effect on cost and immunity


def kind_of(state: GameState, piece: str) -> PieceKind:
    """Return the number of a kind of piece.

    :raises UnknownName: the variant has no such piece.
    """
    try:
        return state.table.kinds[piece]
    except KeyError:
        raise state.table.unknown_piece(piece) from None


def piece_tokens(state: GameState, region: Region) -> Tokens:
    """Count the tokens in a region that are pieces and do not count for bonuses (W-BEAST-3)."""
    kinds = state.table.rulebook.pieces
    return sum(state.pieces.get((kind, region), 0) for kind in state.table.token_kinds if not kinds[kind].counts)


def held_by_piece(state: GameState, region: Region) -> int:
    """Count the pieces that hold the region without any token (W-CHAMP-6)."""
    return sum(state.piece_regions[kind] >> region & 1 for kind in state.table.holding_kinds)


def defending_pieces(state: GameState, region: Region) -> int:
    """Count the pieces that defend the region like one token each, whether they hold it or not (W-ENRAGE-1)."""
    return sum(state.piece_regions[kind] >> region & 1 for kind in state.table.defending_kinds)


def place_pieces(state: GameState, piece: str, region: Region, count: int = 1) -> int:
    """Put pieces from the supply on a region, as many as there are; returns how many."""
    kind = kind_of(state, piece)
    available = state.supply[kind]
    if count > available:
        count = available
    if count <= 0:
        return 0
    _change_supply(state, kind, -count)
    put_pieces(state, kind, region, count)
    if state.events is not None:
        state.events.append(PieceMoved(kind, count, SUPPLY, region, NOBODY))
    return count


def move_pieces(state: GameState, kind: PieceKind, count: int, source: int, target: int, race: Race = NOBODY) -> None:
    """Move pieces; if they are tokens, those are the caller's business.

    :param source: a region, ``SUPPLY``, ``CARRIED`` or ``BOX``. :param target: the same.
    :param race: who carries them.
    """
    if source >= 0:
        lift_pieces(state, kind, source, count)
    elif source == SUPPLY:
        _change_supply(state, kind, -count)
    elif source == CARRIED:
        carry_pieces(state, race, kind, -count)
    if target >= 0:
        put_pieces(state, kind, target, count)
    elif target == SUPPLY:
        _change_supply(state, kind, count)
    elif target == CARRIED:
        carry_pieces(state, race, kind, count)
    if state.events is not None and count:
        state.events.append(new_tuple(PieceMoved, (kind, count, source, target, race)))


def put_pieces(state: GameState, kind: PieceKind, region: Region, count: int) -> None:
    """Add pieces to a region: half of a move; the caller writes the event."""
    key = (kind, region)
    state.pieces = {**state.pieces, key: state.pieces.get(key, 0) + count}
    bit = 1 << region
    state.piece_regions[kind] |= bit
    state.marked |= bit
    spec = state.table.rulebook.pieces[kind]
    if spec.immune:
        state.immune |= bit
    if spec.defence:
        state.defence[region] += spec.defence * count


def take_pieces_away(
    state: GameState, piece: str, region: Region, count: int | None = None, unused: bool = False
) -> int:
    """Take pieces (all, if no count is given) off a region; returns how many.

    They go back to the supply, or to the box if the kind is not reusable.

    :param unused: they go back to the supply in any case.
    """
    kind = kind_of(state, piece)
    lifted, target = lift_pieces(state, kind, region, count), BOX
    if unused or state.table.rulebook.pieces[kind].reusable:
        _change_supply(state, kind, lifted)
        target = SUPPLY
    if state.events is not None and lifted:
        state.events.append(PieceMoved(kind, lifted, region, target, NOBODY))
    return lifted


def take_all_away(state: GameState, piece: str, regions: Regions, unused: bool = False) -> int:
    """Take all pieces of a kind off a set of regions; returns how many. See :func:`take_pieces_away`.

    :param regions: may contain regions without such a piece.
    :param unused: they go back to the supply in any case.
    """
    count = 0
    present = regions & state.regions_with(piece)
    if present:  # seldom at the end of a turn; the look-up costs less than a loop
        for region in indexes(present):
            count += take_pieces_away(state, piece, region, unused=unused)
    return count


def lift_pieces(state: GameState, kind: PieceKind, region: Region, count: int | None = None) -> int:
    """Remove pieces from a region and return how many: half of a move; the caller writes the event."""
    key = (kind, region)
    present = state.pieces.get(key, 0)
    count = present if count is None else min(count, present)
    if not count:
        return 0
    pieces = dict(state.pieces)
    state.pieces = pieces
    if count < present:
        pieces[key] = present - count
    else:
        del pieces[key]
        state.piece_regions[kind] &= ~(1 << region)
        marked = immune = 0
        for regions in state.piece_regions:
            marked |= regions
        for immune_kind in state.table.immune_kinds:
            immune |= state.piece_regions[immune_kind]
        state.marked, state.immune = marked, immune
    defence = state.table.rulebook.pieces[kind].defence
    if defence:
        state.defence[region] -= defence * count
    return count


def move_piece(state: GameState, piece: str, region: Region) -> None:
    """Move the only piece of a kind to a region, from the map or from the supply."""
    kind = kind_of(state, piece)
    for old in indexes(state.piece_regions[kind]):
        take_pieces_away(state, piece, old)
    place_pieces(state, piece, region)


def restock_pieces(state: GameState, piece: str) -> None:
    """Bring every piece of a kind that is not on the map back into the supply."""
    kind = kind_of(state, piece)
    on_map = sum(count for (other, _), count in state.pieces.items() if other == kind)
    change_supply(state, kind, state.table.rulebook.pieces[kind].supply - on_map - state.supply[kind])


def clear_own_pieces(state: GameState, region: Region, declining: bool = False) -> tuple[str, ...]:
    """Remove the pieces that belong to the race there (R-TERM-8); on decline only those that leave.

    Returns the kinds that were removed.
    """
    removed: tuple[str, ...] = ()
    for kind, spec in state.table.own_kinds:
        if state.piece_regions[kind] >> region & 1 and not (declining and spec.in_decline == "stays"):
            take_pieces_away(state, spec.id, region)
            removed += (spec.id,)
    return removed


def on_region_emptied(state: GameState, region: Region) -> None:
    """Put the pieces that need an occupant from an empty region back into the supply (W-GOBLIN-7)."""
    for kind in state.table.fleeting_kinds:
        if state.piece_regions[kind] >> region & 1:
            take_pieces_away(state, state.table.rulebook.pieces[kind].id, region, unused=True)


def pick_up_pieces(state: GameState, race: Race, region: Region) -> int:
    """Take the pieces among the tokens of a region to hand with them; returns how many."""
    total = 0
    for kind in state.table.token_kinds:
        count = state.pieces.get((kind, region), 0)
        if count:
            move_pieces(state, kind, count, region, CARRIED, race)
            total += count
    return total


def put_down_pieces(state: GameState, race: Race, piece: str, region: Region, count: int) -> None:
    """Put carried pieces on a region; its tokens are the caller's business."""
    move_pieces(state, kind_of(state, piece), count, CARRIED, region, race)


def enlist_pieces(state: GameState, race: Race, piece: str, count: int) -> int:
    """Take pieces from the supply to hand as tokens, as many as there are; returns how many."""
    kind = kind_of(state, piece)
    count = max(0, min(count, state.supply[kind]))
    move_pieces(state, kind, count, SUPPLY, CARRIED, race)
    move_tokens(state, race, count, PIECE, HAND)
    return count


def drop_carried_pieces(state: GameState, race: Race, count: int) -> int:
    """Put up to ``count`` carried pieces back into the supply; returns how many."""
    dropped = 0
    for kind in state.table.token_kinds:
        number = min(count - dropped, state.carried.get((kind, race), 0))
        if number:
            move_pieces(state, kind, number, CARRIED, SUPPLY, race)
            dropped += number
    return dropped


def count_carried(state: GameState, race: Race) -> int:
    """Count the pieces among the tokens of a race off the map (W-BEAST-5)."""
    return sum([count for (_, carrier), count in state.carried.items() if carrier == race]) if state.carried else 0


def carry_pieces(state: GameState, race: Race, kind: PieceKind, count: int) -> None:
    """Add pieces to those among the tokens of a race off the map; a negative number removes them."""
    if count:
        carried = {**state.carried, (kind, race): state.carried.get((kind, race), 0) + count}
        state.carried = {key: number for key, number in carried.items() if number}


def change_supply(state: GameState, kind: PieceKind, change: Tokens) -> None:
    """Add pieces from the box to the supply; a negative number puts them back."""
    if change > 0:
        move_pieces(state, kind, change, BOX, SUPPLY)
    else:
        move_pieces(state, kind, -change, SUPPLY, BOX)


def _change_supply(state: GameState, kind: PieceKind, change: Tokens) -> None:
    supply = [*state.supply]
    supply[kind] += change
    state.supply = tuple(supply)


# --- counts of the tokens of races and players


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
