"""Actions are their notation: an :class:`Action` is the text a person types.

Being a string makes an action printable, comparable, hashable and storable at the
speed of strings; the attributes beside the text spare the engine from parsing it.
Actions of one table are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.model.regions import indexes

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.records import Means

PART = 12
"""Most regions in a part of an :class:`ActionSet`: 4,096 lists at the most, whatever the board."""


class Action(str):
    """One action in the notation of players, e.g. ``conquer r07 by die``.

    :ivar region: index of the first region named, -1 if there is none.
    :ivar number: the number named (position in the column, tokens, pieces), else 0.
    :ivar means: special means of a conquest; ``die`` for a final attempt.
    :ivar as_decline: the declined race acts.
    """

    __slots__ = ("ability", "as_decline", "means", "number", "region", "run", "special")

    region: int
    number: int
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
        self.region = region
        self.number = number
        self.means = means
        self.as_decline = as_decline
        self.special = ()
        self.ability = ability
        self.run = run
        return self

    @property
    def verb(self) -> str:
        """The first word."""
        return self.split(" ", 1)[0]

    @property
    def operands(self) -> tuple[str, ...]:
        """All words after the verb."""
        return tuple(self.split(" ")[1:])

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


Row = Sequence[Action]
"""The actions of one region, in the order in which they are listed."""


class ActionPart:
    """Some actions for each of a few neighbouring regions; rows and lists of them are made when first needed.

    :ivar start: index of the first region. :ivar names: ids of the regions.
    """

    __slots__ = ("_make", "_rows", "lists", "mask", "names", "start")

    def __init__(self, start: int, names: Sequence[str], make: Callable[[str, int], Row]) -> None:
        self.start = start
        self.names = names
        self.mask = (1 << len(names)) - 1
        self.lists: dict[int, list[Action]] = {}
        self._make = make
        self._rows: list[Row | None] = [None] * len(names)

    def row(self, place: int) -> Row:
        """The actions of the region at a place of this part."""
        found = self._rows[place]
        if found is None:
            found = self._rows[place] = self._make(self.names[place], self.start + place)
        return found

    def fill(self, bits: int) -> list[Action]:
        """The actions of some regions, kept for the next time."""
        found = [action for place in indexes(bits) for action in self.row(place)]
        self.lists[bits] = found
        return found


class ActionSet:
    """Some actions for each region of a board; turns a region set into its actions quickly.

    It is made of parts, so that boards which share an island share its part.
    """

    __slots__ = ("_parts", "parts")

    def __init__(self, parts: Iterable[ActionPart]) -> None:
        found = tuple(parts)
        self.parts = tuple((part.start, part.mask, part.lists.get, part.fill) for part in found)
        self._parts = found

    def row(self, region: int) -> Row:
        """The actions for one region."""
        for part in self._parts:
            place = region - part.start
            if 0 <= place < len(part.names):
                return part.row(place)
        raise IndexError(region)

    def of(self, regions: int) -> list[Action]:
        """The actions for these regions, in the order of the board."""
        out: list[Action] = []
        for start, mask, known, fill in self.parts:
            bits = regions >> start & mask
            if bits:
                out += known(bits) or fill(bits)
        return out
