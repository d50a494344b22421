# expect: hook score writes state.random = 5; abilities change a game by verbs of state
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Chooses the dice."""

    name = "broken"
    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, race):
        state.random = 5
        return 0


@hookimpl
def smallworld_abilities():
    return [Broken]
