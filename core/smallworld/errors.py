"""What can go wrong, as exceptions.

    SmallWorldError                 every error of this package
    ├── ContentError                a file cannot be used; carries its problems
    ├── UnknownName                 a variant, board, race, player … nobody knows
    ├── PluginError                 a plugin is missing, broken or breaks a promise
    ├── ActionError                 an action that was not carried out
    │   ├── NotationError           the text is no action at all
    │   └── IllegalAction           an action, but not now; carries the reasons
    └── ReplayError                 a record that cannot be read or does not verify

Every message is one sentence that names the place and the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.content.problem import Problem


class SmallWorldError(Exception):
    """Root of all errors that a user may see."""


class ContentError(SmallWorldError):
    """A file cannot be used.

    :ivar problems: everything that is wrong with it, sorted by place.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownName(SmallWorldError):
    """A name that nothing bears, with the nearest names that something does."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        super().__init__(f"unknown {kind} {name!r}{suggest(name, self.known) or _some(self.known)}")


class PluginError(SmallWorldError):
    """A plugin is missing, broken or breaks a promise of a hook."""


class ActionError(SmallWorldError, ValueError):
    """An action was not carried out; the game is unchanged."""


class NotationError(ActionError):
    """The text is not an action."""


class IllegalAction(ActionError):
    """The action is not legal now.

    :ivar reasons: every reason, the most telling first.
    """

    def __init__(self, action: str, reasons: Sequence[Refusal]) -> None:
        self.action, self.reasons = action, tuple(reasons)
        first = self.reasons[0]
        super().__init__(f"{action}: refused [{first.code}]: {first.reason}")


class ReplayError(SmallWorldError):
    """A record that cannot be read or that does not verify."""


class Refusal:
    """Why an action is not legal: a code for programs, a sentence for people."""

    __slots__ = ("code", "reason")

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.code, self.reason) == (other.code, other.reason)

    def __hash__(self) -> int:
        return hash((self.code, self.reason))

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.reason!r})"


def suggest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest known one, or all."""
    names = sorted(known)
    near = _nearest(name, names)
    if near:
        return f"; did you mean {near!r}?"
    if names and len(names) <= 12:
        return f"; known: {', '.join(names)}"
    letters = {_NUMBER.sub("", other) for other in names}
    if len(letters) == 1:
        return f"; known: {names[0]} to {names[-1]}"
    return ""


def _some(names: Sequence[str]) -> str:
    """The end of the same sentence where the names are too many to list them."""
    return f"; there are {len(names)}, for example {', '.join(names[:3])}" if names else ""


_NUMBER = re.compile(r"[0-9]+")


def _nearest(name: str, names: list[str]) -> str:
    """The name that was probably meant; a wrong number tells nothing about the right one."""
    plain = _plain(name)
    same = next((other for other in names if _plain(other) == plain), "")
    letters = _NUMBER.sub("", name)
    others = [other for other in names if not _NUMBER.search(name) or _NUMBER.sub("", other) != letters]
    # Long names share many letters by chance, above all those of several words.
    cutoff = 0.6 if len(name) < 10 else 0.74
    return same or next(iter(get_close_matches(name, others, n=1, cutoff=cutoff)), "")


def _plain(name: str) -> str:
    """A name without case, separators and leading zeros."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[\W_]+", "", name.lower()))
