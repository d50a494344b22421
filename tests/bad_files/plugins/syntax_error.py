# expect: it cannot be imported: SyntaxError
def smallworld_abilities(
