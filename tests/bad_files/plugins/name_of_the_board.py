# expect: name_of_the_board.py, line 13: board has no attribute 'coasts'; did you mean 'coast'?
from smallworld import Ability, hookimpl


class Broken(Ability):
    """A coin late in the game."""

    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, race):
        if state.round > 99:
            return (state.board.coasts & state.regions[race]).bit_count()
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
