"""Sentences of abilities in the log: actions, results of chance, coins with a reason, and free sentences."""

from __future__ import annotations

from extension_kit import Extend, Extension, race, seat

from smallworld.events import Paid, Said
from smallworld_play.session import Session

TALES = '''
class Tales(Ability):
    """A tale a turn brings coins."""
    rule = "T-1"
    offers_in = ("conquer",)
    verbs = {"sing": "N", "hum": ""}
    sentence = {"sing": "sings {number} tales"}
    chance = {"tale": "the tale is of {result}"}

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "sing 2", number=2), state.action(self, "hum")]

    @hookimpl
    def perform(self, state, race, action):
        if action.verb == "sing":
            state.draw("tale", ["golden_age"], 1)
            state.draw("mood", ["glad"])
            state.gain_coins(state.owner(race), 2, self)
            state.say(self, "the fire burns low at {region}", region=1)
        else:
            state.pay(state.owner(race), 1)
            state.say(self, "the tune is {word}", word="sad", only=1)
'''
BARDS = "races: {bards: {name: Bards, banner: 6, supply: 11, text: x, source: x, abilities: [tales]}}"


def session(extend: Extend) -> Session:
    extension: Extension = extend(TALES, BARDS)
    game = extension.lay(seat(race("bards merchant", 0, knoll=5)), seat())
    return Session(game, {})


def test_verbs_chance_and_coins_are_in_words(extend: Extend) -> None:
    table = session(extend)
    region = table.game.state.board.regions[1].id
    table.apply("sing 2")
    assert table.new_lines()[1:] == [
        "ann: sings 2 tales; gets 2 coins (bards)", "  the tale is of golden age", "  mood: glad",
        f"the fire burns low at {region}",
    ]  # fmt: skip


def test_without_a_sentence_the_notation_is_written(extend: Extend) -> None:
    table = session(extend)
    table.apply("hum")
    assert table.new_lines()[1:] == ["ann: hum; pays 1 coin"]  # for one player only: not in the log of all
    events = table.game.events
    assert [event.only for event in events if isinstance(event, Said)] == [1]
    assert [event.reason for event in events if isinstance(event, Paid)] == [""]
