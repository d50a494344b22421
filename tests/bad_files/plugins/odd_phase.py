# expect: offers_in has 'redeployment'; there are conquer, redeploy, retreat, finish
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    offers_in = ("redeployment",)

    @hookimpl
    def score(self, state, race):
        return 0


@hookimpl
def smallworld_abilities():
    return [Broken]
