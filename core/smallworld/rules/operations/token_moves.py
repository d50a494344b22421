"""Tokens that move without a conquest: deployed, withdrawn, scared off, exchanged (W-INTIM, W-PORTAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.model.aliases import Race, Region, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY
from smallworld.rules.operations.defender_losses import (
    casualties,
    clear_region,
    give_up_region,
    remove_if_gone,
    save_tokens,
)
from smallworld.rules.state.pieces import (
    carry_pieces,
    change_supply,
    count_carried,
    drop_carried_pieces,
    held_by_piece,
    kind_of,
    lift_pieces,
    on_region_emptied,
    put_pieces,
    take_pieces_away,
)
from smallworld.rules.state.relics import put_relics, refresh_relics, reveal_relics

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def move_token(state: GameState, region: Region, to: Region, attacker: Race, attempt: str) -> None:
    """Move one token to another region of its race, a race token before a piece (W-INTIM-3, W-INTIM-4).

    :param to: ``NOBODY`` discards the token, unless it can be saved (W-INTIM-5).
    :param attacker: race that hears of a destroyed token. :param attempt: the verb, as ``losses`` gets it.
    """
    if to == NOBODY:
        _discard_token(state, region, attacker, attempt)
        return
    race = state.occupant[region]
    piece = lift_token(state, region)
    state.tokens[to] += 1
    state.defence[to] += 1
    if piece >= 0:
        put_pieces(state, piece, to, 1)
    for call in state.hook_tables[race].region_weakened:  # where a piece alone held it, the token is alone, too
        call(state, race, to)
    on_region_thinned(state, race, region)


def _discard_token(state: GameState, region: Region, attacker: Race, attempt: str) -> None:
    """Discard one token of a region, unless it can be saved (W-INTIM-5)."""
    loser = state.occupant[region]
    if loser == NATIVES:
        lift_token(state, region)
        if not state.tokens[region]:
            clear_region(state, region)
            on_region_emptied(state, region)
        report_destroyed(state, attacker, loser, 1)
        return
    lost = min(1, casualties(state, loser, region, attempt))
    if lost:
        lost -= save_tokens(state, loser, 1)
    piece = take_token_off(state, region, to_tray=bool(lost))
    on_region_thinned(state, loser, region)
    if piece < 0 or state.table.rulebook.pieces[piece].counts:
        report_destroyed(state, attacker, loser, lost)


def deploy_tokens(state: GameState, race: Race, region: Region, count: Tokens) -> None:
    """Move race tokens from the hand into a region of the race, in any phase.

    :raises PluginError: it is not a region of the race, or the hand has fewer tokens.
    """
    plain = state.hand[race] - count_carried(state, race)
    if state.occupant[region] != race or not 0 <= count <= plain:
        name = state.board.regions[region].id
        raise PluginError(f"{count} tokens cannot be deployed in {name}: the race has {plain} in hand, or is not there")
    state.hand[race] -= count
    state.tokens[region] += count
    state.defence[region] += count


def withdraw_from_region(state: GameState, region: Region, count: Tokens = 1, *, to_tray: bool = False) -> Tokens:
    """Take tokens of a region off the map; they wait for redeployment. Return how many.

    :param to_tray: they go to the tray instead (W-TAUREN-4).
    """
    race = state.occupant[region]
    count = min(count, state.tokens[region]) if race >= 0 else 0
    for _ in range(count):
        take_token_off(state, region, to_tray=to_tray)
    if count:
        on_region_thinned(state, race, region)
    return count


def take_token_off(state: GameState, region: Region, *, to_tray: bool) -> int:
    """Take one token off the map, to wait for redeployment or to the tray; return the kind of a piece, else -1."""
    race = state.occupant[region]
    piece = lift_token(state, region)
    if not to_tray:
        withdraw_tokens(state, race, 1)
        carry_pieces(state, race, piece, int(piece >= 0))
    elif piece >= 0:
        change_supply(state, piece, 1)
    else:
        state.tray[state.hook_tables[race].race_index] += 1
    return piece


def report_destroyed(state: GameState, attacker: Race, loser: Race, count: int) -> None:
    """Report destroyed tokens to the abilities of the attacker (W-FORS-1)."""
    if count:
        for call in state.hook_tables[attacker].tokens_destroyed:
            call(state, attacker, loser, count)


def lift_piece_tokens(state: GameState, race: Race, piece: str) -> None:
    """Put all pieces of a kind that are tokens of the race back into the supply (W-READY-1)."""
    kind = kind_of(state, piece)
    in_hand = state.carried.get((kind, race), 0)
    drop_carried_pieces(state, race, in_hand)
    state.hand[race] -= in_hand
    for region in indexes(state.piece_regions[kind]):
        if state.occupant[region] == race:
            count = take_pieces_away(state, piece, region)
            state.tokens[region] -= count
            state.defence[region] -= count
            on_region_thinned(state, race, region)


def lift_token(state: GameState, region: Region) -> int:
    """Remove one token, a race token if there is one; return the kind of a piece, else -1."""
    pieces = [kind for kind in state.table.token_kinds if state.piece_regions[kind] >> region & 1]
    count = sum(state.pieces[kind, region] for kind in pieces)
    state.tokens[region] -= 1
    state.defence[region] -= 1
    if count <= state.tokens[region]:
        return NOBODY
    lift_pieces(state, pieces[0], region, 1)
    return pieces[0]


def withdraw_tokens(state: GameState, race: Race, count: int) -> None:
    """Let tokens wait for redeployment: in hand in the owner's own turn, else apart (R-LOSS-3)."""
    if race % state.players == state.turn:
        state.hand[race] += count
    else:
        state.withdrawn[race] += count
        state.hit |= 1 << race % state.players


