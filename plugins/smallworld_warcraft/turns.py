"""Choices and strokes of a turn: forms, airstrikes, recruits, Harmony, lone tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from smallworld import NATIVES, Ability, Action, Amount, Count, Means, Position, Refusal, Toll, Word, hookimpl
from smallworld.abilities.means import OnceATurn
from smallworld.model.board import Board
from smallworld.rules.records import CostChange


class TurnChoice(Ability):
    """Each turn begins with a choice: coins, or for a coin a discount on every conquest.

    :param coins: coins for the form of humans.
    :param price: coins for the form of worgen.
    :param discount: tokens that this form saves on every region.
    :param on_decline_turn: the form is chosen before declining, too.
    """

    rule = "W-WORGEN-1"
    words = "the form of worgen"
    offers_in = refuses_in = ("conquer",)
    refuses = ("act", "decline")
    verbs: ClassVar[Mapping[str, str]] = {"form": "WORD"}
    coins: Amount = 2
    price: Amount = 1
    discount: int = 1
    on_decline_turn: bool = False

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        asked = what == "act" or (what == "decline" and self.on_decline_turn)
        if asked and not game.recall_turn(self):
            return Refusal("form", "a form has to be chosen first: form human or form worgen")
        return None

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if game.recall_turn(self):
            return ()
        able = game.coins[game.owner(race)] >= self.price
        return [game.action(self, f"form {form}") for form in (("human", "worgen") if able else ("human",))]

    def unavailable(self, game: Position, race: int, region: int) -> str:
        chosen = game.recall_turn(self)
        return f"the form of {chosen} was chosen this turn" if chosen else ""

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        if not self.on_decline_turn:
            game.act(race)
        form = action.operands[0]
        game.note(self, form)
        if form == "human":
            game.gain_coins(game.owner(race), self.coins)
        else:
            game.pay(game.owner(race), self.price)

    @hookimpl
    def conquest_cost(self, game: Position, race: int, board: Board) -> CostChange:
        return ((-self.discount, board.all),) if game.recall_turn(self) == "worgen" else ()

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"form": game.recall_turn(self)}


class Airstrike(OnceATurn):
    """Once a turn any region of any island is conquered, cheaper by a free roll of the die.

    :param means: the word of the notation.
    :param first_conquest: it may be a First Conquest wherever it goes.
    :param miss: what follows if the roll is too low: nothing, or only the final die on that region is left.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-GNOME-1"
    means: Word = "airstrike"
    first_conquest: bool = True
    miss: Literal["called_off", "ends_conquests"] = "called_off"
    joins: bool = True

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        if self.spent(game):
            return ()
        free = self.first_conquest or game.regions[race]
        targets = game.board.all if free else game.board.entry
        return (Means(self.means, targets, far=True, joins=self.joins, free_die=True, miss=self.miss),)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"used": bool(game.recall_turn(self))}


class RecruitTokens(Ability):
    """As the first thing in redeployment, new tokens for coins, one for each token destroyed this turn.

    :param price: coins for each token.
    :param natives: destroyed natives count.
    :param own_decline: tokens of the owner's own declined race count.
    """

    rule = "W-FORS-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {"recruit": "N"}
    price: Count = 1
    natives: bool = True
    own_decline: bool = False

    @hookimpl
    def tokens_destroyed(self, game: Position, race: int, loser: int, count: int) -> None:
        counts = self.natives if loser == NATIVES else self.own_decline or game.owner(loser) != game.owner(race)
        if counts:
            game.note(self, game.recall_turn(self, 0) + count)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if not game.fresh:
            return ()
        coins, tray = game.coins[game.owner(race)], game.tray[game.kit[race].race]
        most = min(game.recall_turn(self, 0), coins // self.price, tray)
        return [game.action(self, f"recruit {count}", number=count) for count in range(1, most + 1)]

    def unavailable(self, game: Position, race: int, region: int) -> str:
        if not game.fresh:
            return "recruiting is the first thing in redeployment, or it is left out"
        if not game.recall_turn(self, 0):
            return "nothing can be recruited: no token was destroyed this turn that counts"
        if game.coins[game.owner(race)] < self.price:
            return f"a token costs {self.price}, and you have {game.coins[game.owner(race)]} coins"
        return "no token of the race is left on the tray"

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.note(self, None)
        game.pay(game.owner(race), self.price * action.number)
        game.gain_tokens(race, action.number)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"may_recruit": game.recall_turn(self, 0)}


ATTACKS = ("conquest", "explosion", "intimidate")
"""Attempts that break the harmony whatever the ruling."""


class HarmonyToll(Ability):
    """Opponents who were left alone must pay before their first attack of a turn.

    :param coins: coins to the owner.
    :param swap_is_attack: exchanging its region with another is an attack.
    """

    rule = "W-PANDA-1"
    coins: Amount = 2
    swap_is_attack: bool = True

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        game.remember(self, None)

    @hookimpl
    def turn_ending(self, game: Position, race: int) -> None:
        others = [player for player in range(game.players) if player != game.owner(race)]
        game.remember(self, tuple(player for player in others if not game.attacked >> player & 1))

    @hookimpl
    def toll(self, game: Position, race: int, attacker: int, attempt: str) -> Toll | None:
        player = game.owner(attacker)
        if player not in game.recall(self, ()) or player in game.recall_turn(self, ()):
            return None
        if attempt not in ATTACKS and not (attempt == "swap" and self.swap_is_attack):
            return None
        return Toll(self.coins, game.owner(race), f"{self.coins} for breaking the harmony", game.regions[race])

    @hookimpl
    def toll_paid(self, game: Position, race: int, attacker: int) -> None:
        game.note(self, (*game.recall_turn(self, ()), game.owner(attacker)))

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        held, paid = game.recall(self, ()), game.recall_turn(self, ())
        return {"harmony": [game.names[player] for player in held], "paid": [game.names[player] for player in paid]}


class LoneTokenLeaves(Ability):
    """A token that is left alone in a region leaves it at once.

    :param after_decline: in decline too; it then goes to the tray.
    """

    rule = "W-TAUREN-4"
    in_decline: bool = True
    after_decline: bool = False

    @hookimpl
    def region_thinned(self, game: Position, race: int, region: int) -> None:
        declined = game.is_declined(race)
        if game.tokens[region] == 1 and (self.after_decline or not declined):
            game.pull_out(race, region, to_tray=declined)


ABILITIES = (TurnChoice, Airstrike, RecruitTokens, HarmonyToll, LoneTokenLeaves)
