"""Choices and special events of a turn: forms, airstrikes, recruits, Harmony, lone tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar, Literal

from smallworld import (
    N_,
    NATIVES,
    Ability,
    Action,
    Amount,
    Board,
    Coins,
    CostChange,
    Count,
    GameState,
    OnceATurn,
    Race,
    Refusal,
    Region,
    SpecialConquest,
    Toll,
    Word,
    _,
    hookimpl,
    lazy,
    ngettext,
)

FORMS = (N_("human"), N_("worgen"))


@cache
def _reason(coins: Coins) -> str:
    return lazy("{coins} for breaking the harmony", coins=coins)


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
            state.gain_coins(state.owner(race), self.coins)
        else:
            state.pay(state.owner(race), self.price)

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        return ((-self.discount, board.all),) if state.recall_turn(self) == "worgen" else ()

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {N_("form"): state.recall_turn(self)}


class Airstrike(OnceATurn):
    """Once a turn any region of any island is conquered, cheaper by a free roll of the die.

    :param means: the word of the notation.
    :param first_conquest: it may be a First Conquest, on any region.
    :param miss: after a roll that is too low, conquests go on, or only the final die on that region remains.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-GNOME-1"
    means: Word = "airstrike"
    first_conquest: bool = True
    miss: Literal["called_off", "ends_conquests"] = "called_off"
    joins: bool = True

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state):
            return ()
        free = self.first_conquest or state.regions[race]
        targets = state.board.all if free else state.board.entry
        return (SpecialConquest(self.means, targets, far=True, joins=self.joins, free_die=True, miss=self.miss),)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


class RecruitTokens(Ability):
    """At the start of redeployment, new tokens for coins, one for each token destroyed this turn.

    :param price: coins for each token.
    :param natives: destroyed natives count.
    :param own_decline: tokens of the owner's own declined race count.
    """

    rule = "W-FORS-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {N_("recruit"): "N"}
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
        coins, tray = state.coins[state.owner(race)], state.tray[state.hook_tables[race].race_index]
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
        state.pay(state.owner(race), self.price * action.number)
        state.gain_tokens(race, action.number)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"may_recruit": state.recall_turn(self, 0)}


ATTACKS = ("conquest", "explosion", "intimidate")
"""Attempts that break the harmony under every ruling."""


class HarmonyToll(Ability):
    """Opponents whom the race did not attack must pay before their first attack of a turn.

    :param coins: coins to the owner.
    :param swap_is_attack: exchanging its region with another is an attack.
    """

    rule = "W-PANDA-1"
    coins: Amount = 2
    swap_is_attack: bool = True

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.remember(self, None)

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        opponents = [player for player in range(state.players) if player != state.owner(race)]
        state.remember(self, tuple(player for player in opponents if not state.attacked >> player & 1))

    @hookimpl
    def toll(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Toll | None:
        player = state.owner(attacker)
        if player not in state.recall(self, ()) or player in state.recall_turn(self, ()):
            return None
        if attempt not in ATTACKS and not (attempt == "swap" and self.swap_is_attack):
            return None
        return Toll(self.coins, state.owner(race), _reason(self.coins), state.regions[race])

    @hookimpl
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(attacker)))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        owing, paid = state.recall(self, ()), state.recall_turn(self, ())
        return {
            N_("harmony"): [state.names[player] for player in owing],
            N_("paid"): [state.names[player] for player in paid],
        }


class LoneTokenLeaves(Ability):
    """A token that is alone in a region leaves it at once.

    :param after_decline: in decline too; it then goes to the tray.
    """

    rule = "W-TAUREN-4"
    in_decline: bool = True
    after_decline: bool = False

    @hookimpl
    def region_weakened(self, state: GameState, race: Race, region: Region) -> None:
        declined = state.is_declined(race)
        if state.tokens[region] == 1 and (self.after_decline or not declined):
            state.withdraw(region, to_tray=declined)


ABILITIES = (TurnChoice, Airstrike, RecruitTokens, HarmonyToll, LoneTokenLeaves)
