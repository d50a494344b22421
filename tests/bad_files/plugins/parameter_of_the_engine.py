# expect: ability 'broken': its parameter 'pieces' has a name that every ability has already; rename it
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin.

    :param pieces: a value.
    """

    rule = "BROKEN-1"
    pieces: int = 1

    @hookimpl
    def score(self, state, race):
        return self.pieces


@hookimpl
def smallworld_abilities():
    return [Broken]
