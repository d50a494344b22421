# expect: ability 'broken': its parameter 'name' has a name that every ability has already; rename it
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin.

    :param name: a value.
    """

    rule = "BROKEN-1"
    name: str = "broken"

    @hookimpl
    def score(self, state, race):
        return len(self.name)


@hookimpl
def smallworld_abilities():
    return [Broken]
