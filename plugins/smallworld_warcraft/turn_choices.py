"""Choices at the start of a turn or of redeployment: a form, recruits for coins (W-WORGEN, W-FORS)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from smallworld import (
    N_,
    NATIVES,
    Ability,
    Action,
    Amount,
    Board,
    CostChange,
    Count,
    GameState,
    Race,
    Refusal,
    Region,
    _,
    hookimpl,
    ngettext,
)

FORMS: Final = (N_("human"), N_("worgen"))


class TurnChoice(Ability):
    """Each turn begins with a choice: coins, or for a coin a discount on every conquest.

    :param coins: coins that the human form earns.
    :param price: coins that the worgen form costs.
    :param discount: tokens that this form saves on every region.
    :param on_decline_turn: the form is chosen before declining, too.
    """

    rule = "W-WORGEN-1"
    ledger_label = N_("the form of worgen")
    offers_in = refuses_in = ("conquer",)
    refuses = ("act", "decline")
    verbs: ClassVar[Mapping[str, str]] = {N_("form"): "WORD"}
    sentence: ClassVar[Mapping[str, str]] = {"form": N_("takes the form of {words}")}
    coins: Amount = 2
    price: Amount = 1
    discount: int = 1
    on_decline_turn: bool = False

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        refused = matter == "act" or (matter == "decline" and self.on_decline_turn)
        if refused and not state.recall_turn(self):
            return Refusal("form", N_("a form has to be chosen first: form human or form worgen"))
        return None

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if state.recall_turn(self):
            return ()
        able = state.coins[state.owner(race)] >= self.price
        return [state.action(self, f"form {form}") for form in (FORMS if able else FORMS[:1])]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        chosen = state.recall_turn(self)
        return _("the form of {form} was chosen this turn", form=_(chosen)) if chosen else ""

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        if not self.on_decline_turn:
            state.begin_acting(race)
        form = action.operands[0]
        state.remember_turn(self, form)
        if form == "human":
            state.gain_coins(state.owner(race), self.coins, self)
        else:
            state.pay(state.owner(race), self.price, reason=self)

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        return ((-self.discount, board.all),) if state.recall_turn(self) == "worgen" else ()

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {N_("form"): state.recall_turn(self)}


class RecruitTokens(Ability):
    """At the start of redeployment, new tokens for coins, one for each token destroyed this turn.

    :param price: coins for each token.
    :param natives: destroyed natives count.
    :param own_decline: tokens of the owner's own declined race count.
    """

    rule = "W-FORS-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {N_("recruit"): "N"}
    sentence: ClassVar[Mapping[str, str]] = {"recruit": N_("recruits {tokens}")}
    price: Count = 1
    natives: bool = True
    own_decline: bool = False

    @hookimpl
    def tokens_destroyed(self, state: GameState, race: Race, loser: Race, count: int) -> None:
        counts = self.natives if loser == NATIVES else self.own_decline or state.owner(loser) != state.owner(race)
        if counts:
            state.remember_turn(self, state.recall_turn(self, 0) + count)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.fresh:
            return ()
        coins, tray = state.coins[state.owner(race)], state.tray_of(race)
        most = min(state.recall_turn(self, 0), coins // self.price, tray)
        return [state.action(self, f"recruit {count}", number=count) for count in range(1, most + 1)]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        if not state.fresh:
            return _("recruiting is the first thing in redeployment, or it is left out")
        if not state.recall_turn(self, 0):
            return _("nothing can be recruited: no token was destroyed this turn that counts")
        if state.coins[state.owner(race)] < self.price:
            coins = state.coins[state.owner(race)]
            return ngettext(
                "a token costs {price}, and you have {count} coin",
                "a token costs {price}, and you have {count} coins",
                coins,
                price=self.price,
            )
        return _("no token of the race is left on the tray")

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.remember_turn(self, None)
        state.pay(state.owner(race), self.price * action.number, reason=self)
        state.gain_tokens(race, action.number)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"may_recruit": state.recall_turn(self, 0)}


ABILITIES = (TurnChoice, RecruitTokens)
