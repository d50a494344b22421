"""Dice that count for more or less, and regions that are worth more or less than a coin."""

from __future__ import annotations

import pytest
from extension_kit import Extend, Extension, play, race, seat

from smallworld.errors import IllegalAction
from smallworld.tools import value_of_regions

CODE = '''
class DieChange(Ability):
    """The die counts for more, or for less."""
    rule = "T-1"
    change: int = 1

    @hookimpl
    def die_change(self, state, race):
        return self.change


class Bold(Ability):
    """A free die lowers the cost."""
    rule = "T-2"

    @hookimpl
    def special_conquests(self, state, race):
        return [SpecialConquest("bold", free_die=True)]


class Barren(Ability):
    """Regions of a terrain are worth more or fewer coins."""
    rule = "T-3"
    terrain: Terrain
    change: int

    @hookimpl
    def region_value(self, state, race):
        return [(self.change, state.board.terrain(self.terrain))]
'''
CONTENT = """
races:
  lucky: {name: Lucky, banner: 6, supply: 12, text: x, source: x, abilities: [die_change]}
  luckless: {name: Luckless, banner: 6, supply: 12, text: x, source: x, abilities: [die_change: {change: -5}]}
powers:
  bold: {name: Bold, badge: 4, text: x, source: x, abilities: [bold]}
abilities:
  - barren: {terrain: farmland, change: -2}
  - barren: {terrain: forest, change: 1}
"""


@pytest.fixture
def extension(extend: Extend) -> Extension:
    return extend(CODE, CONTENT)


def test_a_die_that_counts_for_more_makes_dearer_attempts_possible(extension: Extension) -> None:
    """A peak with two tokens costs 5, and the faces go up to 3."""
    for banner, is_possible in (("lucky", True), ("humans", False)):
        game = extension.lay(
            seat(race(f"{banner} hill", hand=1, wood=1)), seat(race("elves forest", peak=2)), dice=(3,)
        )
        assert ("conquer peak by die" in game.legal_actions()) is is_possible
    game = extension.lay(seat(race("lucky hill", hand=1, wood=1)), seat(race("elves forest", peak=2)), dice=(3,))
    play(game, "conquer peak by die")
    assert game.state.occupant[game.state.board.index["peak"]] == 0


def test_a_die_that_counts_for_less_is_never_below_nothing(extension: Extension) -> None:
    game = extension.lay(seat(race("luckless hill", hand=2, wood=1)))
    assert "conquer peak by die" not in game.legal_actions()  # 2 in hand, and the die counts for nothing
    with pytest.raises(IllegalAction, match="2 tokens and a 0 on the die are not enough"):
        game.apply("conquer peak by die")
    assert "conquer beach" in game.legal_actions()


def test_a_free_die_counts_for_as_much_more(extension: Extension) -> None:
    game = extension.lay(seat(race("lucky bold", hand=2, wood=1)), dice=(0,))
    play(game, "conquer peak by bold")  # 3 - (0 + 1)
    assert game.state.conquests[0].means == ("bold",)
    game = extension.lay(seat(race("luckless bold", hand=2, wood=1)), dice=(3,))
    assert "conquer peak by bold" not in game.legal_actions()  # no face counts for anything


def test_regions_are_worth_what_abilities_have_them_worth(extension: Extension) -> None:
    game = extension.lay(seat(race("humans hill", beach=1, wood=1, peak=1)))
    assert value_of_regions(game.state, 0) == 0 + 2 + 1  # never below 0
    assert [line.amount for line in game.explain("done") if line.source == "regions"] == [3]
    play(game, "done; done")
    assert game.state.scoring_of(0) == {"regions": 3, "humans": 1}


def test_random_games_keep_the_laws(extension: Extension) -> None:
    extension.play_random(games=1)
