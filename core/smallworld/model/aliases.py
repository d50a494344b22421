"""Names for the numbers of the rules: a signature shows whether a number is an index, a set of regions or an amount.

All are ``int`` at run time: reading them costs nothing, and checkers accept plain numbers.
"""

from __future__ import annotations

from typing import TypeAlias

Region: TypeAlias = int
"""Index of a region of the board; -1 for none."""
Regions: TypeAlias = int
"""Set of regions, a bit mask: bit *i* for the region with index *i*."""
Player: TypeAlias = int
"""Index of a player, in the order of the seats; -1 for nobody."""
Race: TypeAlias = int
"""A race in play: with *n* players *p* is the active race of player *p*, *p + n*, *p + 2n* … are their declined races.

``NOBODY`` means an empty region, ``NATIVES`` the natives.
"""
RaceIndex: TypeAlias = int
"""Index of a race among those of the variant; -1 for none."""
PowerIndex: TypeAlias = int
"""Index of a power among those of the variant; -1 for none."""
RelicIndex: TypeAlias = int
"""Index of a relic among those of the variant."""
PieceKind: TypeAlias = int
"""Index of a kind of piece among those of the variant."""
Tokens: TypeAlias = int
"""Number of tokens."""
Coins: TypeAlias = int
"""Number of coins."""
