# expect: class Broken in verbs_as_tuple has the verbs ('sail',); write words with their operands
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = ("sail",)

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
