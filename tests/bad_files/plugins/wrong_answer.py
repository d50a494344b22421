# expect: ability 'broken' of 'broken_power' (wrong_answer): hook score must return a whole number of at most 1,000,000, not 'three'
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self):
        return "three"


@hookimpl
def smallworld_abilities():
    return [Broken]
