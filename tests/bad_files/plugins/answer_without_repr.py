# expect: hook score must return a whole number of at most 1,000,000, not something of which __repr__ raises ValueError
from smallworld import Ability, hookimpl


class Odd:
    def __repr__(self):
        raise ValueError("no")


class Broken(Ability):
    """A coin.

    :param other: a value.
    """

    rule = "BROKEN-1"
    other: int = 1

    @hookimpl
    def score(self, state, race):
        return Odd()


@hookimpl
def smallworld_abilities():
    return [Broken]
