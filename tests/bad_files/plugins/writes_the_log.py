# expect: hook turn_started writes state.log = None; abilities change a game by verbs of state
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
        setattr(state, "log", None)


@hookimpl
def smallworld_abilities():
    return [Broken]
