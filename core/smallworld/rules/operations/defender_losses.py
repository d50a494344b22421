"""Losses: tokens driven out of a region, regions given up, races without tokens (F.5, R-DECL-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.events import HAND, PIECE, TRAY, WITHDRAWN, Occupied
from smallworld.model.aliases import Race, Region, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY, Loss, new_tuple
from smallworld.rules.operations.combo_column import return_banner
from smallworld.rules.state.pieces import (
    clear_own_pieces,
    drop_carried_pieces,
    on_region_emptied,
    pick_up_pieces,
    piece_tokens,
    report_moved,
)
from smallworld.rules.state.race_instances import end_abilities, set_hook_table
from smallworld.rules.state.relics import refresh_relics

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
    token_pieces = piece_tokens(state, region) if marked else 0
    if spared and lost > token_pieces:
        lost -= save_tokens(state, loser, min(spared, lost - token_pieces))
    fallen = drop_carried_pieces(state, loser, min(lost, pick_up_pieces(state, loser, region))) if marked else 0
    state.tray[hook_table.race_index] += lost - fallen
    if state.events is not None:
        report_moved(state.events, loser, fallen, region, PIECE)
        report_moved(state.events, loser, lost - fallen, region, TRAY)
        report_moved(state.events, loser, tokens - lost, region, WITHDRAWN)
    pieces = vacate_region(state, loser, region)
    state.withdrawn[loser] += tokens - lost
    if loser % state.players != attacker % state.players:
        state.hit |= 1 << loser % state.players
    for call in hook_table.region_left:
        call(state, loser, region, attacker if conquered else NOBODY, pieces)
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
    pieces = clear_own_pieces(state, region) if state.marked & bit else ()
    clear_region(state, region)
    if state.relic_regions & bit:
        refresh_relics(state, race)
    return pieces


def give_up_region(state: GameState, race: Race, region: Region) -> None:
    """Remove a race from a region that nobody takes; the caller moves the tokens."""
    calls = state.hook_tables[race].region_left
    pieces = vacate_region(state, race, region)
    on_region_emptied(state, region)
    for call in calls:
        call(state, race, region, NOBODY, pieces)


def clear_region(state: GameState, region: Region) -> None:
    """Remove the natives and the occupant of a region; the tokens of a race are the caller's business."""
    if state.events is not None:
        if state.occupant[region] == NATIVES:
            report_moved(state.events, NATIVES, state.tokens[region], region, TRAY)
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
    for region in indexes(state.regions[race]):
        state.tray[hook_table.race_index] += state.tokens[region]
        if state.events is not None:
            report_moved(state.events, race, state.tokens[region], region, TRAY)
        vacate_region(state, race, region)
        on_region_emptied(state, region)
    if state.events is not None:
        report_moved(state.events, race, state.hand[race], HAND, TRAY)
        report_moved(state.events, race, state.withdrawn[race], WITHDRAWN, TRAY)
    state.tray[hook_table.race_index] += state.hand[race] + state.withdrawn[race]
    state.hand[race] = state.withdrawn[race] = 0
    set_hook_table(state, race, state.table.no_hooks)
    state.decline_order = tuple(other for other in state.decline_order if other != race)
    return_banner(state, hook_table.race_index, hook_table.power_index if hook_table.keeps_badge else NOBODY)
