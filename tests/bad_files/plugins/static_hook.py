# expect: ability 'broken': hook score is not a plain method; write def score(self, …)
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    @staticmethod
    def score(state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
