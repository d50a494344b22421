"""Carrying out conquests: attempts, dice, taking regions; readying and leaving them (rules E, F.3, F.4, R-READY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.events import CARRIED, HAND, TRAY, WITHDRAWN, Conquered, Failed, Occupied
from smallworld.model.aliases import Race, Region, Tokens
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import CONQUERS, HAS_CONQUERED, MAY_ABANDON, NATIVES, NOBODY, Conquest, Pending, new_tuple
from smallworld.rules import chance
from smallworld.rules.operations.conquest_targets import charge_tolls, conquest_cost
from smallworld.rules.operations.token_moves import drive_out, give_up_region, report_destroyed
from smallworld.rules.state import pieces
from smallworld.rules.state.race_instances import acting_race
from smallworld.rules.state.relics import refresh_relics, reveal_relics

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.rules.game_state import GameState


def ready_hand(state: GameState, race: Race) -> Tokens:
    """Return the tokens in hand once the race is readied (R-READY-1)."""
    garrison = state.hook_tables[race].garrison
    spare = 0
    for region, count in enumerate(state.tokens):
        if state.regions[race] >> region & 1 and count > garrison:
            spare += count - garrison
    return state.hand[race] + spare


def remember_attack(state: GameState, race: Race, region: Region) -> None:
    """Remember that the active race attacked another player's active race (R-DIE-7, R-DIPLOMAT-1)."""
    loser = state.occupant[region]
    if 0 <= loser < state.players and loser != race % state.players:
        state.attacked |= 1 << (loser if race < state.players else loser + state.players)


def take_region(
    state: GameState, race: Race, region: Region, tokens: Tokens, means: tuple[str, ...] = (),
    from_tray: Tokens = 0, replaces: bool = False,
) -> None:  # fmt: skip
    """Resolve a conquest that is legal and paid for (R-CONQ-20, W-CONQ-20).

    :param from_tray: tokens from the tray that enter with those from the hand.
    :param replaces: the defending token is lost even if an ability protects it.
    """
    # 1. The tokens leave the hand, so that nothing that hears of the losses can take them away.
    if state.hand[race] < tokens:
        raise _too_few_left(state, race, region, tokens)
    state.hand[race] -= tokens
    # 2. Who holds the region is driven out, with losses and markers (steps 2 to 4; W 3 to 5).
    loser = state.occupant[region]
    if loser == NOBODY:
        conquest = new_tuple(Conquest, (region, race, NOBODY, NOBODY, False, False, 0, 0, means, 0))
    else:
        conquest = _defeat(state, race, loser, region, means, replaces)
    # 3. The tokens enter, pieces among them last (step 5; W 6).
    entering = tokens + from_tray
    if from_tray:
        state.tray[state.hook_tables[race].race_index] -= from_tray
    state.tokens[region] = entering
    state.defence[region] += entering
    state.occupant[region] = race
    state.regions[race] |= 1 << region
    state.adjacent[race] |= state.board.neighbours[region]
    if state.events is not None:
        pieces.report_moved(state.events, race, tokens, HAND, region)
        pieces.report_moved(state.events, race, from_tray, TRAY, region)
        state.events.append(new_tuple(Occupied, (region, race)))
    if state.carried:
        settle_pieces(state, race, region)
    # 4. Counters, own markers, relics, and everybody who hears of it (steps 6 and 7; W 7 to 11).
    record_conquest(state, race, region, conquest)


def _too_few_left(state: GameState, race: Race, region: Region, tokens: Tokens) -> PluginError:
    """Return the error about tokens that an ability has taken from the hand before they could conquer."""
    return PluginError(
        f"the conquest of {state.board.regions[region].id} takes {tokens} tokens, but an ability has left"
        f" {state.hand[race]} in hand before it (toll_paid, special_conquest_tried);"
        " take tokens away in region_left or region_conquered"
    )


def _defeat(
    state: GameState, race: Race, loser: Race, region: Region, means: tuple[str, ...], replaces: bool,
    attempt: str = "conquest", counts: bool = True,
) -> Conquest:  # fmt: skip
    """Drive the holder out of a region; return the conquest to record, if it counts as one."""
    loser_race, holders, defenders = NOBODY, 0, state.tokens[region]
    declined = loser >= state.players or loser == NATIVES
    is_own = loser >= 0 and loser % state.players == race % state.players
    non_empty = not is_own or state.table.own_counts_non_empty  # R-TERM-6
    if loser >= 0:
        loser_race = state.hook_tables[loser].race_index
        remember_attack(state, race, region)
        if state.marked >> region & 1:
            defenders -= pieces.piece_tokens(state, region)
            holders = pieces.defending_pieces(state, region)
    destroyed = drive_out(state, loser, region, race, attempt, replaces, counts)
    fields = (region, race, loser, loser_race, declined, non_empty, defenders, destroyed, means, holders)
    return new_tuple(Conquest, fields)


