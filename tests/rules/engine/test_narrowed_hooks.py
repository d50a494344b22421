"""Abilities that declare when they offer and what they refuse are called about nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import smallworld
from smallworld.abilities.base import Ability
from smallworld.hooks.decorators import MATTERS, REGIONAL_MATTERS, TURN_PHASES
from smallworld.model.variant import AbilityUse
from smallworld.plugins.manager import Plugins
from smallworld_testing.random_games import play

PLUGIN = '''
from smallworld import Ability, hookimpl


class Talkative(Ability):
    """An ability with two hooks that can be narrowed."""

    rule = "ASK-1"
    {narrowed}

    @hookimpl
    def offer_actions(self, state, race, phase):
        return ()

    @hookimpl
    def veto(self, state, race, matter):
        return None


@hookimpl
def smallworld_abilities():
    return [Talkative]
'''


GAMES = 3


def calls_of(folder: Path, narrowed: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Phases in which the ability was asked for offers, and (matter, phase) of its vetoes, over some random games."""
    (folder / "talkative.py").write_text(PLUGIN.format(narrowed=narrowed))
    base = smallworld.load_variant("base")
    variant = replace(base, abilities=(*base.abilities, AbilityUse("talkative")))
    offers: set[str] = set()
    vetoes: set[tuple[str, str]] = set()

    def note(ability: Ability, hook: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            if hook == "offer_actions":
                offers.add(args[2])
            if hook == "veto":
                vetoes.add((args[2], args[0].phase))
            return call(*args)

        return noted if ability.name == "talkative" else call

    plugins = Plugins((str(folder / "talkative.py"),))
    for seed in range(GAMES):
        game = smallworld.new_game(variant, ["ann", "bob", "cid"], seed=seed, plugins=plugins, wrap=note)
        play(game, random.Random(seed))
    return offers, vetoes


def test_an_ability_that_narrows_nothing_gets_every_call(tmp_path: Path) -> None:
    """Every phase with offers, every matter without regions in every phase in which it comes up."""
    plain = {matter: phases for matter, phases in MATTERS.items() if matter not in REGIONAL_MATTERS}
    everything = {(matter, phase) for matter, phases in plain.items() for phase in phases}
    assert calls_of(tmp_path, "") == (set(TURN_PHASES), everything)


@pytest.mark.parametrize(
    ("narrowed", "offers", "vetoes"),
    [
        ('offers_in = ("finish",)', {"finish"}, None),
        ('offers_in = ("conquer", "retreat"); refuses = ()', {"conquer", "retreat"}, set()),
        ('refuses = ("done",)', None, {("done", "conquer"), ("done", "redeploy")}),
        ('refuses = ("done",); refuses_in = ("redeploy",)', None, {("done", "redeploy")}),
        ('refuses = ("act", "die"); refuses_in = ("conquer",)', None, {("act", "conquer"), ("die", "conquer")}),
    ],
)
def test_an_ability_gets_the_calls_that_it_declares(
    narrowed: str, offers: set[str] | None, vetoes: set[tuple[str, str]] | None, tmp_path: Path
) -> None:
    offered, refused = calls_of(tmp_path, narrowed)
    assert offered == (set(TURN_PHASES) if offers is None else offers)
    if vetoes is not None:
        assert refused == vetoes


WAVING = '''
from smallworld import Ability, Action, hookimpl


class Waving(Ability):
    """A defender who was driven out may wave; nothing else comes of it."""

    rule = "WAVE-1"
    verbs = {"wave": ""}
    offers_in = ("retreat",)

    def wave(self, state, action):
        state.remember_turn(self, True)

    @hookimpl
    def offer_actions(self, state, race, phase):
        return () if state.recall_turn(self) else [Action("wave", self.wave)]

    @hookimpl
    def perform(self, state, race, action):
        raise AssertionError("the action carries itself out")


@hookimpl
def smallworld_abilities():
    return [Waving]
'''


def test_any_action_may_end_a_retreat(tmp_path: Path) -> None:
    """R-LOSS-6: after any kind of action the game goes on when the defender has nothing left to do."""
    (tmp_path / "waving.py").write_text(WAVING)
    base = smallworld.load_variant("base")
    variant = replace(base, abilities=(*base.abilities, AbilityUse("waving")))
    plugins = Plugins((str(tmp_path / "waving.py"),))
    waved = 0
    for seed in range(4):
        game = smallworld.new_game(variant, ["ann", "bob", "cid"], seed=seed, plugins=plugins)
        play(game, random.Random(seed))
        assert game.over
        waved += sum(event.get("do") == "wave" for event in game.log)
    assert waved > 10
