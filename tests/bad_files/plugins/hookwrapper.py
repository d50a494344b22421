# expect: ability 'broken': hook score has the option hookwrapper, which the engine ignores; return the answer instead
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl(hookwrapper=True)
    def score(self, state, race):
        yield


@hookimpl
def smallworld_abilities():
    return [Broken]
