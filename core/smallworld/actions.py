"""Actions are their notation: an :class:`Action` is the text a person types.

Being a string makes an action printable, comparable, hashable and storable at the
speed of strings; the attributes beside the text spare the engine from parsing it.
Actions of one table are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.records import Means

CHUNK = 10
CHUNK_MASK = (1 << CHUNK) - 1


class Action(str):
    """One action in the notation of players, e.g. ``conquer r07 by die``.

    :ivar verb: the first word.
    :ivar region: index of the first region named, -1 if there is none.
    :ivar number: the number named (position in the column, tokens, pieces), else 0.
    :ivar operands: all words after the verb.
    :ivar means: special means of a conquest; ``die`` for a final attempt.
    :ivar as_decline: the declined race acts.
    """

    __slots__ = ("ability", "as_decline", "means", "number", "operands", "region", "run", "special", "verb")

    verb: str
    region: int
    number: int
    operands: tuple[str, ...]
    means: tuple[str, ...]
    as_decline: bool
    special: tuple[Means, ...]
    ability: Ability | None
    run: Callable[[Any, Action], None]

    def __new__(
        cls,
        text: str,
        run: Callable[[Any, Action], None],
        *,
        region: int = -1,
        number: int = 0,
        means: tuple[str, ...] = (),
        as_decline: bool = False,
        ability: Ability | None = None,
    ) -> Action:
        """Make an action; what stands beside the text spares the engine from parsing it."""
        self = super().__new__(cls, text)
        words = text.split(" ")
        self.verb = words[0]
        self.operands = tuple(words[1:])
        self.region = region
        self.number = number
        self.means = means
        self.as_decline = as_decline
        self.special = ()
        self.ability = ability
        self.run = run
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


class ActionSet:
    """Some actions for each region; turns a region set into its actions quickly.

    A set is cut into groups of ten regions. Actions and the lists for each group are made
    when they are first needed: there are many sets of islands, and few games on each.
    """

    __slots__ = ("_make", "_rows", "parts")

    def __init__(self, regions: int, make: Callable[[int], Sequence[Action]]) -> None:
        """Nothing is made yet.

        :param regions: how many there are. :param make: gives the actions of one region.
        """
        self._make = make
        self._rows: list[Sequence[Action]] = [()] * regions
        groups = (regions + CHUNK - 1) // CHUNK
        self.parts: tuple[dict[int, list[Action]], ...] = tuple({} for _ in range(groups))

    def of(self, regions: int) -> list[Action]:
        """The actions for these regions, in the order of the board."""
        out: list[Action] = []
        for group, part in enumerate(self.parts):
            bits = regions & CHUNK_MASK
            if bits:
                out += part.get(bits) or self._fill(group, bits)
            regions >>= CHUNK
            if not regions:
                break
        return out

    def at(self, region: int) -> Sequence[Action]:
        """The actions of one region; the same ones every time."""
        row = self._rows[region]
        if not row:
            row = self._rows[region] = self._make(region)
        return row

    def _fill(self, group: int, bits: int) -> list[Action]:
        start = group * CHUNK
        found = [action for i in range(CHUNK) if bits >> i & 1 for action in self.at(start + i)]
        self.parts[group][bits] = found
        return found
