"""Who hears of rounds and turns: the edition always, the ability of a race or a power while a race has it."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError
from smallworld.plugins.manager import default_plugins
from smallworld.rules.prepared.rulebook import EDITION_ONLY, marked_names
from smallworld_play.standings import result_line

BELLS = '''
class Bell(Ability):
    """A coin for its owner as a round begins, ten as any turn begins, a hundred at the end."""
    rule = "T-1"

    @hookimpl
    def round_started(self, state, race, holder):
        assert holder == race
        state.gain_coins(state.owner(race) if race >= 0 else 0, 1)

    @hookimpl
    def turn_opened(self, state, race, player):
        state.gain_coins(state.owner(race) if race >= 0 else 0, 10)

    @hookimpl
    def game_ended(self, state, race):
        state.gain_coins(state.owner(race) if race >= 0 else 0, 100)


class Early(Ability):
    """It hears of the set-up."""
    rule = "T-2"

    @hookimpl
    def game_set_up(self, state):
        state.gain_coins(0, 50)


class Taker(Ability):
    """The power of a race, or of two."""
    rule = "T-3"
    powers: tuple[PowerId, ...]

    @hookimpl
    def lent(self, state):
        return self.powers


class Sole(Ability):
    """Its owner wins alone, or nobody does."""
    rule = "T-4"

    @hookimpl
    def winners(self, state, race):
        return [state.owner(race)] if race >= 0 else []
'''
FEN = "races: {fen: {name: Fen, banner: 5, supply: 10, text: x, source: x, abilities: [bell]}}"


def round_begins(extend: Extend, content: str, ann: object = None, *decline: object) -> dict[str, int]:
    """Return the coins after Bob, who has one region, has ended the round."""
    active = ann or race("ratmen hill", marsh=1)
    game = extend(BELLS, content).lay(
        seat(active, *decline),
        seat(race("orcs swamp", wood=1)),
        turn="bob",  # type: ignore[arg-type]
    )
    before = game.scores()
    play(game, "done; done")
    assert game.round == 3
    return {name: coins - before[name] for name, coins in game.scores().items()}


def test_an_ability_of_a_race_in_the_box_hears_nothing(extend: Extend) -> None:
    assert round_begins(extend, FEN) == {"ann": 0, "bob": 1}


def test_an_ability_of_a_race_in_decline_hears_nothing(extend: Extend) -> None:
    assert round_begins(extend, FEN, None, race("fen", peak=1)) == {"ann": 0, "bob": 1}


def test_an_ability_that_goes_on_in_decline_hears_of_rounds_and_turns(extend: Extend) -> None:
    content = FEN.replace("[bell]", "[{bell: {in_decline: true}}]")
    assert round_begins(extend, content, None, race("fen", peak=1)) == {"ann": 11, "bob": 1}


def test_an_ability_of_a_race_in_play_hears_of_rounds_and_turns(extend: Extend) -> None:
    assert round_begins(extend, FEN, race("fen hill", peak=1)) == {"ann": 11, "bob": 1}


def test_a_lent_ability_hears_of_rounds_and_turns(extend: Extend) -> None:
    content = """
        races: {fen: {name: Fen, banner: 5, supply: 10, text: x, source: x, abilities: [{taker: {powers: [bells]}}]}}
        powers: {bells: {name: Bells, badge: 4, text: x, source: x, abilities: [bell]}}
    """
    assert round_begins(extend, content, race("fen hill", peak=1)) == {"ann": 11, "bob": 1}


def test_an_ability_of_the_edition_hears_of_rounds_and_turns(extend: Extend) -> None:
    code = BELLS.replace("assert holder == race", "assert race == -1")
    game = extend(code, "abilities: [bell]").lay(
        seat(race("ratmen hill", marsh=1)), seat(race("orcs swamp", wood=1)), turn="bob"
    )
    before = game.scores()["ann"]
    play(game, "done; done")
    assert game.scores()["ann"] == before + 11


def test_the_end_of_the_game_is_reported_to_races_in_play(extend: Extend) -> None:
    for holder, gain in (("fen hill", 111), ("ratmen hill", 0)):
        game = extend(BELLS, FEN).lay(
            seat(race("orcs swamp", wood=1)), seat(race(holder, marsh=1)), turn="bob", round=5
        )
        before = game.scores()["bob"]
        play(game, "done; done")
        assert game.over
        assert game.scores()["bob"] - before == (gain and gain - 11) + 1


def test_only_an_edition_hears_of_the_set_up(extend: Extend) -> None:
    with pytest.raises(
        PluginError, match=r"'early' of race 'fen' has game_set_up, which comes before anybody has a race"
    ):
        extend(BELLS, FEN.replace("bell", "early")).new()
    assert extend(BELLS, "abilities: [early]").new().state.coins == [55, 5]


def test_the_check_of_a_file_knows_which_primitives_only_an_edition_has() -> None:
    for name, ability in default_plugins().abilities.items():
        assert not marked_names(ability) & EDITION_ONLY or ability.users == ("edition",), name


def test_the_winners_are_those_of_a_race_in_play_or_nobody(extend: Extend) -> None:
    content = FEN.replace("bell", "sole")
    seats = (seat(race("fen swamp", wood=1)), seat(race("ratmen hill", marsh=1)))
    last = extend(BELLS, content).lay(*seats, turn="bob", round=5)
    play(last, "done; done")
    assert last.winners() == ["ann"]
    assert result_line(last) == "ann wins with 5 coins"
    alone = extend(BELLS, "abilities: [sole]").lay(*[seat(race("orcs swamp", wood=1)), seat()], turn="ann", round=5)
    while not alone.over:
        alone.apply(alone.legal_actions()[-1])
    assert alone.winners() == []
    assert result_line(alone) == "nobody wins"


def test_a_power_that_a_race_has_is_not_lent_to_it_again(extend: Extend) -> None:
    content = """
        races:
          fen: {name: Fen, banner: 5, supply: 10, text: x, source: x, abilities: [{taker: {powers: [merchant, hill]}}]}
          bog: {name: Bog, banner: 5, supply: 10, text: x, source: x,
                abilities: [{taker: {powers: [hill]}}, {taker: {powers: [hill]}}]}
    """
    extension = extend(BELLS, content)
    game = extension.lay(seat(race("fen merchant", knoll=1)), seat(race("bog swamp", marsh=1)))
    play(game, "done; done")
    assert game.state.scoring_of(0) == {"regions": 1, "merchant": 1, "hill": 1}
    game = extension.lay(seat(race("bog merchant", knoll=1)), seat(race("orcs swamp", marsh=1)))
    play(game, "done; done")
    assert game.state.scoring_of(0) == {"regions": 1, "merchant": 1, "hill": 1}
    berserk = content.replace("[merchant, hill]", "[berserk]")
    game = extend(BELLS, berserk).lay(seat(race("fen berserk", 3, knoll=1)), seat(race("orcs swamp", marsh=1)))
    assert [str(action) for action in game.legal_actions()].count("roll") == 1
