# expect: it is made for API level 99, this program has 1; upgrade smallworld
SMALLWORLD_API = 99
