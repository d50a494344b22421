# expect: ability 'broken': hook score has the option wrapper, which the engine ignores; return the answer instead
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl(wrapper=True)
    def score(self, state, race):
        return (yield)


@hookimpl
def smallworld_abilities():
    return [Broken]
