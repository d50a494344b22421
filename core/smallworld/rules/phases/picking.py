"""Picking a combo from the column (rules D)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.rules.phases.column import buy_combo, choices_of
from smallworld.rules.state.seats import set_hook_table
from smallworld.rules.state.state import GameState


def pick_actions(state: GameState) -> list[Action]:
    """List one action for each visible combo that the player can pay (R-PICK-1, R-PICK-2)."""
    affordable = min(len(choices_of(state, state.to_move)), state.coins[state.to_move] + 1)
    return PICKS[:affordable] if affordable <= len(PICKS) else [_pick(n) for n in range(1, affordable + 1)]


def pick(state: GameState, action: Action) -> None:
    """Take a combo: its coins, its tokens, its abilities (R-PICK-3 to 5)."""
    player = state.to_move
    race, power = buy_combo(state, player, action.number - 1)
    hook_table = state.table.hook_table(race, power, False)
    set_hook_table(state, player, hook_table)
    book = state.table.rulebook
    state.gain_tokens(player, book.races[race].banner + book.powers[power].badge + hook_table.extra_tokens)
    state.picked = True
    state.fresh = False
    for call in hook_table.combo_taken:
        call(state, player)
    state.phase_over = True


def _pick(number: int) -> Action:
    return Action(f"pick {number}", pick, number=number)


PICKS = [_pick(number) for number in range(1, 13)]
