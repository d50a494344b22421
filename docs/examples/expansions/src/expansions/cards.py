"""Secrets of single players: cards that only their owner sees, in views and for bots too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Amount, Count, GameState, Race, Terrain, hookimpl


class Schemes(Ability):
    """Every player gets a secret terrain; at the end it earns coins for each of their regions there.

    :param terrains: the cards, one terrain each; at least as many as players.
    :param coins: coins for each region.
    """

    rule = "SCHEME-1"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    terrains: tuple[Terrain, ...]
    coins: Amount = 2

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        state.deal_secrets(self, self.terrains)

    @hookimpl
    def game_ended(self, state: GameState) -> None:
        for player in range(state.players):
            for terrain in state.secrets_of(self, player):
                regions = state.regions_of(player) & state.board.terrain(terrain)
                state.gain_coins(player, self.coins * regions.bit_count(), self)


class Favours(Ability):
    """Every player gets secret favours and may play one a turn: gold for coins, levy for a token in hand.

    :param each: favours for each player.
    :param coins: coins for gold.
    """

    rule = "SCHEME-2"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"favour": "WORD"}
    sentence: ClassVar[Mapping[str, str]] = {"favour": "plays the favour {words}"}
    each: Count = 2
    coins: Amount = 2

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        state.deal_secrets(self, ["gold", "levy"] * self.each * state.players, self.each)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race) -> Iterable[Action]:
        if race != state.to_move or state.recall_turn(self):  # an edition is asked for each race of the player
            return []
        cards = sorted(set(state.secrets_of(self, state.to_move)))
        return [state.action(self, f"favour {card}") for card in cards]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        card = action.operands[0]
        state.begin_acting(race)
        state.remember_turn(self, True)
        state.play_secret(self, state.to_move, card)  # from now on everybody has seen it
        if card == "gold":
            state.gain_coins(state.to_move, self.coins, self)
        else:
            state.gain_tokens(race, 1)


ABILITIES = (Schemes, Favours)
