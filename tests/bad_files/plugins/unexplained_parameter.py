# expect: ability 'broken' does not explain its parameter 'coins'; add ':param coins: …'
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    coins: int = 1

    @hookimpl
    def score(self):
        return self.coins


@hookimpl
def smallworld_abilities():
    return [Broken]
