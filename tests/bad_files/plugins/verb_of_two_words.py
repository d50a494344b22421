# expect: the verb 'set sail' must be one word in lower case
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"set sail": "REGION"}

    @hookimpl
    def perform(self, state, race, action):
        pass


@hookimpl
def smallworld_abilities():
    return [Broken]
