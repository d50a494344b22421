# expect: hook 'smallworld_abilitys' does not exist; did you mean 'smallworld_abilities'?
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"


def smallworld_abilitys():
    return [Broken]


@hookimpl
def smallworld_bots():
    return {}
