"""The die before any conquest (Berserk)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Conquest, Position, Refusal, hookimpl

NO_FINAL_DIE = Refusal("no_final_die", "this race rolls before its conquests instead of a final attempt")


class DieDiscount(Ability):
    """The die may be rolled before any conquest and lowers its cost; there is no final attempt."""

    rule = "R-BERSERK-1"
    words = "the die that was rolled"
    offers_in = ("conquer",)
    refuses = ("die",)
    verbs: ClassVar[Mapping[str, str]] = {"roll": ""}

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        waiting = game.recall_turn(self) is not None
        if waiting or game.stage == 2 or game.hand_now(race) < game.kit[race].garrison:
            return ()
        return (game.action(self, "roll"),)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.begin_conquests(race)
        game.note(self, game.roll())
        if not game.payable(race, game.targets(race), game.hand[race]):
            game.end_conquests()  # it was the final attempt (R-BERSERK-2)

    @hookimpl
    def conquest_cost(self, game: Position, race: int) -> Iterable[tuple[int, int]]:
        rolled = game.recall_turn(self)
        return ((-rolled, game.board.all),) if rolled else ()

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if not conquest.means:  # conversion and Dragon do not use the roll up (R-BERSERK-7)
            game.note(self, None)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal:
        return NO_FINAL_DIE

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"rolled": game.recall_turn(self)}
