# expect: ability 'broken' of 'broken_power' (offers_done): hook offer_actions offers 'done', an action of the engine; declare a verb of its own
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin.

    """

    rule = "BROKEN-1"
    offers_in = ("redeploy",)

    @hookimpl
    def score(self, state, race):
        return 1

    @hookimpl
    def offer_actions(self, state):
        return [state.action(self, "done")]

    @hookimpl
    def perform(self, state):
        pass


@hookimpl
def smallworld_abilities():
    return [Broken]
