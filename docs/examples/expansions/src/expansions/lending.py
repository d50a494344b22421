"""Lending: the engine asks ``lent`` which races or powers give their abilities to the race now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, GameState, PowerId, Race, Symbol, hookimpl


class Mimicry(Ability):
    """Once a turn the race takes on the power of a badge in the column, until it takes on another.

    :param powers: the powers that it can take on. Powers with pieces or a verb are better left out.
    """

    rule = "MARKET-8"
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"mimic": "WORD"}
    powers: tuple[PowerId, ...]

    @hookimpl
    def lent(self, state: GameState) -> Iterable[str]:
        power = state.recall(self)
        return [power] if power else []

    @hookimpl
    def offer_actions(self, state: GameState) -> Iterable[Action]:
        if state.recall_turn(self):
            return
        for _, power, _ in state.combos():
            if power in self.powers and power != state.recall(self):
                yield state.action(self, f"mimic {power}")

    @hookimpl
    def perform(self, state: GameState, action: Action) -> None:
        state.remember_turn(self, True)
        state.remember(self, action.operands[0])  # the engine asks ``lent`` again after every action of an ability

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"mimics": state.recall(self)}


class LeyLines(Ability):
    """While the race holds a region with a symbol, it has one more power.

    :param symbol: the symbol.
    :param power: the power that such a region lends.
    """

    rule = "MARKET-9"
    symbol: Symbol
    power: PowerId

    @hookimpl
    def lent(self, state: GameState, race: Race) -> Iterable[str]:
        return [self.power] if state.regions[race] & state.board.symbol(self.symbol) else []


ABILITIES = (Mimicry, LeyLines)
