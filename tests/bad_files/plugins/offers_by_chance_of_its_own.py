# expect: a second game of the same seed offers other actions
import itertools

from smallworld import Ability, hookimpl

COUNT = itertools.count()


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"sail": ""}

    @hookimpl
    def turn_started(self, state):
        state.remember(self, next(COUNT) % 2)

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "sail")] if state.recall(self, 0) else []

    @hookimpl
    def perform(self, state, race, action):
        state.remember(self, 0)


@hookimpl
def smallworld_abilities():
    return [Broken]
