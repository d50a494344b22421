# expect: ability 'broken': hook score is not marked; write @hookimpl above it
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    def score(self, state, race):
        return hookimpl


@hookimpl
def smallworld_abilities():
    return [Broken]
