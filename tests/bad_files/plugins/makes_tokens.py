# expect: in the box (R-SUP-1)
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def turn_started(self, state, race):
        state.hand[race] += 1


@hookimpl
def smallworld_abilities():
    return [Broken]
