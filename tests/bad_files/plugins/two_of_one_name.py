# expect: hook smallworld_abilities: it has two abilities 'broken'; rename one
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self):
        return 1


class Other(Broken):
    """Something else that does not work."""

    name = "broken"


@hookimpl
def smallworld_abilities():
    return [Broken, Other]
