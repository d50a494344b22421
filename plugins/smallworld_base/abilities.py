"""Conquests for fewer tokens by a die, and peace with a player (R-BERSERK, R-DIPLOMAT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Literal

from smallworld import (
    HAS_CONQUERED,
    N_,
    Ability,
    Action,
    Bar,
    Conquest,
    GameState,
    Player,
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


class Peace(Ability):
    """At the end of a turn, peace with one opponent if their active race was not attacked.

    :param covers: the race with this power, or all regions of its owner.
    :param without_active_race: an opponent without an active race may be named.
    :param counts_declined_attacks: attacks by the owner's declined race count, too.
    :param two_player: peace is possible in a game of two players, or not.
    """

    rule = "R-DIPLOMAT-1"
    offers_in = ("finish",)
    verbs: ClassVar[Mapping[str, str]] = {N_("ally"): "PLAYER"}
    sentence: ClassVar[Mapping[str, str]] = {"ally": N_("is at peace with {words}")}
    prompt = N_("Choose an opponent for peace until your next turn, or end your turn")
    covers: Literal["active_only", "all_regions"] = "active_only"
    without_active_race: bool = True
    counts_declined_attacks: bool = False
    two_player: Literal["allowed", "banned"] = "allowed"

    def _eligible(self, state: GameState, race: Race) -> list[Player]:
        if self.two_player == "banned" and state.players == 2:
            return []
        owner, attacked = state.owner(race), state.attacked
        if self.counts_declined_attacks:
            attacked |= attacked >> state.players
        return [
            player
            for player in range(state.players)
            if player != owner and not attacked >> player & 1 and (self.without_active_race or state.is_in_play(player))
        ]

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        names = state.names
        return [state.action(self, f"ally {names[player]}", number=player) for player in self._eligible(state, race)]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.remember(self, action.number)
        state.end_phase()

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.remember(self, None)

    @hookimpl
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:  # all: the quickest call
        if attacker != state.recall(self, -1):
            return None
        regions = state.regions_of(state.owner(race)) if self.covers == "all_regions" else state.regions[race]
        return Bar(regions, "peace", N_("there is peace with its owner until their next turn"))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        ally = state.recall(self, -1)
        return {"ally": state.names[ally] if ally >= 0 else None}
