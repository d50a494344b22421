# expect: it has the verb 'sail', but no hook perform to carry it out
from smallworld import Ability, hookimpl


class Broken(Ability):
    """Something that does not work."""

    rule = "BROKEN-1"
    verbs = {"sail": "REGION"}


@hookimpl
def smallworld_abilities():
    return [Broken]
