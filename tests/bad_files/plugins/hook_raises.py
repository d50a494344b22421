# expect: hook smallworld_abilities failed: ZeroDivisionError: division by zero
from smallworld import hookimpl


@hookimpl
def smallworld_abilities():
    return [1 / 0]
