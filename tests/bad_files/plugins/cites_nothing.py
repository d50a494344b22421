# expect: ability 'broken' cites no rule; set rule = "…" (an id of yours, or a page)
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
