# expect: ability 'broken': hook 'scores' does not exist; did you mean 'score'?
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def scores(self, state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
