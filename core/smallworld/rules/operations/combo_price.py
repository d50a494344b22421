"""Abilities while a player picks: prices, refusals, offers, and the report of passed combos."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.events import PICK
from smallworld.model.aliases import Coins, Player, Race
from smallworld.model.values import NOBODY
from smallworld.rules.operations.barriers import pay_coins
from smallworld.rules.operations.combo_column import choices_of

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState


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
        yield ability, NOBODY, NOBODY


def pick_price(state: GameState, player: Player, number: int) -> Coins | Refusal:
    """Return what a player pays for a combo, or the reason why they may not pick it.

    :param number: its place among those that the player may pick from, from 0.
    """
    change = 0
    if state.table.rulebook.hooks["pick_price"]:
        place = choices_of(state, player)[number]
        for ability, own_place, race in _abilities_for(state, player):
            call = state.table.rulebook.call_of(ability.key, "pick_price")
            answer = call(state, race, player, place, own_place) if call is not None else 0
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
            actions += call(state, player if race == NOBODY else race, "pick") if call is not None else ()
    return actions


def report_passed(state: GameState, player: Player, number: int) -> None:
    """Report the combos above the one that a player has just picked."""
    if not state.table.rulebook.hooks["combo_passed"]:
        return
    for place in list(choices_of(state, player))[:number]:
        for ability, own_place, race in list(_abilities_for(state, player)):
            call = state.table.rulebook.call_of(ability.key, "combo_passed")
            if call is not None:
                call(state, race, player, place, own_place)


def pay_for_pick(state: GameState, player: Player, number: int, price: Coins) -> None:
    """Pay the bank what a combo costs beyond a coin for each one above it; a negative rest is paid out."""
    if price != number:
        pay_coins(state, player, price - number, reason=PICK)
