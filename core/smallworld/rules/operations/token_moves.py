"""Tokens that are driven out, given up or lost, and tokens that change places (F.5, R-DECL-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.events import CARRIED, HAND, PIECE, SUPPLY, TRAY, WITHDRAWN, Occupied, PieceMoved, RelicMoved
from smallworld.model.aliases import PieceKind, Race, Region, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY, Loss, new_tuple
from smallworld.rules.operations.combo_column import return_banner
from smallworld.rules.state import pieces
from smallworld.rules.state.race_instances import end_abilities, set_hook_table
from smallworld.rules.state.relics import put_relics, refresh_relics, reveal_relics

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def drive_out(
    state: GameState, loser: Race, region: Region, attacker: Race, attempt: str = "conquest", replaces: bool = False,
    conquered: bool = True,
) -> Tokens:  # fmt: skip
    """Empty a region that ``attacker`` takes; return how many tokens are destroyed (R-LOSS-1, W-LOSS-2).

    The other tokens are withdrawn and wait for redeployment. Pieces that are tokens fall first (W-BEAST-4).

    :param conquered: it counts as a conquest; else the region stays empty.
    """
    tokens = state.tokens[region]
    if loser == NATIVES:
        clear_region(state, region)
        return tokens
    hook_table = state.hook_tables[loser]
    lost, spared = (tokens, 0) if replaces else casualties(state, loser, region, attempt)
    if lost > tokens:
        lost = tokens
    marked = state.marked >> region & 1
    token_pieces = pieces.piece_tokens(state, region) if marked else 0
    if spared and lost > token_pieces:
        lost -= save_tokens(state, loser, min(spared, lost - token_pieces))
    fallen = (
        pieces.drop_carried_pieces(state, loser, min(lost, pieces.pick_up_pieces(state, loser, region)))
        if marked
        else 0
    )
    state.tray[hook_table.race_index] += lost - fallen
    if state.events is not None:
        pieces.report_moved(state.events, loser, fallen, region, PIECE)
        pieces.report_moved(state.events, loser, lost - fallen, region, TRAY)
        pieces.report_moved(state.events, loser, tokens - lost, region, WITHDRAWN)
    removed = vacate_region(state, loser, region)
    state.withdrawn[loser] += tokens - lost
    if loser % state.players != attacker % state.players:
        state.hit |= 1 << loser % state.players
    for call in hook_table.region_left:
        call(state, loser, region, attacker if conquered else NOBODY, removed)
    remove_if_gone(state, loser)
    return lost - min(token_pieces, fallen) if token_pieces else lost


def casualties(state: GameState, race: Race, region: Region, attempt: str = "conquest") -> tuple[Tokens, Tokens]:
    """Return the tokens that a race would lose if a region were taken now, and those of them that it could withdraw."""
    fewest, spared = -1, 0
    for call in state.hook_tables[race].losses:
        lost = call(state, race, region, attempt)
        if isinstance(lost, Loss):
            spared += lost.spared
            lost = lost.tokens
        if fewest < 0 or lost < fewest:
            fewest = lost
    return 1 if fewest < 0 else fewest, spared


def save_tokens(state: GameState, race: Race, count: Tokens) -> Tokens:
    """Count tokens that are withdrawn instead of lost, for the limits of this turn (W-DRAENEI-1)."""
    state.spared_of = {**state.spared_of, race: state.spared(race) + count}
    return count


def vacate_region(state: GameState, race: Race, region: Region) -> tuple[str, ...]:
    """Remove a race and its own pieces from a region; the caller moves the tokens.

    Return the kinds of pieces that were removed.
    """
    bit = 1 << region
    state.regions[race] = regions = state.regions[race] & ~bit
    state.adjacent[race] = state.board.around(regions)
    removed = pieces.clear_own_pieces(state, region) if state.marked & bit else ()
    clear_region(state, region)
    if state.relic_regions & bit:
        refresh_relics(state, race)
    return removed


def give_up_region(state: GameState, race: Race, region: Region) -> None:
    """Remove a race from a region that nobody takes; the caller moves the tokens."""
    calls = state.hook_tables[race].region_left
    removed = vacate_region(state, race, region)
    pieces.on_region_emptied(state, region)
    for call in calls:
        call(state, race, region, NOBODY, removed)


def clear_region(state: GameState, region: Region) -> None:
    """Remove the natives and the occupant of a region; the tokens of a race are the caller's business."""
    if state.events is not None:
        if state.occupant[region] == NATIVES:
            pieces.report_moved(state.events, NATIVES, state.tokens[region], region, TRAY)
        state.events.append(new_tuple(Occupied, (region, NOBODY)))
    state.defence[region] -= state.tokens[region]
    state.tokens[region] = 0
    state.occupant[region] = NOBODY


def remove_if_gone(state: GameState, race: Race) -> None:
    """Remove a declined race without any token at once, in any player's turn (R-DECL-6)."""
    if race >= state.players and not (state.regions[race] or state.hand[race] or state.withdrawn[race]):
        remove_race(state, race)


