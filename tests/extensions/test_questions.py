"""Questions that a player answers before the game goes on, events of an edition, and an early end."""

from __future__ import annotations

import pytest
from extension_kit import Extend, play, race, seat

from smallworld.errors import PluginError
from tiers import quick_first

TOWERS = '''
class Towers(Ability):
    """When it declines, its owner places two towers."""
    rule = "T-1"
    piece: PlacedPiece

    @hookimpl
    def race_declined(self, state, race):
        for number in (1, 2):
            state.ask(self, race, state.owner(race), "tower")

    @hookimpl
    def answers(self, state, race):
        return state.actions_at(self, f"place {self.piece} {{}}", state.regions[race] & ~state.regions_with(self.piece))

    @hookimpl
    def perform(self, state, race, action):
        state.place(self.piece, action.region)


class Blackmail(Ability):
    """After each of its conquests the loser pays a coin, or lets it have a token more."""
    rule = "T-2"
    verbs = {"pay": "N", "yield": ""}

    @hookimpl
    def region_conquered(self, state, race, conquest):
        if conquest.loser >= 0 and state.owner(conquest.loser) != state.owner(race):
            state.ask(self, race, state.owner(conquest.loser), conquest.region)

    @hookimpl
    def answers(self, state, race):
        pays = [state.action(self, "pay 1", number=1)] if state.coins[state.question.player] else []
        return [*pays, state.action(self, "yield")]

    @hookimpl
    def perform(self, state, race, action):
        if action.verb == "pay":
            state.pay(state.question.player, 1, state.owner(race))
        else:
            state.gain_tokens(race, 1)
'''
ASKING = """
pieces: {tower: {name: Tower, supply: 6, defence: 1}}
races: {builders: {name: Builders, banner: 6, supply: 11, text: x, source: x, abilities: [{towers: {piece: tower}}]}}
powers: {blackmailing: {name: Blackmailing, badge: 5, text: x, source: x, abilities: [blackmail]}}
"""


def test_a_declining_player_answers_before_the_turn_is_scored(extend: Extend) -> None:
    game = extend(TOWERS, ASKING).lay(seat(race("builders hill", beach=1, wood=1, mead=1)))
    play(game, "decline")
    assert (game.phase, game.to_move, game.state.question.topic) == ("answer", "ann", "tower")  # type: ignore[union-attr]
    assert not game.state.scored[0]
    play(game, "place tower wood")
    assert set(game.legal_actions()) == {"place tower beach", "place tower mead"}
    assert game.refusal("done")[0].reason == "a question has to be answered first"
    play(game, "place tower mead")
    assert (game.phase, game.to_move, game.state.question) == ("pick", "bob", None)
    assert game.state.scoring_of(0) == {"regions": 3}


def test_a_question_without_an_answer_is_dropped(extend: Extend) -> None:
    game = extend(TOWERS, ASKING).lay(seat(race("builders hill", beach=1)))
    play(game, "decline; place tower beach")
    assert (game.phase, game.to_move) == ("pick", "bob")


def test_an_opponent_answers_during_the_turn_of_another(extend: Extend) -> None:
    game = extend(TOWERS, ASKING).lay(
        seat(race("humans blackmailing", hand=8, beach=1)), seat(race("elves hill", wood=1, peak=2), coins=1)
    )
    play(game, "conquer wood")
    assert (game.to_move, game.turn, game.phase) == ("bob", "ann", "answer")
    assert game.legal_actions() == ("pay 1", "yield")
    play(game.copy(), "yield")
    view = game.view("bob")
    assert view.phase == "answer"
    play(game, "pay 1")
    assert game.scores() == {"ann": 6, "bob": 0}
    assert (game.to_move, game.phase) == ("ann", "conquer")
    play(game, "conquer tarn" if "conquer tarn" in game.legal_actions() else "conquer peak")
    assert game.legal_actions() == ("yield",)
    play(game, "yield")
    assert game.to_move == "ann"


def test_a_last_conquest_ends_the_phase_once_the_question_is_answered(extend: Extend) -> None:
    game = extend(TOWERS, ASKING).lay(
        seat(race("humans blackmailing", hand=2, beach=1)), seat(race("elves hill", wood=1), coins=1), dice=(3,)
    )
    play(game, "conquer wood by die; pay 1")
    assert (game.phase, game.to_move) == ("redeploy", "ann")


@pytest.mark.parametrize("number", quick_first((1, 3)))
def test_games_with_questions_keep_the_laws(extend: Extend, number: int) -> None:
    games = extend(TOWERS, ASKING).play_random(number, prefer="decline")
    assert any(event.get("do", "").startswith("place tower") for game in games for event in game.log)


