# expect: hook abilities has the option specname; name the function smallworld_abilities
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self):
        return 1


@hookimpl(specname="smallworld_abilities")
def abilities():
    return [Broken]
