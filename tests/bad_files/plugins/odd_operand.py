# expect: the verb 'sail' has an operand 'PLACE'; there are REGION, PIECE, PLAYER, N, WORD
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"sail": "PLACE"}

    @hookimpl
    def perform(self, state, race, action):
        pass


@hookimpl
def smallworld_abilities():
    return [Broken]
