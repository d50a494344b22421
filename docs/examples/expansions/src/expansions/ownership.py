"""Races that wake or change hands, and tokens that leave or enter regions in anybody's turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import Ability, Action, Conquest, Count, GameState, Race, Tokens, hookimpl


class Waking(Ability):
    """Instead of picking a combo, its owner may make the declined race active again."""

    rule = "WAR-5"
    in_decline: bool = True
    offers_in: ClassVar[tuple[str, ...]] = ("pick",)
    verbs: ClassVar[Mapping[str, str]] = {"wake": ""}

    @hookimpl
    def offer_actions(self, state: GameState) -> Iterable[Action]:
        return [state.action(self, "wake")]

    @hookimpl
    def perform(self, state: GameState, race: Race) -> None:
        state.wake(race)
        state.end_phase()  # nothing is left to pick


class Beguiling(Ability):
    """Once, when a turn begins, its owner may buy a declined race of an opponent.

    :param coins: coins for the opponent.
    """

    rule = "WAR-6"
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"beguile": "PLAYER"}
    coins: Count = 3

    @hookimpl
    def offer_actions(self, state: GameState, race: Race) -> Iterable[Action]:
        owner = state.owner(race)
        if not state.fresh or state.recall(self) or state.coins[owner] < self.coins:
            return
        for player in range(state.players):
            if player != owner and state.declined_of(player):
                yield state.action(self, f"beguile {state.names[player]}", number=player)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        owner = state.owner(race)
        state.begin_acting(race)  # no declining in this turn any more
        state.remember(self, True)
        state.pay(owner, self.coins, action.number, self)
        state.hand_over(state.declined_of(action.number)[-1], owner)  # the newest one; it replaces the owner's

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"beguiled": bool(state.recall(self))}


class Fright(Ability):
    """Once a turn a token of an adjacent region of an opponent flees until redeployment; the last one never does."""

    rule = "WAR-7"
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"frighten": "REGION"}

    @hookimpl
    def offer_actions(self, state: GameState, race: Race) -> Iterable[Action]:
        if state.recall_turn(self):
            return ()
        enemies = 0
        for player in range(state.players):
            if player != state.owner(race):
                enemies |= state.regions[player]
        alone = state.with_tokens(enemies, 1)
        neighbours = state.adjacent_regions(race, effect=True)
        # Heroes, holes in the ground and the like protect from a power as well.
        safe = state.untouchable_regions(race, "frighten")
        return state.actions_at(self, "frighten {}", neighbours & enemies & ~alone & ~safe)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.begin_acting(race)  # no more declining in this turn
        state.remember_turn(self, True)
        state.remember_attack(race, action.region)
        state.withdraw(action.region, 1)


class Reinforcements(Ability):
    """Tokens stay in hand; when a region is lost, one of them reinforces another region at once.

    :param tokens: so many tokens stay in hand at most.
    """

    rule = "WAR-8"
    conquests_of: ClassVar[str] = "all"
    verbs: ClassVar[Mapping[str, str]] = {"reinforce": "REGION"}
    tokens: Count = 2

    @hookimpl
    def reserved_tokens(self, state: GameState, race: Race) -> Tokens:
        spare = state.tokens_on_map(race) + state.hand[race] - state.regions[race].bit_count()
        return max(0, min(self.tokens, spare))

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if conquest.loser == race and state.hand[race]:
            state.ask(self, race, state.owner(race))

    @hookimpl
    def answers(self, state: GameState, race: Race) -> Iterable[Action]:
        return state.actions_at(self, "reinforce {}", state.regions[race]) if state.hand[race] else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.deploy_tokens(race, action.region, 1)


ABILITIES = (Waking, Beguiling, Fright, Reinforcements)
