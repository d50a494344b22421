"""Hooks for rules of a whole edition: something happens at set-up, something at the end."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import smallworld
from smallworld.model.variant import AbilityUse
from smallworld.plugins.manager import Plugins
from smallworld_testing.random_games import play

PLUGIN = '''
from smallworld import Ability, hookimpl


class Gifts(Ability):
    """The first player starts with more coins; the last seat earns some when it ends."""

    rule = "GIFT-1"
    start: int = 2
    end: int = 100

    @hookimpl
    def game_set_up(self, state):
        state.gain_coins(state.first_seat, self.start)

    @hookimpl
    def game_ended(self, state):
        state.gain_coins(state.players - 1, self.end)


@hookimpl
def smallworld_abilities():
    return [Gifts]
'''


def test_set_up_and_end_of_the_game_call_hooks(tmp_path: Path) -> None:
    """R-SETUP-7, R-END-4: once each, before the first decision and before the winner is found."""
    (tmp_path / "gifts.py").write_text(PLUGIN)
    plugins = Plugins((str(tmp_path / "gifts.py"),))
    base = smallworld.load_variant("base")
    variant = replace(base, abilities=(*base.abilities, AbilityUse("gifts")))
    game = smallworld.new_game(variant, ["ann", "bob"], options={"first_player": 2}, plugins=plugins, seed=3)
    assert game.scores() == {"ann": 5, "bob": 7}
    plain = smallworld.new_game(base, ["ann", "bob"], options={"first_player": 2}, seed=3)
    for each in (game, plain):
        play(each, random.Random(4))
    assert game.winners() == ["bob"]
    assert game.scores() == {"ann": plain.scores()["ann"], "bob": plain.scores()["bob"] + 102}
