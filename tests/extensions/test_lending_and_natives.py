"""Lent abilities follow the column and the turns; natives of abilities; ids of races and powers as parameters."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.api import NATIVES, NOBODY
from smallworld.errors import ContentError
from smallworld.rules.custom_position import PositionError
from smallworld.rules.state.race_instances import abilities_of

MIRRORS = '''
class Mirror(Ability):
    """It has the power at the top of the column."""
    rule = "T-1"

    @hookimpl
    def lent(self, state):
        return [state.combos()[0][1]]


class Alternation(Ability):
    """It has a power while another player's turn runs."""
    rule = "T-2"
    power: PowerId

    @hookimpl
    def lent(self, state, race):
        return [] if state.turn == state.owner(race) else [self.power]
'''
MIRRORING = """
powers:
  mirroring: {name: Mirroring, badge: 4, text: x, source: x, abilities: [mirror]}
  nightly: {name: Nightly, badge: 4, text: x, source: x, abilities: [{alternation: {power: hill}}]}
"""


def test_a_lent_power_follows_the_column(extend: Extend) -> None:
    column = (("orcs", "swamp", 0), ("ratmen", "hill", 0))
    game = extend(MIRRORS, MIRRORING).lay(
        seat(race("dwarves mounted", wood=1)), seat(race("humans mirroring", knoll=1)),
        seat(), column=column, turn="bob",
    )  # fmt: skip
    assert "swamp" in [ability.source for ability in abilities_of(game.state, 1)]
    play(game, "done; done; pick 1")
    assert "hill" in [ability.source for ability in abilities_of(game.state, 1)]


def test_a_lent_power_follows_the_turns(extend: Extend) -> None:
    extension = extend(MIRRORS, MIRRORING)
    game = extension.lay(seat(race("humans nightly", knoll=1)), seat(race("orcs swamp", beach=1)), turn="ann")
    assert "hill" not in [ability.source for ability in abilities_of(game.state, 0)]
    play(game, "done; done")
    assert "hill" in [ability.source for ability in abilities_of(game.state, 0)]


def test_a_position_may_have_memory_of_a_lent_ability(extend: Extend) -> None:
    extension = extend(MIRRORS, MIRRORING.replace("power: hill", "power: wealthy"))
    key = "power.wealthy.0.once_bonus@power.nightly.0.alternation"
    seats = (seat(race("orcs swamp", knoll=1)), seat(race("humans nightly", beach=1)))
    assert extension.lay(*seats, memory={key: ["due"]}).state.memory == {key: ("due",)}
    with pytest.raises(PositionError, match="did you mean"):
        extension.lay(*seats, memory={key.replace("nightly", "nightli"): "due"})


def test_games_with_mirrors_keep_the_laws(extend: Extend) -> None:
    extend(MIRRORS, MIRRORING).play_random(1)


def test_a_misspelt_power_of_a_parameter_is_reported_at_its_place(extend: Extend) -> None:
    with pytest.raises(ContentError) as caught:
        extend(MIRRORS, MIRRORING.replace("power: hill", "power: hil"))
    problem = caught.value.problems[0]
    assert (problem.code, problem.hint) == ("unknown-power", "did you mean 'hill'?")
    assert problem.range is not None


SETTLERS = '''
class Settling(Ability):
    """Natives come to an empty region each round."""
    rule = "T-3"
    users = ("edition",)

    @hookimpl
    def round_started(self, state):
        free = state.board.land & ~state.occupied_regions()
        if free and state.unplaced_natives():
            state.place_natives(min(indexes(free)), 2)
'''


def test_abilities_put_natives_on_the_map_while_the_box_has_some(extend: Extend) -> None:
    state = extend(SETTLERS, "abilities: [settling]\nchange: {natives: {supply: 24}}\n").new(2).state
    printed = sum(count for _, count in state.board.natives)
    natives = [region for region in range(len(state.tokens)) if state.occupant[region] == NATIVES]
    assert sum(state.tokens[region] for region in natives) == printed + 2
    assert state.unplaced_natives() == 24 - printed - 2
    assert state.place_natives(natives[0], 100) == 24 - printed - 2
    assert state.place_natives(natives[0], -100) < 0
    assert state.occupant[natives[0]] == NOBODY


def test_games_with_new_natives_keep_the_laws(extend: Extend) -> None:
    extend(SETTLERS, "abilities: [settling]").play_random(1)
