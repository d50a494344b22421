# expect: name_that_does_not_exist.py, line 14: state has no attribute 'note'; there are
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin late in the game."""

    rule = "BROKEN-1"
    in_decline: bool = True

    @hookimpl
    def score(self, state, race):
        if state.round > 99:
            state.note(self, 1)
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
