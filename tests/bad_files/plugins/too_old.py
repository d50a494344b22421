# expect: it is made for API level 0, this program has 1; ask its author for a newer version
SMALLWORLD_API = 0