def record_conquest(state: GameState, race: Race, region: Region, conquest: Conquest) -> None:
    """Record a conquest and call the abilities that react to it (R-CONQ-20 steps 6, 7; W-CONQ-20 steps 7 to 11)."""
    state.conquests += (conquest,)
    hook_table = state.hook_tables[race]
    if state.events is not None:
        state.events.append(new_tuple(Conquered, (conquest, race % state.players, hook_table.race_index)))
    if hook_table.tokens_destroyed and conquest.destroyed:
        report_destroyed(state, race, conquest.loser, conquest.destroyed)
    if hook_table.region_conquered:
        for call in hook_table.region_conquered:
            call(state, race, conquest)
    if state.relic_regions and state.relic_regions >> region & 1 and state.occupant[region] == race:
        reveal_relics(state, region)
        refresh_relics(state, race)
    if state.watchers:
        for watcher in state.watchers:
            for call in state.hook_tables[watcher].conquest_watchers:
                call(state, watcher, conquest)


def explode_region(state: GameState, race: Race, region: Region, means: tuple[str, ...], *, counts: bool) -> None:
    """Conquer a region without moving in: it is empty afterwards (W-GOBLIN-6).

    :param counts: it is a conquest to bonuses and ransoms, too (W-GOBLIN-9).
    """
    conquest = _defeat(state, race, state.occupant[region], region, means, False, "explosion", counts)
    pieces.on_region_emptied(state, region)
    if counts:
        record_conquest(state, race, region, conquest)


def settle_pieces(state: GameState, race: Race, region: Region) -> None:
    """Let the pieces that were needed beyond the plain tokens in hand enter a region with them.

    A race that redeploys from scratch decides that later.
    """
    if any(call(state, race) for call in state.hook_tables[race].is_regrouping):
        return
    for kind in state.table.token_kinds:
        count = min(pieces.count_carried(state, race) - state.hand[race], state.carried.get((kind, race), 0))
        if count > 0:
            pieces.put_down_pieces(state, race, state.table.rulebook.pieces[kind].id, region, count)


def ready_race(state: GameState, race: Race) -> None:
    """Take all tokens but the minimum of each region into hand (R-READY-1)."""
    garrison, tokens, defence = state.hook_tables[race].garrison, state.tokens, state.defence
    regions, total = state.regions[race], 0
    if state.table.token_kinds and state.marked & regions:
        _take_up_pieces(state, race, garrison)
    if state.events is not None:
        for region in recent_indexes(regions):
            pieces.report_moved(state.events, race, max(0, tokens[region] - garrison), region, HAND)
    for region in recent_indexes(regions):
        count = tokens[region]
        if count > garrison:
            spare = count - garrison
            total += spare
            tokens[region] = garrison
            defence[region] -= spare
    state.hand[race] += total


def _take_up_pieces(state: GameState, race: Race, garrison: Tokens) -> None:
    """Take the pieces that count as tokens to hand, unless they are needed as a garrison (W-BEAST-5)."""
    for region in indexes(state.regions[race] & state.marked):
        spare = state.tokens[region] - garrison
        for kind in state.table.token_kinds:
            count = min(spare, state.pieces.get((kind, region), 0))
            if count > 0:
                pieces.move_pieces(state, kind, count, region, CARRIED, race)
                spare -= count


def leave_region(state: GameState, race: Race, region: Region) -> None:
    """Take all tokens of a region home; it becomes empty."""
    state.hand[race] += state.tokens[region]
    if state.events is not None:
        pieces.report_moved(state.events, race, state.tokens[region], region, HAND)
    if state.marked >> region & 1:
        pieces.pick_up_pieces(state, race, region)
    give_up_region(state, race, region)


