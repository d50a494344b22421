# expect: ability 'broken': its parameter 'key' has a name that every ability has already; rename it
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin.

    :param key: a value.
    """

    rule = "BROKEN-1"
    key: str = "x"

    @hookimpl
    def score(self, state, race):
        return len(self.key)


@hookimpl
def smallworld_abilities():
    return [Broken]
