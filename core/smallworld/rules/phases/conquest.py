"""The conquest phase: its legal actions (rules E, F)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.model.aliases import Player, Race
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import CONQUERS, HAS_CONQUERED, MAY_ABANDON
from smallworld.rules.operations.capture import (
    abandon,
    conquer,
    conquer_by_die,
    most_of_die,
)
from smallworld.rules.operations.conquest_targets import (
    cost_changes,
    effective_defence,
    floored_changes,
    is_vetoed,
    legal_targets,
    refused_regions,
)
from smallworld.rules.phases.declining import DECLINE
from smallworld.rules.phases.special_conquests import die_allowed, special_actions, strikes
from smallworld.rules.prepared.game_table import GameTable
from smallworld.rules.prepared.hook_table import Pairs
from smallworld.rules.state.race_instances import acting_race

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

Actions = tuple[Action, ...]
"""One action for each region, by its index."""
AS_DECLINE: Final = " as decline"


def conquest_actions(state: GameState) -> list[Action]:
    """List every legal action of the conquest phase."""
    player = state.to_move
    hook_table = state.hook_tables[player]
    actions: list[Action] = []
    if (
        state.fresh
        and not state.picked
        and not (hook_table.vetoes_decline_conquer and is_vetoed(state, player, "decline"))
    ):
        actions.append(DECLINE)
    if hook_table.demands_conquer:
        forced = demanded(state, player, hook_table.demands_conquer)
        if forced:
            return actions + forced
    if state.pending is not None and state.pending.last:
        return [*_pending_attempt(state), DONE]
    if state.decline_stage < HAS_CONQUERED:
        _race_actions(state, acting_race(state, player), state.decline_stage, AS_DECLINE, actions)
    if hook_table.race_index >= 0:
        _race_actions(state, player, state.stage, "", actions)
        if hook_table.offers_conquer:
            for call in hook_table.offers_conquer:
                actions += call(state, player, "conquer")
    if not (hook_table.vetoes_done_conquer or state.table.must_conquer) or may_stop(state, player):
        actions.append(DONE)
    return actions


def demanded(state: GameState, race: Race, demands: Pairs) -> list[Action]:
    """List the offers that the player must answer before any other action; may be empty (W-TURN-2)."""
    actions: list[Action] = []
    for veto, offer in demands:
        if offer is not None and veto(state, race, "act") is not None:
            actions += offer(state, race, state.phase)
    return actions


def _pending_attempt(state: GameState) -> list[Action]:
    """Return the final attempt that may follow a special conquest that fell short (W-GNOME-5)."""
    pending = state.pending
    if pending is None or not die_allowed(state, pending.race):
        return []
    _, dice, _ = state.table.ordinary[""]
    return [dice[pending.region]]


def _race_actions(state: GameState, race: Race, stage: int, suffix: str, actions: list[Action]) -> None:
    """Add the actions of one race: abandon regions, conquer regions."""
    table, hook_table = state.table, state.hook_tables[race]
    try:
        conquers, dice, abandons = table.ordinary[suffix]
    except KeyError:
        conquers, dice, abandons = _ordinary(table, suffix)
    if stage == MAY_ABANDON:
        regions = state.regions[race]
        if hook_table.vetoes_abandon_conquer:
            regions &= ~refused_regions(state, race, "abandon")
        for region in recent_indexes(regions):
            actions.append(abandons[region])
    elif stage == HAS_CONQUERED:
        return
    start = len(actions)
    hand = state.hand[race] if state.readied else state.hand_now(race)
    among = legal_targets(state, race)
    if among and hand >= hook_table.garrison:  # inline: a call would cost 0.4 % of a decision
        top = most_of_die(state, race) if hook_table.die_change else table.top
        most, defence, profile = hand + top, effective_defence(state, race, among), state.board_profiles[race]
        by_die: list[Action] = []
        if profile.uneven or profile.landings or hook_table.conquest_cost:
            floored = profile.least > hook_table.garrison
            changes = floored_changes(state, race, among) if floored else cost_changes(state, race, among)
            for region in indexes(among):
                price = defence[region] + changes[region]
                if price <= hand:
                    actions.append(conquers[region])
                elif price <= most:
                    by_die.append(dice[region])
        else:  # the fast path: most races of the base game
            for region in indexes(among):
                if defence[region] <= hand:
                    actions.append(conquers[region])
                elif defence[region] <= most:
                    by_die.append(dice[region])
        if hook_table.vetoes_conquer_conquer and len(actions) > start and is_vetoed(state, race, "conquer"):
            del actions[start:]
        if by_die and die_allowed(state, race):
            actions += by_die
    if hook_table.special_conquests or state.pending is not None or table.die_needs_all_dear:
        if hook_table.special_conquests:
            actions += special_actions(state, race, hand, among, suffix)
        _adjust_attempts(state, actions, start)


def _adjust_attempts(state: GameState, actions: list[Action], start: int) -> None:
    """Add the pending attempt unless it is listed; drop final attempts of one race if they are refused.

    :param start: index of the first conquest of the race.
    """
    if state.pending is not None:
        for action in _pending_attempt(state):
            if action not in actions:
                actions.append(action)
    if state.table.die_needs_all_dear:
        for conquest in actions[start:]:
            if is_sure(state, conquest):  # "no region at all" can be taken without the die (R-DIE-3)
                actions[start:] = [action for action in actions[start:] if "die" not in action.means]
                return


def is_sure(state: GameState, conquest: Action) -> bool:
    """Return whether no die decides the success or the cost of a conquest."""
    return "die" not in conquest.means and not strikes(state, conquest)


def _ordinary(table: GameTable, suffix: str) -> tuple[Actions, Actions, Actions]:
    """Build the ordinary conquests of every region, once for each table."""
    actions = table.ordinary[suffix] = (
        table.region_actions("conquer", suffix, conquer),
        table.region_actions("conquer", " by die" + suffix, conquer_by_die, ("die",)),
        table.region_actions("abandon", "", abandon),
    )
    return actions


def may_stop(state: GameState, player: Player) -> bool:
    """Return whether ``done`` may end the conquests (R-TURN-5, R-TURN-7)."""
    if state.hook_tables[player].vetoes_done_conquer and is_vetoed(state, player, "done"):
        return False
    if not state.table.must_conquer or state.conquests:
        return True
    return not any(is_sure(state, action) for action in attempts(state, player))


def attempts(state: GameState, player: Player) -> list[Action]:
    """List every conquest that the races of a player can try now: ordinary, special, with the final die."""
    actions: list[Action] = []
    if state.decline_stage < HAS_CONQUERED:
        _race_actions(state, acting_race(state, player), CONQUERS, AS_DECLINE, actions)
    if state.hook_tables[player].race_index >= 0 and state.stage < HAS_CONQUERED:
        _race_actions(state, player, CONQUERS, "", actions)
    return actions


def end_conquests(state: GameState, action: Action) -> None:
    """End the conquests of both races (``done``; formats, Ghouls)."""
    state.end_phase()


DONE: Final = Action("done", end_conquests)
