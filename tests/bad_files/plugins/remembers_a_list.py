# expect: a list can change in place; remember a tuple
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def turn_started(self, state):
        state.remember(self, [state.round])


@hookimpl
def smallworld_abilities():
    return [Broken]
