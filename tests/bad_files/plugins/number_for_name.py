# expect: class Broken in number_for_name has the name 5; a name is a text of letters, digits, _ and -
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    name = 5

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
