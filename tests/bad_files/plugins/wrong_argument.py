# expect: ability 'broken': hook score takes no argument 'player'; there are race, state
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, player):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
