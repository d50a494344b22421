"""Actions are their notation: an :class:`Action` is the text a person types.

Being a string makes an action printable, comparable, hashable and storable at the
speed of strings; the attributes beside the text spare the engine from parsing it.
Actions of one table are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.model.regions import indexes

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.records import Means


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


OfRegion = Sequence[Action] | Mapping[int, Action]
"""One action for each region of a board, by its index."""


def at(actions: OfRegion, regions: int) -> list[Action]:
    """Of actions, one for each region of a board, those for some regions, in the order of the board."""
    found = []
    for region in indexes(regions):  # for so few a comprehension would cost more
        found.append(actions[region])
    return found
