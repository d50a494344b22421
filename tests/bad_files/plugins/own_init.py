# expect: class Broken in own_init has a method __init__, but abilities keep no data of their own
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    def __init__(self):
        self.coins = 2

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