def final_attempt(state: GameState, race: Race, region: Region, price: Tokens, means: tuple[str, ...]) -> None:
    """Roll for a region that is too dear; either way the race's conquests end (R-DIE-4, R-DIE-5)."""
    hand = state.hand[race]
    remember_attack(state, race, region)
    result = chance.roll(state, region)
    if hand + result + die_change(state, race) >= price:  # the hand alone does not suffice (R-DIE-3)
        take_region(state, race, region, hand, means)
    elif state.events is not None:
        state.events.append(Failed(race, region, means))
    if race < state.players:
        state.stage = HAS_CONQUERED
        state.phase_over = True
    else:
        state.decline_stage = HAS_CONQUERED
    for call in state.hook_tables[race].die_rolled:
        call(state, race, region, result, False)


def die_change(state: GameState, race: Race) -> int:
    """Return the number that abilities of a race add to each die that it rolls for a conquest."""
    change = 0
    for call in state.hook_tables[race].die_change:
        change += call(state, race)
    return change


def most_of_die(state: GameState, race: Race) -> Tokens:
    """Return the most tokens for which one die of a race can count."""
    top = state.table.top
    return max(0, top + die_change(state, race)) if state.hook_tables[race].die_change else top


def strike(state: GameState, race: Race, region: Region, price: Tokens, means: tuple[str, ...], *, last: bool) -> None:
    """Roll a free die that makes a conquest cheaper; it may still fall short (W-GNOME-3 to 5).

    :param price: the cost before the die. :param last: falling short ends the conquests.
    """
    least = state.hook_tables[race].garrison
    remember_attack(state, race, region)
    change = die_change(state, race)
    result = chance.roll(state, region)
    for call in state.hook_tables[race].die_rolled:
        call(state, race, region, result, True)
    hand = state.hand[race]  # with what the roll has brought
    price = max(least, price - max(0, result + change))
    if hand >= price:
        take_region(state, race, region, price, means)
        return
    if state.events is not None:
        state.events.append(Failed(race, region, means))
    if hand + most_of_die(state, race) >= price and not state.die_used:
        state.pending = new_tuple(Pending, (race, region, price, means, last))
    elif last:
        state.stage = HAS_CONQUERED
        state.phase_over = True


def begin_acting(state: GameState, race: Race, *, conquers: bool = False) -> None:
    """End the choice to decline and ready the active race, because a race acts (formats, Ghouls).

    :param conquers: no region may be abandoned any more either (R-READY-3).
    """
    state.fresh = False
    if race < state.players:
        state.decline_stage = HAS_CONQUERED
        if not state.readied:
            state.readied = True
            ready_race(state, race)
    if conquers and state.stage == MAY_ABANDON:
        state.stage = CONQUERS


def rejoin_tokens(state: GameState, race: Race) -> None:
    """Move withdrawn tokens, carried pieces included, to the hand."""
    if state.events is not None:
        pieces.report_moved(state.events, race, state.withdrawn[race], WITHDRAWN, HAND)
    state.hand[race] += state.withdrawn[race]
    state.withdrawn[race] = 0


def begin_attempt(state: GameState, action: Action) -> Race:
    """Charge the tolls of a conquest, ordinary or special, and let the race act; return the race."""
    as_decline = action.as_decline
    race = acting_race(state, state.to_move) if as_decline else state.to_move
    if state.guards:
        charge_tolls(state, race, 1 << action.region)
    state.pending = None
    if as_decline:
        state.fresh = False
        state.decline_stage = CONQUERS
    elif state.stage == MAY_ABANDON:
        begin_acting(state, race)
        state.stage = CONQUERS
    return race


# --- what the actions do


def abandon(state: GameState, action: Action) -> None:
    """Empty an own region before the first conquest (R-READY-2)."""
    race = state.occupant[action.region]
    begin_acting(state, race)
    leave_region(state, race, action.region)


def conquer(state: GameState, action: Action) -> None:
    """Conquer a region with exactly the tokens that it costs (R-CONQ-20)."""
    race, region = begin_attempt(state, action), action.region
    take_region(state, race, region, conquest_cost(state, race, region))


def conquer_by_die(state: GameState, action: Action) -> None:
    """Make a final attempt: roll, then conquer with all tokens in hand if they suffice (R-DIE-4)."""
    pending = state.pending
    if pending is not None and pending.region == action.region and not action.as_decline:
        state.pending = None  # tolls are paid already, and effects of the first attempt last (W-GNOME-5)
        final_attempt(state, pending.race, pending.region, pending.price, (*pending.means, "die"))
        return
    race = begin_attempt(state, action)
    final_attempt(state, race, action.region, conquest_cost(state, race, action.region), ("die",))
