# expect: hook smallworld_abilities: <class 'int'> is not a subclass of Ability
from smallworld import hookimpl


@hookimpl
def smallworld_abilities():
    return [int]
