# expect: hook 'smallworld_abilitys' does not exist; did you mean 'smallworld_abilities'?
from smallworld import hookimpl


@hookimpl
def smallworld_abilitys():
    return []
