# expect: hook traits prints 'hello\n'
from smallworld import Ability, Traits, hookimpl


class Broken(Ability):
    """Talks."""

    name = "broken"
    rule = "BROKEN-1"

    @hookimpl
    def traits(self):
        print("hello")
        return Traits()


@hookimpl
def smallworld_abilities():
    return [Broken]
