"""Actions: an :class:`Action` is the text that a person types, with attributes for the engine.

Being a string makes an action printable, comparable, hashable and storable at the speed of strings; its attributes
spare the engine from parsing it. Actions of one table are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any

from smallworld.model.aliases import Region


class ActionFields(str):
    """The attributes of an action; they can be set until it becomes an :class:`Action`."""

    __slots__ = ("ability", "as_decline", "means", "number", "region", "run", "verb")

    verb: str
    region: Region
    number: int
    means: tuple[str, ...]
    as_decline: bool
    ability: str
    run: Callable[[Any, Action], None]


class Action(ActionFields):
    """One action in the notation of players, e.g. ``conquer r07 by die``. It cannot be changed: games share it.

    :ivar verb: its first word.
    :ivar region: index of the first region named, -1 without one.
    :ivar number: the number named (position in the column, tokens, pieces), else 0.
    :ivar means: special means of a conquest; ``die`` for a final attempt.
    :ivar as_decline: the declined race acts.
    :ivar ability: key of the ability that offers it; empty for an action of the engine.
    """

    __slots__ = ()

    def __new__(
        cls,
        text: str,
        run: Callable[[Any, Action], None],
        *,
        region: Region = -1,
        number: int = 0,
        means: tuple[str, ...] = (),
        as_decline: bool = False,
        ability: str = "",
    ) -> Action:
        """Make an action; its fields spare the engine from parsing the text."""
        self: Any = str.__new__(ActionFields, text)
        self.verb = intern(text.partition(" ")[0])
        self.region = region
        self.number = number
        self.means = means
        self.as_decline = as_decline
        self.ability = ability
        self.run = run
        self.__class__ = cls  # as if it were frozen now, without a call for each field
        action: Action = self
        return action

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action cannot be changed, so {name!r} of {str(self)!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an action cannot be changed, so {name!r} of {str(self)!r} cannot be deleted")

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    @property
    def operands(self) -> tuple[str, ...]:
        """All words after the verb."""
        return tuple(self.split(" ")[1:])

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


Row = list[Action]
"""The actions of one region, in the order in which they are listed."""
