"""The column: prices, combos that are passed, vetoes and trades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Amount, Coins, Count, GameState, Player, Race, Refusal, hookimpl


class Curse(Ability):
    """The coins that a player puts on this combo to pass it are more than one.

    :param coins: additional coins.
    """

    rule = "MARKET-1"
    coins: Count = 2

    @hookimpl
    def pick_price(self, place: int, own_place: int) -> Coins:
        # ``own_place`` is -1 once the combo has been picked: the curse is over then.
        return self.coins if 0 <= own_place < place else 0

    @hookimpl
    def combo_passed(self, state: GameState, place: int, own_place: int) -> None:
        if place == own_place:  # the bank got the price; the combo gets it back
            state.put_coins(place, self.coins)


class Patience(Ability):
    """Each time this combo is passed it gains a token for the player who picks it.

    :param most: so many tokens at most.
    """

    rule = "MARKET-2"
    most: Count = 4

    @hookimpl
    def combo_passed(self, state: GameState, place: int, own_place: int) -> None:
        if place == own_place:
            state.remember(self, min(self.most, state.recall(self, 0) + 1))

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        state.gain_tokens(race, state.recall(self, 0))
        state.remember(self, None)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"waiting": state.recall(self, 0)}


class Haggling(Ability):
    """Its owner pays less for the next combo.

    :param coins: coins less; a combo never costs less than nothing.
    """

    rule = "MARKET-3"
    in_decline: bool = True
    coins: Amount = 2

    @hookimpl
    def pick_price(self, own_place: int) -> Coins:
        return -self.coins if own_place < 0 else 0  # not while it is for sale itself


class Snobbery(Ability):
    """Only players with enough coins may pick this combo.

    :param coins: the coins that a player has to have.
    """

    rule = "MARKET-4"
    coins: Count = 5

    @hookimpl
    def pick_price(self, state: GameState, player: Player, place: int, own_place: int) -> Coins | Refusal:
        if place == own_place and state.coins[player] < self.coins:
            return Refusal("snobbery", f"it serves nobody with fewer than {self.coins} coins")
        return 0


class Masquerade(Ability):
    """At the start of a turn the badge may be exchanged for one of the column, for a coin on that combo."""

    rule = "MARKET-5"
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"don": "N"}

    @hookimpl
    def offer_actions(self, state: GameState, race: Race) -> Iterable[Action]:
        if not state.fresh or state.picked or not state.coins[state.owner(race)] or state.recall_turn(self):
            return ()
        places = range(len(state.combos()))
        return [state.action(self, f"don {place + 1}", number=place) for place in places]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.remember_turn(self, True)
        state.put_coins(action.number, 1, state.owner(race))
        state.change_badge(race, action.number)


ABILITIES = (Curse, Patience, Haggling, Snobbery, Masquerade)
