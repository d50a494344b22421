# expect: ability 'broken': hook score lacks self; write def score(self, …)
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
