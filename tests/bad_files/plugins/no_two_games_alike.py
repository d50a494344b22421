# expect: leads to two positions in two games of the same seed
import itertools

from smallworld import Ability, hookimpl

COUNT = itertools.count()


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    def turn_started(self, state):
        state.remember(self, next(COUNT))


@hookimpl
def smallworld_abilities():
    return [Broken]
