# expect: ability 'broken': its parameter 'coins' has no type; write coins: int = 3
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work.

    :param coins: coins for each region.
    """

    rule = "BROKEN-1"
    coins = 3

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
