# expect: SMALLWORLD_API must be a whole number, not '1'; write SMALLWORLD_API = 1
from smallworld import hookimpl

SMALLWORLD_API = "1"


@hookimpl
def smallworld_abilities():
    return []
