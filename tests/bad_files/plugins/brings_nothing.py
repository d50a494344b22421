# expect: it brings nothing; mark its hooks with @hookimpl
ABILITIES = ()
