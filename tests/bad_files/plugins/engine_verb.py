# expect: the verb 'conquer' belongs to the engine; choose another word
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"conquer": "REGION"}

    @hookimpl
    def perform(self, state, race, action):
        pass


@hookimpl
def smallworld_abilities():
    return [Broken]
