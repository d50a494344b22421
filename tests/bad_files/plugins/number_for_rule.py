# expect: has the rule 5; it is a text
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = 5

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
