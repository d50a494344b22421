"""The course of the game: the order of turns, the number of rounds, bids that everybody makes at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Amount, Count, GameState, Player, Question, Race, hookimpl


class Bids(Ability):
    """In each round everybody bids secretly for the order of the next one; all bids are paid to the bank.

    :param most: the highest bid.
    """

    rule = "TURN-1"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    verbs: ClassVar[Mapping[str, str]] = {"bid": "N"}
    sentence: ClassVar[Mapping[str, str]] = {"bid": "bids {number}"}
    most: Count = 3

    @hookimpl
    def round_started(self, state: GameState) -> None:
        if state.round < state.rounds:
            for player in state.turn_order:
                # Sealed answers stay secret, also in views, until the last one is given.
                state.ask(self, player, player, sealed=True)

    @hookimpl
    def answers(self, state: GameState, question: Question) -> Iterable[Action]:
        most = min(self.most, state.coins[question.player])
        return [state.action(self, f"bid {coins}", number=coins) for coins in range(most + 1)]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        # All bids are carried out one after the other, in the order in which they were asked.
        assert state.question is not None
        state.pay(state.question.player, action.number, reason=self)
        bids = (*state.recall_turn(self, ()), (state.question.player, action.number))
        state.remember_turn(self, bids)
        if len(bids) == state.players:
            highest_first = sorted(bids, key=lambda bid: -bid[1])  # a tie keeps the order of this round
            state.choose_turn_order([player for player, _ in highest_first])


class Serpentine(Ability):
    """Each round goes in the opposite direction of the one before."""

    rule = "TURN-2"
    users: ClassVar[tuple[str, ...]] = ("edition",)

    @hookimpl
    def round_started(self, state: GameState) -> None:
        if state.round > 1:
            state.choose_turn_order(state.turn_order[::-1])


class Overtime(Ability):
    """When the last round begins the die is rolled; unless it is blank, there is one more round.

    :param rounds: the most additional rounds.
    """

    rule = "TURN-3"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    rounds: Amount = 2

    @hookimpl
    def round_started(self, state: GameState) -> None:
        added = state.recall(self, 0)
        if state.round == state.rounds and added < self.rounds and state.roll():
            state.remember(self, added + 1)
            state.change_rounds(state.rounds + 1)


class Landslide(Ability):
    """A lead of many coins ends the game with the round: nobody can catch up any more.

    :param lead: the lead in coins.
    """

    rule = "TURN-4"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    lead: Count

    @hookimpl
    def turn_opened(self, state: GameState, player: Player) -> None:
        first, second = sorted(state.coins, reverse=True)[:2]
        if first - second >= self.lead:
            state.change_rounds(state.round)


ABILITIES = (Bids, Serpentine, Overtime, Landslide)
