# expect: ability 'broken': the default 'two' of its parameter 'coins' is not a whole number
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work.

    :param coins: coins for each region.
    """

    rule = "BROKEN-1"
    coins: int = "two"

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
