# expect: ability 'broken': hook score cannot be async; write def instead of async def
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"

    @hookimpl
    async def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
