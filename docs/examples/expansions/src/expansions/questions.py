"""Questions: decisions of any player at any moment, with ``state.ask`` and the hook ``answers``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Conquest, Count, GameState, LaidPiece, Question, Race, hookimpl


class Towers(Ability):
    """When the race declines, its owner places pieces, one in a region.

    :param piece: the kind of piece.
    :param count: the number of pieces.
    """

    rule = "MARKET-6"
    piece: LaidPiece
    count: Count = 1

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        for _ in range(self.count):
            state.ask(self, race, state.owner(race))

    @hookimpl
    def answers(self, state: GameState, race: Race) -> Iterable[Action]:
        # A question without an answer is dropped, for example when every region has its piece.
        if not state.supply_of(self.piece):
            return ()
        free = state.regions[race] & ~state.regions_with(self.piece)
        return state.actions_at(self, f"place {self.piece} {{}}", free)

    @hookimpl
    def perform(self, state: GameState, action: Action) -> None:
        state.place(self.piece, action.region)


class Extortion(Ability):
    """A player who loses a region to the race pays a coin, or the race gains a token."""

    rule = "MARKET-7"
    verbs: ClassVar[Mapping[str, str]] = {"ransom": "", "yield": ""}
    sentence: ClassVar[Mapping[str, str]] = {"ransom": "pays the ransom", "yield": "yields the region"}

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        loser = state.owner(conquest.loser)
        if loser >= 0 and loser != state.owner(race):
            state.ask(self, race, loser)  # an opponent decides during this turn

    @hookimpl
    def answers(self, state: GameState, question: Question) -> Iterable[Action]:
        if state.coins[question.player]:
            yield state.action(self, "ransom")
        yield state.action(self, "yield")

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        assert state.question is not None
        if action.verb == "ransom":
            state.pay(state.question.player, 1, state.owner(race), self)
        else:
            state.gain_tokens(race, 1)


ABILITIES = (Towers, Extortion)
