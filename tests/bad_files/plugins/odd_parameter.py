# expect: a parameter cannot be of type <class 'float'>; use text, whole numbers, booleans, Literal or tuple
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    half: float = 0.5

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
