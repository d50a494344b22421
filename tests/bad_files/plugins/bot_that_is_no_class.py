# expect: hook smallworld_bots: the bot 'broken' is a Lazy, not a class; write the class itself
from smallworld import hookimpl


class Lazy:
    def choose(self, view, legal, rng):
        return legal[0]


@hookimpl
def smallworld_bots():
    return {"broken": Lazy()}
