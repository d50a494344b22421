# expect: hook conquest_cost belongs into an ability; make it a method of a class of Ability
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self):
        return 1


@hookimpl
def conquest_cost(board):
    return [(-1, board.all)]


@hookimpl
def smallworld_abilities():
    return [Broken]
