"""Races that an ability looks up, removes, or hands to another player with their badge and tokens."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError
from smallworld_testing.invariants import check

PLAGUE = '''
class Plague(Ability):
    """At its word a race is removed, or changes its owner."""
    rule = "T-1"
    offers_in = ("conquer",)
    verbs = {"end": "N", "take": "N"}

    @hookimpl
    def offer_actions(self, state, race):
        others = [other for other in range(len(state.hook_tables)) if state.is_in_play(other) and other != race]
        for other in others:
            yield state.action(self, f"end {other}", number=other)
        yield state.action(self, f"end {race}", number=race)
        for other in others:
            yield state.action(self, f"take {other}", number=other)

    @hookimpl
    def perform(self, state, race, action):
        if action.verb == "end":
            state.remove_race(action.number)
        else:
            state.remove_race(race)
            state.hand_over(action.number, state.turn, awake=True)


class Heirloom(Ability):
    """Its owner pays a coin less for a combo while its race is in play."""
    rule = "T-2"

    @hookimpl
    def pick_price(self, state, race, holder, own_place):
        assert race == holder
        return -1 if race >= 0 and own_place < 0 else 0

    @hookimpl
    def combo_passed(self, state, race, player):
        if race >= 0:
            state.gain_coins(state.owner(race), 10)
'''
POWERS = "powers: {plagued: {name: Plagued, badge: 4, text: x, source: x, abilities: [plague]}}"


def test_specs_and_tray_of_a_race(extend: Extend) -> None:
    game = extend("", "").lay(seat(race("ratmen hill", 2, wood=1), race("elves", marsh=1)), seat(race("orcs swamp")))
    state = game.state
    assert (state.race_spec(0).id, state.race_spec(0).banner) == ("ratmen", 8)
    hill, badge = state.power_spec(0), state.power_spec(2)
    assert hill is not None and hill.id == "hill" and badge is None
    assert state.tray_of(0) == state.race_spec(0).supply - 3


@pytest.mark.parametrize(("number", "region"), [(1, "wood"), (3, "marsh"), (0, "knoll")])
def test_a_race_is_removed_wherever_it_is(extend: Extend, number: int, region: str) -> None:
    game = extend(PLAGUE, POWERS).lay(
        seat(race("ratmen plagued", 2, knoll=2)), seat(race("orcs swamp", 1, wood=2), race("elves", marsh=1))
    )
    state = game.state
    spec, power, tray = state.race_spec(number), state.power_spec(number), state.tray_of(number)
    on_table = tray + state.tokens_on_map(number) + state.hand[number]
    play(game, f"end {number}")
    assert not state.is_in_play(number)
    assert not state.regions[number]
    assert state.occupant[state.board.index[region]] == -1
    assert state.tray[state.table.rulebook.race_indexes[spec.id]] == on_table
    if power is not None:
        assert state.table.rulebook.power_indexes[power.id] in (*state.discards, *state.badges)
    if number == 0:
        assert game.legal_actions() == ("done",)
    play(game, "done")
    while game.to_move == "ann":
        play(game, game.legal_actions()[-1])
    assert game.phase == ("pick" if number == 1 else "conquer")


@pytest.mark.parametrize(("number", "badge"), [(1, "swamp"), (3, "")])
def test_a_race_is_handed_over_awake_with_its_badge_and_tokens(extend: Extend, number: int, badge: str) -> None:
    game = extend(PLAGUE, POWERS).lay(
        seat(race("ratmen plagued", 2, knoll=2)), seat(race("orcs swamp", 1, wood=2), race("elves", marsh=1))
    )
    state = game.state
    spec, regions, hand = state.race_spec(number), state.regions[number], state.hand[number]
    play(game, f"take {number}")
    assert (state.race_spec(0), state.regions[0], state.hand[0]) == (spec, regions, hand)
    power = state.power_spec(0)
    assert (power.id if power is not None else "") == badge
    assert not state.is_in_play(number)
    with pytest.raises(PluginError, match="ann has an active race, so no other one can be handed to them"):
        state.hand_over(0, 0, awake=True)
    check(game)


def test_games_in_which_races_go_and_change_owners_keep_the_laws(extend: Extend) -> None:
    extend(PLAGUE, "abilities: [plague]").play_random(1, prefer=("end", "take"))


def test_prices_know_the_race_that_has_the_ability(extend: Extend) -> None:
    content = """
        races:
          heirs: {name: Heirs, banner: 5, supply: 12, text: x, source: x, abilities: [{heirloom: {in_decline: true}}]}
    """
    column = (("heirs", "hill", 0), ("orcs", "swamp", 0), ("trolls", "forest", 0))
    bob = seat(race("elves merchant", wood=1))
    game = extend(PLAGUE, content).lay(seat(None, race("heirs", marsh=1)), bob)
    play(game, "pick 3")  # two coins, one less; two combos were passed
    assert game.scores()["ann"] == 5 - 1 + 20
    other = extend(PLAGUE, content).lay(seat(None), bob, column=column)
    play(other, "pick 3")
    assert other.scores()["ann"] == 5 - 2
