# expect: asked again
import itertools

from smallworld import Ability, hookimpl

COUNT = itertools.count()


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state):
        return next(COUNT) % 2


@hookimpl
def smallworld_abilities():
    return [Broken]