def remove_race(state: GameState, race: Race) -> None:
    """Take a declined race off the table: tokens to the tray, banner back to the stack (R-DECL-6)."""
    hook_table = state.hook_tables[race]
    if hook_table.abilities_ended:
        end_abilities(state, hook_table, race, hook_table.own_keys)
    if state.carried:
        drop_carried(state, race)
    for region in indexes(state.regions[race]):
        if state.marked >> region & 1:
            strip_token_pieces(state, race, region)
        state.tray[hook_table.race_index] += state.tokens[region]
        if state.events is not None:
            pieces.report_moved(state.events, race, state.tokens[region], region, TRAY)
        vacate_region(state, race, region)
        pieces.on_region_emptied(state, region)
    if state.events is not None:
        pieces.report_moved(state.events, race, state.hand[race], HAND, TRAY)
        pieces.report_moved(state.events, race, state.withdrawn[race], WITHDRAWN, TRAY)
    state.tray[hook_table.race_index] += state.hand[race] + state.withdrawn[race]
    state.hand[race] = state.withdrawn[race] = 0
    set_hook_table(state, race, state.table.no_hooks)
    state.decline_order = tuple(other for other in state.decline_order if other != race)
    return_banner(state, hook_table.race_index, hook_table.power_index if hook_table.keeps_badge else NOBODY)


def drop_carried(state: GameState, race: Race) -> None:
    """Put the pieces among the tokens of a race off the map back into the supply (W-DECL-1)."""
    dropped = pieces.drop_carried_pieces(state, race, pieces.count_carried(state, race))
    from_hand = min(dropped, state.hand[race])
    pieces.move_tokens(state, race, from_hand, HAND, PIECE)
    pieces.move_tokens(state, race, dropped - from_hand, WITHDRAWN, PIECE)


def strip_token_pieces(state: GameState, race: Race, region: Region) -> None:
    """Put the pieces among the tokens of a region back into the supply (W-DECL-1)."""
    lifted = pieces.pick_up_pieces(state, race, region)
    pieces.drop_carried_pieces(state, race, lifted)
    pieces.move_tokens(state, race, lifted, region, PIECE)


def move_token(state: GameState, region: Region, to: Region, attacker: Race, attempt: str) -> None:
    """Move one token to another region of its race, a race token before a piece (W-INTIM-3, W-INTIM-4).

    :param to: ``NOBODY`` discards the token, unless it can be saved (W-INTIM-5).
    :param attacker: race that hears of a destroyed token. :param attempt: the verb, as ``losses`` gets it.
    """
    if to == NOBODY:
        _discard_token(state, region, attacker, attempt)
        return
    race = state.occupant[region]
    piece = next_token(state, region)
    if piece >= 0:
        pieces.move_pieces(state, piece, 1, region, to)
    pieces.move_tokens(state, race, 1, region, to)
    for call in state.hook_tables[race].region_weakened:  # where a piece alone held it, the token is alone, too
        call(state, race, to)
    on_region_thinned(state, race, region)


def _discard_token(state: GameState, region: Region, attacker: Race, attempt: str) -> None:
    """Discard one token of a region, unless it can be saved (W-INTIM-5)."""
    loser = state.occupant[region]
    if loser == NATIVES:
        pieces.move_tokens(state, NATIVES, 1, region, TRAY)
        if not state.tokens[region]:
            clear_region(state, region)
            pieces.on_region_emptied(state, region)
        report_destroyed(state, attacker, loser, 1)
        return
    lost, spared = casualties(state, loser, region, attempt)
    lost = min(1, lost)
    if lost and spared:
        lost -= save_tokens(state, loser, 1)
    piece = take_token_off(state, region, to_tray=bool(lost))
    on_region_thinned(state, loser, region)
    if piece < 0 or state.table.rulebook.pieces[piece].counts:
        report_destroyed(state, attacker, loser, lost)


def deploy_tokens(state: GameState, race: Race, region: Region, count: Tokens) -> None:
    """Move race tokens from the hand into a region of the race, in any phase.

    Example: ``state.deploy_tokens(race, region, 1)``

    :raises PluginError: it is not a region of the race, or the hand has fewer tokens.
    """
    plain = state.hand[race] - pieces.count_carried(state, race)
    if state.occupant[region] != race or not 0 <= count <= plain:
        name = state.board.regions[region].id
        raise PluginError(f"{count} tokens cannot be deployed in {name}: the race has {plain} in hand, or is not there")
    pieces.move_tokens(state, race, count, HAND, region)


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
    piece = next_token(state, region)
    if piece >= 0:
        pieces.move_pieces(state, piece, 1, region, SUPPLY if to_tray else CARRIED, race)
    if to_tray:
        pieces.move_tokens(state, race, 1, region, PIECE if piece >= 0 else TRAY)
    elif race % state.players == state.turn:  # they wait for redeployment in hand (R-LOSS-3)
        pieces.move_tokens(state, race, 1, region, HAND)
    else:
        pieces.move_tokens(state, race, 1, region, WITHDRAWN)
        state.hit |= 1 << race % state.players
    return piece