def test_who_asks_must_offer_answers(extend: Extend) -> None:
    code = TOWERS.replace("def answers", "def offer_actions", 1)
    game = extend(code, ASKING).lay(seat(race("builders hill", beach=1)))
    with pytest.raises(PluginError, match="ability 'towers' asks, but offers no answer"):
        game.apply("decline")
    assert game.phase == "conquer"


DECK = '''
class Monsters(Ability):
    """Before the first turn every player places a monster."""
    rule = "T-3"
    users = ("edition",)
    piece: LaidPiece

    @hookimpl
    def game_set_up(self, state):
        for player in range(state.players):
            state.ask(self, player, player, "monster")

    @hookimpl
    def answers(self, state, race):
        return state.actions_at(self, f"place {self.piece} {{}}", state.board.land & ~state.regions_with(self.piece))

    @hookimpl
    def perform(self, state, race, action):
        state.place(self.piece, action.region)


class Events(Ability):
    """Each round an event is drawn; each turn begins with a coin, also without a race."""
    rule = "T-4"
    users = ("edition",)

    @hookimpl
    def round_started(self, state):
        state.remember(self, (*state.recall(self, ()), state.draw("event", ["rain", "sun"])))

    @hookimpl
    def turn_opened(self, state, player):
        state.gain_coins(player, 1)
        if state.coins[player] >= 12:
            state.end_game()

    @hookimpl
    def public_memory(self, state):
        return {"events": list(state.recall(self, ()))}
'''
EVENTS = """
pieces: {monster: {name: Monster, supply: 6, immune: true, own: false}}
abilities: [{monsters: {piece: monster}}, events]
"""


def test_players_answer_questions_of_the_set_up_before_the_first_turn(extend: Extend) -> None:
    game = extend(DECK, EVENTS).new(2)
    assert (game.phase, game.to_move) == ("answer", "ann")
    assert game.scores() == {"ann": 5, "bob": 5}
    first, second = game.legal_actions()[:2]
    play(game, f"{first}; {second}")
    assert (game.phase, game.to_move, game.scores()) == ("pick", "ann", {"ann": 6, "bob": 5})
    assert game.state.regions_with("monster").bit_count() == 2


def test_an_edition_hears_of_rounds_and_turns_of_players_without_a_race(extend: Extend) -> None:
    game = extend(DECK, EVENTS).new(2, script={"event": ["rain", "sun", "rain"]})
    play(game, "; ".join(game.legal_actions()[:2]))
    while game.round < 3:
        game.apply("decline" if "decline" in game.legal_actions() else game.legal_actions()[-1])
    memory = game.state.memory["edition.extended.1.events"]
    assert memory == ("rain", "sun", "rain")


def test_the_game_ends_early(extend: Extend) -> None:
    extension = extend(DECK, EVENTS)
    game = extension.lay(seat(race("humans hill", beach=1), coins=4), seat(coins=12))
    play(game, "decline")
    assert (game.over, game.round, game.winners()) == (True, 2, ["bob"])
    assert game.scores() == {"ann": 6, "bob": 13}


@pytest.mark.parametrize("number", quick_first((1, 4)))
def test_games_of_an_edition_with_events_keep_the_laws(extend: Extend, number: int) -> None:
    games = extend(DECK, EVENTS).play_random(number, prefer="decline")
    assert any(game.round < game.rounds for game in games)


GIFT = '''
class Both(Ability):
    """All answer in secret, then the player of the turn gets a race."""
    rule = "T-9"
    users = ("edition",)
    verbs = {"take": ""}
    sealed: bool = True

    @hookimpl
    def turn_opened(self, state, player):
        if not state.regions[player] and not state.hand[player]:
            state.remember_turn(self, 0)
            for other in range(state.players):
                state.ask(self, other, other, sealed=self.sealed)

    @hookimpl
    def answers(self, state):
        return [state.action(self, "take")]

    @hookimpl
    def perform(self, state, race):
        answers = state.recall_turn(self) + 1
        state.remember_turn(self, answers)
        if answers == state.players:
            state.give_combo(state.turn, 0)
'''


@pytest.mark.parametrize("sealed", ["true", "false"])
def test_a_combo_that_the_last_answer_gives_ends_the_pick(extend: Extend, sealed: str) -> None:
    game = extend(GIFT, f"abilities: [{{both: {{sealed: {sealed}}}}}]").new(2)
    play(game, "take; take")
    assert (game.phase, game.to_move) == ("conquer", "ann")
    hands = game.state.hand[:2]
    play(game, game.legal_actions()[0])
    assert game.state.hand[0] <= hands[0]
