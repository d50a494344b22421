"""The influence of abilities on the column: prices and refusals of places, offers while picking, coins and badges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.errors import PluginError, Refusal
from smallworld.model.aliases import Coins, Player, PowerIndex, Race, RaceIndex
from smallworld.model.values import NOBODY
from smallworld.rules.operations.barriers import pay_coins
from smallworld.rules.operations.column import choices_of, refill_column
from smallworld.rules.state.gained_abilities import end_abilities, remove_ended_pieces
from smallworld.rules.state.seats import set_hook_table

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.state.state import GameState


def _abilities_for(state: GameState, player: Player) -> Iterator[tuple[Ability, int, Race]]:
    """Yield the abilities that are asked, with their place in the column or -1, and the race that they get."""
    book = state.table.rulebook
    for own_place, (race_index, power_index, _) in enumerate(state.column):
        for ability in (*book.race_abilities[race_index], *book.power_abilities[power_index]):
            yield ability, own_place, NOBODY
    for race, hook_table in enumerate(state.hook_tables):
        for ability in book.own_abilities(hook_table.key):
            if race % state.players == player or ability.common:
                yield ability, NOBODY, race
    for ability in book.edition:
        yield ability, NOBODY, player


def pick_price(state: GameState, player: Player, number: int) -> Coins | Refusal:
    """Return what a player pays for a combo, or the reason why they may not pick it.

    :param number: its place among those that the player may pick from, from 0.
    """
    change = 0
    if state.table.rulebook.hooks["pick_price"]:
        place = choices_of(state, player)[number]
        for ability, own_place, _ in _abilities_for(state, player):
            call = state.table.rulebook.call_of(ability.key, "pick_price")
            answer = call(state, player, place, own_place) if call is not None else 0
            if isinstance(answer, Refusal):
                return answer
            change += answer
    return max(0, number + change)


def pick_offers(state: GameState, player: Player) -> list[Action]:
    """List what abilities offer while a player picks."""
    actions: list[Action] = []
    for ability, own_place, race in _abilities_for(state, player):
        if own_place < 0 and "pick" in ability.offers_in:
            call = state.table.rulebook.call_of(ability.key, "offer_actions")
            actions += call(state, race, "pick") if call is not None else ()
    return actions


def report_passed(state: GameState, player: Player, number: int) -> None:
    """Report the combos above the one that a player has just picked."""
    if not state.table.rulebook.hooks["combo_passed"]:
        return
    for place in list(choices_of(state, player))[:number]:
        for ability, own_place, _ in list(_abilities_for(state, player)):
            call = state.table.rulebook.call_of(ability.key, "combo_passed")
            if call is not None:
                call(state, player, place, own_place)


# --- verbs


def put_coins(state: GameState, place: int, coins: Coins, player: Player = NOBODY) -> None:
    """Put coins of a player, or of the bank, on a combo; a negative number takes some of those on it away."""
    race_index, power_index, lying = state.column[place]
    coins = max(coins, -lying)
    _replace(state, place, (race_index, power_index, lying + coins))
    if player >= 0:
        state.coins[player] -= coins
    else:
        state.paid += coins


def give_combo(state: GameState, player: Player, place: int) -> None:
    """Give a player without an active race the combo at a place, with the coins on it; nothing is paid for it.

    :raises PluginError: the player has an active race.
    """
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no combo can be given to them")
    race_index, power_index, coins = state.column[place]
    state.column = (*state.column[:place], *state.column[place + 1 :])
    state.coins[player] += coins
    refill_column(state)
    if player == state.turn:
        state.picked, state.fresh = True, False
        state.phase_over = state.phase_over or state.phase == "pick"
    begin_combo(state, player, race_index, power_index)


def begin_combo(state: GameState, player: Player, race_index: RaceIndex, power_index: PowerIndex) -> None:
    """Give a player a race and its power: the tokens in hand, the abilities (R-PICK-4)."""
    set_hook_table(state, player, state.table.hook_table(race_index, power_index, False))
    hook_table, book = state.hook_tables[player], state.table.rulebook
    tokens = book.races[race_index].banner + book.powers[power_index].badge + hook_table.extra_tokens
    state.gain_tokens(player, tokens)
    for call in hook_table.combo_taken:
        call(state, player)
    if not state.table.plain_column:
        state.renew_lent()


def discard_combo(state: GameState, place: int) -> None:
    """Put a banner under its stack, discard the badge, give the coins to the bank, and show another combo."""
    race_index, power_index, coins = state.column[place]
    state.column = (*state.column[:place], *state.column[place + 1 :])
    state.paid -= coins
    state.banners += (race_index,)
    state.discards += (power_index,)
    refill_column(state)


def swap_badges(state: GameState, place: int, other: int) -> None:
    """Exchange the badges of two combos; the coins stay where they are."""
    (race_index, power_index, coins), (other_race, other_power, other_coins) = state.column[place], state.column[other]
    _replace(state, place, (race_index, other_power, coins))
    _replace(state, other, (other_race, power_index, other_coins))


def change_badge(state: GameState, race: Race, place: int) -> None:
    """Exchange the badge of an active race with that of a combo; the new abilities hear of ``combo_taken``."""
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
    state.column = (*state.column[:place], combo, *state.column[place + 1 :])


def pay_for_pick(state: GameState, player: Player, number: int, price: Coins) -> None:
    """Pay the bank what a combo costs beyond a coin for each one above it; a negative rest is paid out."""
    if price != number:
        pay_coins(state, player, price - number)
