# expect: failed in combo_taken: SystemExit: 0
import sys

from smallworld import Ability, hookimpl


class Broken(Ability):
    """Leaves."""

    name = "broken"
    rule = "BROKEN-1"

    @hookimpl
    def combo_taken(self, state, race):
        sys.exit(0)


@hookimpl
def smallworld_abilities():
    return [Broken]
