"""Games as Hypothesis plays them: any legal action, any other action, copies that must stay as they are."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import smallworld
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld_testing.invariants import step_violations, violations
from smallworld_testing.random_games import any_action, probe

PLAYERS = ("ann", "bob", "cid", "dot", "eve")


@cache
def variant(name: str) -> Variant:
    return smallworld.load_variant(name)


class AnyGame(RuleBasedStateMachine):
    """A game of 2 to 5 players on the boards of its edition; each rule is something a program may do with it."""

    edition = "base"

    def __init__(self) -> None:
        super().__init__()
        self.game: Game = None  # type: ignore[assignment]
        self.past: list[tuple[Game, tuple[Any, ...], int]] = []

    @initialize(count=st.integers(2, 5), seed=st.integers(0, 2**64 - 1))
    def begin(self, count: int, seed: int) -> None:
        self.game = smallworld.new_game(variant(self.edition), PLAYERS[:count], seed=seed)

    @precondition(lambda self: not self.game.over)
    @rule(number=st.integers(0, 10_000))
    def legal_action(self, number: int) -> None:
        legal = self.game.legal_actions()
        before = self.game.copy()
        self.game.apply(legal[number % len(legal)])
        assert step_violations(before, self.game) == []

    @precondition(lambda self: not self.game.over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 60))
    def many_actions(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            if not self.game.over:
                self.game.apply(rng.choice(self.game.legal_actions()))

    @rule(seed=st.integers(0, 2**32))
    def arbitrary_action(self, seed: int) -> None:
        probe(self.game, any_action(self.game, random.Random(seed)))

    @rule()
    def keep(self) -> None:
        """A copy is equal, hashes alike, and is never touched by what happens later."""
        kept = self.game.copy()
        assert kept == self.game
        assert hash(kept) == hash(self.game)
        assert kept.legal_actions() == self.game.legal_actions()
        self.past.append((kept, kept.state.facts(), hash(kept)))

    @precondition(lambda self: bool(self.past))
    @rule(number=st.integers(0, 100))
    def go_back(self, number: int) -> None:
        """The game goes on from an earlier position; the later one is kept instead."""
        kept, facts, _ = self.past[number % len(self.past)]
        assert kept.state.facts() == facts
        self.game = kept.copy()

    @precondition(lambda self: not self.game.over)
    @rule(number=st.integers(0, 10_000))
    def same_action_same_result(self, number: int) -> None:
        """The result of an action depends on the position alone."""
        first, second = self.game.copy(), self.game.copy()
        action = first.legal_actions()[number % len(first.legal_actions())]
        first.apply(action)
        second.apply(str(action))
        assert first == second
        assert first.legal_actions() == second.legal_actions()
        self.game = first

    @invariant()
    def laws_hold(self) -> None:
        if self.game is not None:
            assert violations(self.game) == []

    def teardown(self) -> None:
        for kept, facts, number in self.past:
            assert kept.state.facts() == facts, "an earlier position has changed"
            assert hash(kept) == number


class AnyWarcraftGame(AnyGame):
    """The same on islands."""

    edition = "warcraft"


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=10, stateful_step_count=40, deadline=None)
TestAnyWarcraftGame = AnyWarcraftGame.TestCase
TestAnyWarcraftGame.settings = settings(max_examples=10, stateful_step_count=40, deadline=None)
