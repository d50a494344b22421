"""Picking a combo from the column (rules D)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.model.aliases import Player
from smallworld.rules.operations.combo_column import (
    begin_combo,
    buy_combo,
    choices_of,
    pay_for_pick,
    pick_offers,
    pick_price,
    report_passed,
)

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def pick_actions(state: GameState) -> list[Action]:
    """List one action for each visible combo that the player can pay (R-PICK-1, R-PICK-2)."""
    if not state.table.plain_column:
        return _list_picks(state, state.to_move)
    affordable = min(len(state.column), state.coins[state.to_move] + 1)
    return PICKS[:affordable] if affordable <= len(PICKS) else [_pick(n) for n in range(1, affordable + 1)]


def _list_picks(state: GameState, player: Player) -> list[Action]:
    """List the picks at the prices of abilities, and their offers; who can pick nothing goes on without a race."""
    actions: list[Action] = []
    for number in range(len(choices_of(state, player))):
        price = pick_price(state, player, number)
        if not isinstance(price, Refusal) and price <= state.coins[player]:
            actions.append(PICKS[number] if number < len(PICKS) else _pick(number + 1))
    return actions + pick_offers(state, player) or [PASS]


def pick(state: GameState, action: Action) -> None:
    """Take a combo: its coins, its tokens, its abilities (R-PICK-3 to 5)."""
    player, number = state.to_move, action.number - 1
    plain = state.table.plain_column
    if not plain:
        price = pick_price(state, player, number)
        assert not isinstance(price, Refusal)
        pay_for_pick(state, player, number, price)
    race, power = buy_combo(state, player, number)
    if not plain:
        report_passed(state, player, number)
    state.picked = True
    state.fresh = False
    begin_combo(state, player, race, power)
    state.phase_over = True


def _pick(number: int) -> Action:
    return Action(f"pick {number}", pick, number=number)


def pass_pick(state: GameState, action: Action) -> None:
    """Pick nothing, because no combo is on offer (``done``)."""
    state.phase_over = True


PASS: Final = Action("done", pass_pick)
PICKS: Final = [_pick(number) for number in range(1, 13)]
