# expect: hook conquest_reach names regions that the board does not have
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def conquest_reach(self, state):
        return 1 << 200


@hookimpl
def smallworld_abilities():
    return [Broken]
