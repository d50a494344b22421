# expect: an ability 'terrain_bonus' is there already, from smallworld.abilities.bonuses; choose another name
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
