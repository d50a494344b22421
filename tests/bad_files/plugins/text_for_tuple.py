# expect: refuses is 'done'; write a tuple: refuses = ('done',)
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    refuses = "done"

    @hookimpl
    def score(self, state, race):
        return 0


@hookimpl
def smallworld_abilities():
    return [Broken]
