# expect: cannot read 'sail 1 north'; write: sail REGION
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"sail": "REGION"}

    @hookimpl
    def offer_actions(self, state, race, phase):
        return [state.action(self, "sail 1 north")] if phase == "conquer" else ()

    @hookimpl
    def perform(self, state, race, action):
        pass


@hookimpl
def smallworld_abilities():
    return [Broken]
