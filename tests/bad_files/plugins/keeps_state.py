# expect: data changed during a game; use state.remember instead
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    turns = []

    @hookimpl
    def turn_started(self, state):
        self.turns.append(state.round)


@hookimpl
def smallworld_abilities():
    return [Broken]
