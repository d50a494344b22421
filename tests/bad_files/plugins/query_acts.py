# expect: hook score changes the game; a query may only answer
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, race):
        state.gain_coins(state.owner(race), 1)
        return 0


@hookimpl
def smallworld_abilities():
    return [Broken]
