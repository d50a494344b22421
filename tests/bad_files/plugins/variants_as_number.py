# expect: hook smallworld_variants must return paths of folders, not 5
from smallworld import hookimpl


@hookimpl
def smallworld_variants():
    return [5]
