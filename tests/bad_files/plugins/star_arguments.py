# expect: hook score cannot take *arguments; name its arguments: state, race
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, *arguments):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