def report_destroyed(state: GameState, attacker: Race, loser: Race, count: int) -> None:
    """Report destroyed tokens to the abilities of the attacker (W-FORS-1)."""
    if count:
        for call in state.hook_tables[attacker].tokens_destroyed:
            call(state, attacker, loser, count)


def lift_piece_tokens(state: GameState, race: Race, piece: str) -> None:
    """Put all pieces of a kind that are tokens of the race back into the supply (W-READY-1)."""
    kind = pieces.kind_of(state, piece)
    in_hand = state.carried.get((kind, race), 0)
    pieces.drop_carried_pieces(state, race, in_hand)
    pieces.move_tokens(state, race, in_hand, HAND, PIECE)
    for region in indexes(state.piece_regions[kind]):
        if state.occupant[region] == race:
            count = pieces.take_pieces_away(state, piece, region)
            pieces.move_tokens(state, race, count, region, PIECE)
            on_region_thinned(state, race, region)


def next_token(state: GameState, region: Region) -> int:
    """Return which token leaves a region first: -1 for one of its race, else the kind of a piece."""
    kinds = [kind for kind in state.table.token_kinds if state.piece_regions[kind] >> region & 1]
    count = sum(state.pieces[kind, region] for kind in kinds)
    return NOBODY if count < state.tokens[region] else kinds[0]


def on_region_thinned(state: GameState, race: Race, region: Region) -> None:
    """Call the abilities after tokens have left a region; a race loses a region in which nothing is left."""
    for call in state.hook_tables[race].region_weakened:
        call(state, race, region)
    if not state.tokens[region] and state.occupant[region] == race and not pieces.held_by_piece(state, region):
        if race % state.players != state.turn:
            state.hit |= 1 << race % state.players
        give_up_region(state, race, region)
        remove_if_gone(state, race)


def exchange_regions(state: GameState, first: Region, second: Region) -> None:
    """Let everything that can move change places between two regions (W-PORTAL-2, W-PORTAL-4)."""
    one, other = state.occupant[first], state.occupant[second]
    both = 1 << first | 1 << second
    more = state.tokens[second] - state.tokens[first]
    moved = [(kind, region, count) for (kind, region), count in state.pieces.items() if region in (first, second)]
    for kind, region, count in moved:
        pieces.lift_pieces(state, kind, region, count)
    for values in (state.occupant, state.tokens):
        values[first], values[second] = values[second], values[first]
    state.defence[first] += more
    state.defence[second] -= more
    if state.events is not None:
        _report_exchange(state, first, second, moved)
    for kind, region, count in moved:
        pieces.put_pieces(state, kind, first + second - region, count)
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


def _report_exchange(
    state: GameState, first: Region, second: Region, moved: Sequence[tuple[PieceKind, Region, int]]
) -> None:
    """Write that two regions have exchanged their tokens and pieces."""
    events = state.events
    assert events is not None
    for region in (first, second):
        pieces.report_moved(events, state.occupant[region], state.tokens[region], first + second - region, region)
    for region in (first, second):
        events.append(Occupied(region, state.occupant[region]))
    for kind, region, count in moved:
        events.append(PieceMoved(kind, count, region, first + second - region, NOBODY))


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
        if state.events is not None:
            state.events += [RelicMoved(relic, other, region) for relic, _ in moves[other]]


# --- native tokens that abilities put on the map, or take off it


def place_natives(state: GameState, region: Region, count: Tokens = 1) -> Tokens:
    """Put native tokens on a region without a race, as many as there are; return how many.

    Example: ``state.place_natives(region, 2)``

    :param count: a negative number takes native tokens of the region away.
    :raises PluginError: a race is there, or the variant has no natives.
    """
    if state.occupant[region] not in (NATIVES, NOBODY):
        raise PluginError(f"natives cannot be put on {state.board.regions[region].id}: a race is there")
    count = max(min(count, unplaced_natives(state)), -state.tokens[region])
    if count:
        if state.occupant[region] != NATIVES:
            state.occupant[region] = NATIVES
            if state.events is not None:
                state.events.append(Occupied(region, NATIVES))
        if count > 0:
            pieces.move_tokens(state, NATIVES, count, TRAY, region)
        else:
            pieces.move_tokens(state, NATIVES, -count, region, TRAY)
        if not state.tokens[region]:
            clear_region(state, region)
            pieces.on_region_emptied(state, region)
    return count


def unplaced_natives(state: GameState) -> Tokens:
    """Return how many native tokens are in the box.

    Example: ``count = min(2, state.unplaced_natives())``

    :raises PluginError: the variant has no natives.
    """
    natives = state.table.rulebook.variant.natives
    if natives is None:
        raise PluginError(f"{state.table.rulebook.variant.name} has no natives; give it 'natives' with a supply")
    return natives.supply - sum(
        tokens for tokens, occupant in zip(state.tokens, state.occupant, strict=True) if occupant == NATIVES
    )
