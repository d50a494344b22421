# expect: ability 'broken' of 'broken_power' (answer_raises) failed in score: KeyError: 'gold'
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state):
        return {}["gold"]


@hookimpl
def smallworld_abilities():
    return [Broken]
