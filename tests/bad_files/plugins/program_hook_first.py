# expect: hook smallworld_abilities has the option tryfirst, but plugins are asked in the order of loading; write @hookimpl
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, race):
        return 1


@hookimpl(tryfirst=True)
def smallworld_abilities():
    return [Broken]