def on_region_thinned(state: GameState, race: Race, region: Region) -> None:
    """Call the abilities after tokens have left a region; a race loses a region in which nothing is left."""
    for call in state.hook_tables[race].region_weakened:
        call(state, race, region)
    if not state.tokens[region] and state.occupant[region] == race and not held_by_piece(state, region):
        if race % state.players != state.turn:
            state.hit |= 1 << race % state.players
        give_up_region(state, race, region)
        remove_if_gone(state, race)


def exchange_regions(state: GameState, first: Region, second: Region) -> None:
    """Let everything that can move change places between two regions (W-PORTAL-2, W-PORTAL-4)."""
    one, other = state.occupant[first], state.occupant[second]
    both = 1 << first | 1 << second
    more = state.tokens[second] - state.tokens[first]
    pieces = [(kind, region, count) for (kind, region), count in state.pieces.items() if region in (first, second)]
    for kind, region, count in pieces:
        lift_pieces(state, kind, region, count)
    for values in (state.occupant, state.tokens):
        values[first], values[second] = values[second], values[first]
    state.defence[first] += more
    state.defence[second] -= more
    for kind, region, count in pieces:
        put_pieces(state, kind, first + second - region, count)
    if state.relics.of_kind["artefact"] & both:
        _exchange_artefacts(state, first, second)
    for race in (one, other) if one != other else ():
        if race >= 0:
            state.regions[race] ^= both
            state.adjacent[race] = state.board.around(state.regions[race])
    for race in (one, other):
        refresh_relics(state, race)
    for region in (first, second):
        if state.occupant[region] >= 0 and state.relic_regions >> region & 1:
            reveal_relics(state, region)
            refresh_relics(state, state.occupant[region])


def _exchange_artefacts(state: GameState, first: Region, second: Region) -> None:
    kinds = state.table.rulebook.relics
    lying = {region: state.relics.get(region, ()) for region in (first, second)}
    moves = {
        region: tuple(entry for entry in lying[region] if entry[1] and kinds[entry[0]].kind == "artefact")
        for region in lying
    }
    for region, other in ((first, second), (second, first)):
        stays = tuple(entry for entry in lying[region] if entry not in moves[region])
        put_relics(state, region, tuple(sorted(stays + moves[other])))
