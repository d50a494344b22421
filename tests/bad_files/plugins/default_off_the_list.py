# expect: ability 'broken': the default 'odd' of its parameter 'which' is not one of 'left', 'right'
from typing import Literal

from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work.

    :param which: a side.
    """

    rule = "BROKEN-1"
    which: Literal["left", "right"] = "odd"

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
