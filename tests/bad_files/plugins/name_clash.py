# expect: the ability 'terrain_bonus' comes with the program too; write name_clash:terrain_bonus in a variant
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    name = "terrain_bonus"

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
