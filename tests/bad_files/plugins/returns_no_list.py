# expect: hook smallworld_abilities must return a list, not NoneType
from smallworld import hookimpl


@hookimpl
def smallworld_abilities():
    return None
