"""Picking a combo from the column (rules D)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.rules.position import Position


def pick_actions(game: Position) -> list[Action]:
    """One action for each visible combo that the player can pay (R-PICK-1, R-PICK-2)."""
    affordable = min(len(game.choices_of(game.to_move)), game.coins[game.to_move] + 1)
    return PICKS[:affordable] if affordable <= len(PICKS) else [_pick(n) for n in range(1, affordable + 1)]


def pick(game: Position, action: Action) -> None:
    """Take a combo: its coins, its tokens, its abilities (R-PICK-3 to 5)."""
    player = game.to_move
    race, power = game.buy_combo(player, action.number - 1)
    kit = game.table.kit(race, power, False)
    game.set_kit(player, kit)
    book = game.table.rulebook
    game.gain_tokens(player, book.races[race].banner + book.powers[power].badge + kit.extra)
    game.picked = True
    game.fresh = False
    for call in kit.combo_taken:
        call(game, player)
    game.phase_over = True


def _pick(number: int) -> Action:
    return Action(f"pick {number}", pick, number=number)


PICKS = [_pick(number) for number in range(1, 13)]
