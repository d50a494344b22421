"""Actions are their notation: an :class:`Action` is the text a person types.

Being a string makes an action printable, comparable, hashable and storable at the
speed of strings; the attributes beside the text spare the engine from parsing it.
Actions of one table are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.records import Means

PART = 12
"""Most regions in a part of an :class:`ActionSet`: 4,096 lists at the most, whatever the board."""


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


class ActionPart:
    """Some actions for each of a few neighbouring regions; lists of them are made when first needed.

    :ivar start: index of the first region. :ivar rows: for each region its actions.
    """

    __slots__ = ("lists", "mask", "rows", "start")

    def __init__(self, start: int, rows: Iterable[Sequence[Action]]) -> None:
        self.start = start
        self.rows = tuple(tuple(row) for row in rows)
        self.mask = (1 << len(self.rows)) - 1
        self.lists: dict[int, list[Action]] = {}

    def fill(self, bits: int) -> list[Action]:
        """The actions of some regions, kept for the next time."""
        found = [action for i, row in enumerate(self.rows) if bits >> i & 1 for action in row]
        self.lists[bits] = found
        return found


class ActionSet:
    """Some actions for each region of a board; turns a region set into its actions quickly.

    It is made of parts, so that boards which share an island share its part.

    :ivar rows: for each region its actions.
    """

    __slots__ = ("parts", "rows")

    def __init__(self, parts: Iterable[ActionPart]) -> None:
        found = tuple(parts)
        self.parts = tuple((part.start, part.mask, part.lists.get, part.fill) for part in found)
        self.rows = tuple(row for part in found for row in part.rows)

    def of(self, regions: int) -> list[Action]:
        """The actions for these regions, in the order of the board."""
        out: list[Action] = []
        for start, mask, known, fill in self.parts:
            bits = regions >> start & mask
            if bits:
                out += known(bits) or fill(bits)
        return out
