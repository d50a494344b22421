# expect: hook turn_started calls state.remember with value ([[...]],); a list can change in place; remember a tuple
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin.

    :param other: a value.
    """

    rule = "BROKEN-1"
    other: int = 1

    @hookimpl
    def score(self, state, race):
        return 1

    @hookimpl
    def turn_started(self, state):
        loop = []
        loop.append(loop)
        state.remember(self, (loop,))


@hookimpl
def smallworld_abilities():
    return [Broken]
