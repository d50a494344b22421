# expect: ability 'broken': hook coins has the option specname; name the method score
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl(specname="score")
    def coins(self, state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
