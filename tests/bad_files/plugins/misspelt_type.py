# expect: ability 'broken': the annotation of a parameter cannot be read: name 'Amuont' is not defined
from __future__ import annotations

from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    coins: Amuont = 3  # noqa: F821

    @hookimpl
    def score(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Broken]
