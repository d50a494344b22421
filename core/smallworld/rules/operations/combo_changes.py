"""Changes of combos in the column: coins, badges, and combos that are given or discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.events import BANK, COMBO, PICK, BadgeChanged, ComboGone, Picked
from smallworld.model.aliases import Coins, Player, PowerIndex, Race, RaceIndex
from smallworld.model.values import NOBODY
from smallworld.rules.operations.combo_column import refill_column
from smallworld.rules.state.gained_abilities import end_abilities, remove_ended_pieces, renew_lent, set_hook_table
from smallworld.rules.state.places import report_paid

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState


def put_coins(state: GameState, place: int, coins: Coins, player: Player = NOBODY, reason: Ability | str = "") -> None:
    """Put coins of a player, or of the bank, on a combo; a negative number takes some of those on it away.

    Example: ``state.put_coins(0, 2, player, reason=self)``

    :param reason: the ability that does it, for the log.
    """
    race_index, power_index, lying = state.column[place]
    coins = max(coins, -lying)
    _replace(state, place, (race_index, power_index, lying + coins))
    if player >= 0:
        state.coins[player] -= coins
    else:
        state.paid += coins
    if state.events is not None:
        report_paid(state.events, player if player >= 0 else BANK, COMBO, coins, reason, race_index)


def give_combo(state: GameState, player: Player, place: int) -> None:
    """Give a player without an active race the combo at a place, with the coins on it; nothing is paid for it.

    Example: ``state.give_combo(player, 0)``

    :raises PluginError: the player has an active race.
    """
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no combo can be given to them")
    race_index, power_index, coins = state.column[place]
    _take_away(state, place, player)
    state.coins[player] += coins
    refill_column(state)
    if player == state.turn:
        state.picked, state.fresh = True, False
        if state.phase == "pick":
            state.phase_over = True
    begin_combo(state, player, race_index, power_index)


def begin_combo(state: GameState, player: Player, race_index: RaceIndex, power_index: PowerIndex) -> None:
    """Give a player a race and its power: the tokens in hand, the abilities (R-PICK-4)."""
    set_hook_table(state, player, state.table.hook_table(race_index, power_index, False))
    if state.events is not None:
        state.events.append(Picked(player, race_index, power_index))
    hook_table, book = state.hook_tables[player], state.table.rulebook
    tokens = book.races[race_index].banner + book.powers[power_index].badge + hook_table.extra_tokens
    state.gain_tokens(player, tokens)
    for call in hook_table.combo_taken:
        call(state, player)
    if not state.table.plain_column:
        renew_lent(state)


def discard_combo(state: GameState, place: int) -> None:
    """Put a banner under its stack, discard the badge, give the coins to the bank, and show another combo.

    Example: ``state.discard_combo(len(state.column) - 1)``
    """
    race_index, power_index, coins = state.column[place]
    _take_away(state, place, BANK)
    state.paid -= coins
    state.banners += (race_index,)
    state.discards += (power_index,)
    refill_column(state)


def swap_badges(state: GameState, place: int, other: int) -> None:
    """Exchange the badges of two combos; the coins stay where they are.

    Example: ``state.swap_badges(0, 1)``
    """
    (race_index, power_index, coins), (other_race, other_power, other_coins) = state.column[place], state.column[other]
    _replace(state, place, (race_index, other_power, coins))
    _replace(state, other, (other_race, power_index, other_coins))


def change_badge(state: GameState, race: Race, place: int) -> None:
    """Exchange the badge of an active race with that of a combo; the new abilities hear of ``combo_taken``.

    Example: ``state.change_badge(race, 0)``
    """
    hook_table = state.hook_tables[race]
    race_index, power_index, coins = state.column[place]
    _replace(state, place, (race_index, hook_table.power_index, coins))
    _set_badge(state, race, power_index)


def _set_badge(state: GameState, race: Race, power_index: PowerIndex) -> None:
    before = state.hook_tables[race]
    new = state.table.hook_table(before.race_index, power_index, False, before.relics)
    if state.memory or before.abilities_ended:
        end_abilities(state, before, race, before.own_keys - new.own_keys)
    set_hook_table(state, race, new)
    book = state.table.rulebook
    remove_ended_pieces(state, race, [book.by_key[key] for key in before.own_keys - new.own_keys])
    for ability in book.power_abilities[power_index]:
        call = book.call_of(ability.key, "combo_taken")
        if call is not None:
            call(state, race)


def _replace(state: GameState, place: int, combo: tuple[int, int, int]) -> None:
    before = state.column[place]
    state.column = (*state.column[:place], combo, *state.column[place + 1 :])
    if state.events is not None and before[1] != combo[1]:
        state.events.append(BadgeChanged(place, combo[0], combo[1]))


def _take_away(state: GameState, place: int, receiver: int) -> None:
    """Take a combo out of the column; the coins on it are the receiver's, a player or ``BANK``."""
    race_index, power_index, coins = state.column[place]
    state.column = (*state.column[:place], *state.column[place + 1 :])
    if state.events is not None:
        report_paid(state.events, COMBO, receiver, coins, PICK, race_index)
        state.events.append(ComboGone(place, race_index, power_index))
