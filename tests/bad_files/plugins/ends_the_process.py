# expect: failed in combo_taken: EndRefused: it tried to end the program
import os

from smallworld import Ability, hookimpl


class Broken(Ability):
    """Leaves."""

    name = "broken"
    rule = "BROKEN-1"

    @hookimpl
    def combo_taken(self, state, race):
        os._exit(0)


@hookimpl
def smallworld_abilities():
    return [Broken]
