# expect: hook smallworld_variants: there is no variant.yaml in 'nowhere'; is it in the package?
from smallworld import hookimpl


@hookimpl
def smallworld_variants():
    return ["nowhere"]
