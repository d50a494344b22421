# expect: ability 'broken' has no description; begin its docstring with one line for people
from smallworld import Ability, hookimpl


class Broken(Ability):
    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
