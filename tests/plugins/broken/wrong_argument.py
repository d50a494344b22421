# expect: ability 'broken': hook score takes no argument 'player'; known: game, race
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, game, player):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
