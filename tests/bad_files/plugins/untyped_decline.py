# expect: ability 'broken': its parameter 'in_decline' has no type; write in_decline: bool = True
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin in decline."""

    rule = "BROKEN-1"
    in_decline = True

    @hookimpl
    def score(self, state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
