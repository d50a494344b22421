"""Going into decline (rules I), and declined races that become active again or change their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.events import HAND, TRAY, WITHDRAWN, Declined, Missed, Renumbered
from smallworld.model.aliases import Player, Race, Region, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import HAS_CONQUERED
from smallworld.rules.operations.token_moves import (
    drop_carried,
    give_up_region,
    remove_if_gone,
    remove_race,
    strip_token_pieces,
)
from smallworld.rules.prepared.hook_table import NONE, HookTable
from smallworld.rules.state import pieces
from smallworld.rules.state.race_instances import add_races, end_abilities, set_hook_table
from smallworld.rules.state.relics import refresh_relics

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def choose_decline(state: GameState, action: Action) -> None:
    """Put the active race into decline, which ends the turn (R-DECL-1)."""
    if state.events is not None:
        state.events.append(Missed(state.to_move, _paid_now(state, state.to_move)))
    unready(state)
    decline(state, state.to_move)
    state.phase = "decline"
    state.phase_over = True


def _paid_now(state: GameState, player: Player) -> tuple[str, ...]:
    """List the sources that would pay the active race of a player now; none if an ability fails."""
    trial, sources = state.copy(), []
    try:
        for source, call in trial.hook_tables[player].score_lines:
            if call(trial, player) > 0:
                sources.append(source)
    except PluginError:  # it fails when it is asked in earnest
        return ()
    return tuple(dict.fromkeys(sources))


def unready(state: GameState) -> None:
    """Restore the position before readying, from which declining begins (formats, Ghouls)."""
    for race, (counts, token_pieces) in state.before_ready.items():
        for kind, region, number in token_pieces:
            moved = number - state.pieces.get((kind, region), 0)
            pieces.put_down_pieces(state, race, state.table.rulebook.pieces[kind].id, region, moved)
        for region, count in counts:
            pieces.move_tokens(state, race, count - state.tokens[region], HAND, region)
    state.before_ready = {}


def decline(state: GameState, player: Player) -> None:
    """Flip the active race of a player (R-DECL-1 a to d)."""
    hook_table = state.hook_tables[player]
    if state.turn_events is not None:
        state.turn_events.append(Declined(player, hook_table.race_index, hook_table.power_index))
    declined, empty = _in_decline(state, hook_table), not state.regions[player]
    if not declined.outlasts_decline and not (empty and not state.table.rulings["empty_decline_removes_previous"]):
        remove_previous(state, player)
    race = free_instance(state, player)
    _flip(state, player, race, hook_table.decline_garrison)
    if not declined.keeps_badge and hook_table.power_index >= 0:
        state.discards += (hook_table.power_index,)
    set_hook_table(state, player, state.table.no_hooks)
    set_hook_table(state, race, declined)
    state.decline_order += (race,)
    for call in hook_table.race_declined:
        call(state, race)
    if state.memory or hook_table.abilities_ended:
        end_abilities(state, hook_table, race, hook_table.own_keys - declined.own_keys)
    if race in state.decline_order:  # an ability may have given it to another player
        remove_if_gone(state, race)


def _in_decline(state: GameState, active: HookTable) -> HookTable:
    """Return the abilities of an active race once it is in decline, with its badge if that stays or goes on."""
    table, race, power = state.table, active.race_index, active.power_index
    if power in table.rulebook.lasting:
        return table.hook_table(race, power, True)
    kept = table.hook_table(race, power, True) if active.keeps_badge and power >= 0 else None
    return kept if kept is not None and kept.keeps_badge else table.hook_table(race, NONE, True)


def force_decline(state: GameState, player: Player) -> None:
    """Put the active race of a player into decline; the turn goes on.

    Example: ``state.decline(player)``

    :raises PluginError: the player has no active race.
    """
    if state.hook_tables[player].race_index < 0:
        raise PluginError(f"{state.names[player]} has no active race that could go into decline")
    state.before_ready = {race: before for race, before in state.before_ready.items() if race != player}
    decline(state, player)


def remove_previous(state: GameState, player: Player) -> None:
    """Remove earlier declined races that are not protected (R-DECL-3, R-SPIRIT-1)."""
    for race in state.seats[player][1:]:
        if not state.hook_tables[race].outlasts_decline:
            remove_race(state, race)


def free_instance(state: GameState, player: Player) -> Race:
    """Return a number for the declined race; make room if all are in use."""
    for race in range(player + state.players, len(state.hook_tables), state.players):
        if state.hook_tables[race].race_index < 0:
            return race
    add_races(state)
    return len(state.regions) - state.players + player


def _flip(state: GameState, player: Player, race: Race, keep: Tokens) -> None:
    """Leave ``keep`` tokens in each region, the rest goes to the tray; pieces leave as they should."""
    number = state.hook_tables[player].race_index
    if state.carried:
        drop_carried(state, player)
    spare = state.hand[player] + state.withdrawn[player]
    if state.events is not None:
        pieces.report_moved(state.events, player, state.hand[player], HAND, TRAY)
        pieces.report_moved(state.events, player, state.withdrawn[player], WITHDRAWN, TRAY)
    tokens, occupant = state.tokens, state.occupant
    for region in indexes(state.regions[player]):
        if state.marked >> region & 1 and _strip(state, player, region):
            continue
        extra = tokens[region] - keep
        if extra > 0:
            spare += extra
            tokens[region] = keep
            state.defence[region] -= extra
            if state.events is not None:
                pieces.report_moved(state.events, player, extra, region, TRAY)
        occupant[region] = race
        if state.marked >> region & 1:
            pieces.clear_own_pieces(state, region, declining=True)
    state.tray[number] += spare
    state.hand[player] = state.withdrawn[player] = 0
    state.regions[race], state.adjacent[race] = state.regions[player], state.adjacent[player]
    state.regions[player] = state.adjacent[player] = 0
    if state.events is not None:
        state.events.append(Renumbered(player, race))


def _strip(state: GameState, player: Player, region: Region) -> bool:
    """Take pieces that are tokens off a region; true if it is lost with them (W-DECL-1)."""
    strip_token_pieces(state, player, region)
    if state.tokens[region]:
        return False
    give_up_region(state, player, region)
    return True


DECLINE: Final = Action("decline", choose_decline)


# --- declined races that become active again or change their owner


def wake_race(state: GameState, race: Race) -> Race:
    """Make a declined race the active one of its owner, who has none; return its new number.

    It has its badge only if that stayed with the banner.

    Example: ``race = state.wake(race)``

    :raises PluginError: it is not a declined race, or its owner has an active one.
    """
    player, before = race % state.players, state.hook_tables[race]
    _require_declined(state, race, "wake")
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no declined one can wake")
    power = before.power_index if before.keeps_badge else NONE
    _move(state, race, player, state.table.hook_table(before.race_index, power, False))
    state.decline_order = tuple([other for other in state.decline_order if other != race])
    refresh_relics(state, player)
    return player


def hand_over_race(state: GameState, race: Race, player: Player, *, awake: bool = False) -> Race:
    """Give a declined race to another player, who loses an earlier one unless it outlasts; return its number.

    Example: ``state.hand_over(conquest.loser, state.owner(race))``

    :param awake: give them any race as their active one, with its tokens and the badge that it has.
    :raises PluginError: it is not in decline; or the player has an active race already.
    """
    if awake:
        return _hand_over_awake(state, race, player)
    _require_declined(state, race, "hand over")
    if not state.hook_tables[race].outlasts_decline:
        remove_previous(state, player)
    new = free_instance(state, player)
    _move(state, race, new, state.hook_tables[race])
    state.decline_order = tuple([new if other == race else other for other in state.decline_order])
    return new


def _hand_over_awake(state: GameState, race: Race, player: Player) -> Race:
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no other one can be handed to them")
    before = state.hook_tables[race]
    has_badge = race < state.players or before.keeps_badge
    hook_table = state.table.hook_table(before.race_index, before.power_index if has_badge else NONE, False)
    _forget_turn(state, race)
    _move(state, race, player, hook_table)
    state.decline_order = tuple([other for other in state.decline_order if other != race])
    refresh_relics(state, player)
    return player


def remove_from_table(state: GameState, race: Race) -> None:
    """Take a race in play off the table: its tokens go to the tray, banner and badge back to the stacks (R-DECL-6).

    Its player picks another one in their next turn.

    Example: ``state.remove_race(race)``
    """
    _forget_turn(state, race)
    hook_table = state.hook_tables[race]
    remove_race(state, race)
    if race < state.players and hook_table.power_index >= 0 and not hook_table.keeps_badge:
        state.discards += (hook_table.power_index,)
    if race == state.turn and state.phase == "conquer":
        state.stage, state.fresh = HAS_CONQUERED, False


def _forget_turn(state: GameState, race: Race) -> None:
    """Forget what the race has begun in this turn."""
    state.before_ready = {other: before for other, before in state.before_ready.items() if other != race}
    if state.pending is not None and state.pending.race == race:
        state.pending = None


def _require_declined(state: GameState, race: Race, verb: str) -> None:
    if race < state.players or state.hook_tables[race].race_index < 0:
        raise PluginError(f"race {race} is not a declined race in play, so an ability cannot {verb} it")


def _move(state: GameState, race: Race, new: Race, hook_table: HookTable) -> None:
    """Give everything of a race in play to another number."""
    for values in (state.regions, state.adjacent, state.hand, state.withdrawn):
        values[new], values[race] = values[race], 0
    for region in indexes(state.regions[new]):
        state.occupant[region] = new
    carried = {key: count for key, count in state.carried.items() if key[1] == race}
    for (kind, _), count in carried.items():
        pieces.carry_pieces(state, race, kind, -count)
        pieces.carry_pieces(state, new, kind, count)
    if state.events is not None:
        state.events.append(Renumbered(race, new))
    set_hook_table(state, race, state.table.no_hooks)
    set_hook_table(state, new, hook_table)
