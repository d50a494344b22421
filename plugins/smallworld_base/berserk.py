"""The die before any conquest (Berserk)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from smallworld import (
    HAS_CONQUERED,
    N_,
    Ability,
    Action,
    Conquest,
    GameState,
    Race,
    Refusal,
    Regions,
    Tokens,
    hookimpl,
    indexes,
)

NO_FINAL_DIE: Final = Refusal("no_final_die", N_("this race rolls before its conquests instead of a final attempt"))


class DieDiscount(Ability):
    """The die may be rolled before any conquest and lowers its cost; it replaces the final attempt."""

    rule = "R-BERSERK-1"
    ledger_label = N_("the die that was rolled")
    offers_in = ("conquer",)
    refuses = ("die",)
    verbs: ClassVar[Mapping[str, str]] = {N_("roll"): ""}
    sentence: ClassVar[Mapping[str, str]] = {"roll": N_("rolls the die")}

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        was_rolled = state.recall_turn(self) is not None
        is_short = state.hand_now(race) < state.garrison_of(race)
        if was_rolled or is_short or state.stage == HAS_CONQUERED:
            return ()
        return (state.action(self, "roll"),)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.begin_acting(race, conquers=True)
        state.remember_turn(self, state.roll())
        if all(state.cost(race, region) > state.hand[race] for region in indexes(state.targets(race))):
            state.end_phase()  # it was the final attempt (R-BERSERK-2)

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race) -> Iterable[tuple[Tokens, Regions]]:
        rolled = state.recall_turn(self)
        return ((-rolled, state.board.all),) if rolled else ()

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if not conquest.means:  # conversion and Dragon do not use the roll up (R-BERSERK-7)
            state.remember_turn(self, None)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal:
        return NO_FINAL_DIE

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"rolled": state.recall_turn(self)}
