"""Vetoes about regions: abilities that let nobody give up some regions, or put tokens into them."""

from __future__ import annotations

import pytest
from extension_kit import Extend, Extension, play, race, seat

from smallworld.errors import IllegalAction, PluginError

CODE = '''
class Settled(Ability):
    """Its woods are never given up, and get no tokens."""
    rule = "T-1"
    refuses = ("abandon", "deploy")

    @hookimpl
    def veto(self, state, race, matter):
        return Bar(state.board.terrain("forest"), "settled", "its woods stay as they are")


class Rooted(Ability):
    """It gives up nothing, and never moves tokens."""
    rule = "T-2"
    refuses = ("abandon", "deploy")

    @hookimpl
    def veto(self, state, race, matter):
        return Refusal("rooted", "it has taken root")


class Gathering(Ability):
    """It redeploys with everything in hand."""
    rule = "T-3"

    @hookimpl
    def is_regrouping(self, state, race):
        return True


class Wrong(Ability):
    """It refuses regions of a matter that has none."""
    rule = "T-4"
    refuses = ("done",)

    @hookimpl
    def veto(self, state, race, matter):
        return Bar(1, "wrong", "wrong")
'''
CONTENT = """
races:
  settlers: {name: Settlers, banner: 6, supply: 12, text: x, source: x, abilities: [settled]}
  roots: {name: Roots, banner: 6, supply: 12, text: x, source: x, abilities: [rooted]}
powers:
  gathering: {name: Gathering, badge: 4, text: x, source: x, abilities: [gathering]}
  wrong: {name: Wrong, badge: 4, text: x, source: x, abilities: [wrong]}
"""


@pytest.fixture
def extension(extend: Extend) -> Extension:
    return extend(CODE, CONTENT)


def test_refused_regions_are_neither_given_up_nor_filled(extension: Extension) -> None:
    game = extension.lay(seat(race("settlers hill", hand=2, beach=1, wood=1, mead=2)))
    assert {"abandon beach", "abandon mead"} == {a for a in game.legal_actions() if a.startswith("abandon")}
    with pytest.raises(IllegalAction, match="its woods stay as they are"):
        game.apply("abandon wood")
    play(game, "done")
    assert not [action for action in game.legal_actions() if action.startswith("deploy wood")]
    with pytest.raises(IllegalAction, match="its woods stay as they are"):
        game.apply("deploy wood 1")
    assert play(game, "deploy beach 3; done").state.turn == 1


def test_a_race_that_may_put_tokens_nowhere_keeps_them_in_hand(extension: Extension) -> None:
    game = play(extension.lay(seat(race("roots hill", hand=2, beach=1))), "done")
    assert list(game.legal_actions()) == ["done"]
    with pytest.raises(IllegalAction, match="it has taken root"):
        game.apply("deploy beach 1")
    assert play(game, "done").state.hand[0] == 2


def test_a_race_that_redeploys_from_scratch_still_gives_each_region_its_token(extension: Extension) -> None:
    game = play(extension.lay(seat(race("settlers gathering", beach=1, wood=1, mead=2))), "done")
    play(game, "deploy wood 1")
    assert not [action for action in game.legal_actions() if action.startswith("deploy wood")]
    play(game, "deploy beach 1; deploy mead 2; done")


def test_withdrawn_tokens_do_not_retreat_to_refused_regions(extension: Extension) -> None:
    game = extension.lay(seat(race("humans hill", hand=9, beach=1)), seat(race("settlers forest", wood=3, mead=2)))
    play(game, "conquer mead; done")
    while game.state.phase == "redeploy":
        play(game, game.legal_actions()[-1])
    assert game.state.turn == 1  # nowhere to retreat to, so nobody is asked
    assert game.state.hand[1] + game.state.withdrawn[1] >= 1


def test_random_games_keep_the_laws(extension: Extension) -> None:
    extension.play_random(games=1, prefer=("abandon", "pick 1"))


def test_regions_of_other_matters_are_a_fault(extension: Extension) -> None:
    game = extension.lay(seat(race("humans wrong", hand=2, beach=1)))
    with pytest.raises(PluginError, match="answers a Bar about 'done'; regions can be refused for 'abandon' and"):
        game.legal_actions()
