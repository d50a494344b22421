# expect: hook smallworld_abilities is not marked; write @hookimpl above it
def smallworld_abilities():
    return []
