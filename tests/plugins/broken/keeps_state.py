# expect: data changed during a game; use game.remember instead
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    turns = []

    @hookimpl
    def turn_started(self, game):
        self.turns.append(game.round)


@hookimpl
def smallworld_abilities():
    return [Broken]
