# expect: ability 'broken': hook scores has the option optionalhook, which would hide a misspelt name; write @hookimpl alone
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl(optionalhook=True)
    def scores(self, state, race):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
