# expect: ability 'broken': the attribute 'words' is called 'ledger_label' now; rename it
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    words = "a broken thing"

    @hookimpl
    def score(self, state, race):
        return 0


@hookimpl
def smallworld_abilities():
    return [Broken]
