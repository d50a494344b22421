"""The exceptions of the package.

    SmallWorldError                 every error of this package
    ├── ContentError                a file cannot be used; carries its problems
    ├── UnknownName                 a variant, board, race, player … nobody knows
    ├── PluginError                 a plugin is missing, broken or breaks a promise
    ├── ArgumentError           a function was called with something that it cannot use
    ├── ActionError                 an action that was not carried out
    │   ├── NotationError           the text is not an action
    │   └── IllegalAction           an action, but not now; carries the reasons
    └── ReplayError                 a record that cannot be read or does not verify

Every message is one sentence that names the place and the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.content.report.problem import Problem


class SmallWorldError(Exception):
    """Root of all errors that a user may see. Every error can be pickled, so that it comes out of other processes."""

    def __reduce__(self) -> tuple[Callable[..., SmallWorldError], tuple[object, ...]]:
        return _error_again, (type(self), self.args, self.__dict__)


def _error_again(kind: type[SmallWorldError], args: tuple[object, ...], fields: dict[str, object]) -> SmallWorldError:
    """An error as it was, without another call of its constructor, which wants other arguments."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class ArgumentError(SmallWorldError, TypeError):
    """A function was called with something that it cannot use; the sentence names the expected value."""


class ContentError(SmallWorldError):
    """A file cannot be used.

    :ivar problems: everything that is wrong with it, sorted by place.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownName(SmallWorldError):
    """A name that does not exist, with the nearest names that do."""

    def __init__(self, kind: str, name: str, names: Iterable[str]) -> None:
        self.kind, self.name, self.names = kind, name, sorted(names)
        super().__init__(with_suggestion(f"unknown {kind} {name!r}", name, self.names))


class SharedName(UnknownName):
    """A name that things of several plugins bear."""

    def __init__(self, kind: str, name: str, full_names: Iterable[str]) -> None:
        names = sorted(full_names)
        super().__init__(kind, name, names)
        plugins = " and ".join(full_name.partition(":")[0] for full_name in names)
        self.args = (f"the {kind} {name!r} is in the plugins {plugins}; write {' or '.join(names)}",)


class PluginError(SmallWorldError):
    """A plugin is missing, broken or breaks a promise of a hook."""


class PluginFaults(PluginError):
    """A plugin cannot be used.

    :ivar problems: everything that is wrong with it, a sentence each.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class ActionError(SmallWorldError, ValueError):
    """An action was not carried out; the game is unchanged."""


class NotationError(ActionError):
    """The text is not an action."""


class IllegalAction(ActionError):
    """The action is not legal now.

    :ivar reasons: every reason, the most important first.
    """

    def __init__(self, action: str, reasons: Sequence[Refusal]) -> None:
        self.action, self.reasons = action, tuple(reasons)
        first = self.reasons[0]
        super().__init__(f"{action}: refused [{first.code}]: {first.reason}")


class ReplayError(SmallWorldError):
    """A record that cannot be read or that does not verify."""


class SaveError(SmallWorldError):
    """The file of a game that is played cannot be opened, locked or written.

    :ivar path: the file with which the game can go on, if there is one.
    """

    path: Path | None = None


class SaveLostError(SaveError):
    """The file of a game was removed, replaced or changed by another program while it was played.

    :ivar gone: it was removed, and no other file took its name.
    """

    def __init__(self, message: str, *, gone: bool = False) -> None:
        super().__init__(message)
        self.gone = gone


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


def sentence_of(error: BaseException) -> str:
    """Describe an exception in a sentence; one of another package is named, even if it has no text.

    >>> sentence_of(KeyError("r01")), sentence_of(SmallWorldError("the board is full"))
    ("KeyError: 'r01'", 'the board is full')
    """
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # code of others, SystemExit too
        return f"{type(error).__name__}, without a text: its __str__ raises {type(failure).__name__}"
    return text if isinstance(error, SmallWorldError) else f"{type(error).__name__}: {text}"


def suggest(name: str, candidates: Iterable[str]) -> str:
    """Return the advice about an unknown name: the nearest candidate, or all, unless they are too many to list."""
    names = sorted(candidates)
    if nearest := did_you_mean(name, names):
        return nearest
    if len(names) <= 12:
        return list_names(names)
    is_numbered = len({_NUMBER.sub("", other) for other in names}) == 1
    return f"there are {names[0]} to {names[-1]}" if is_numbered else ""


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return the question for the nearest candidate, or "" where none is near."""
    nearest = _nearest(name, sorted(candidates))
    return f"did you mean {nearest!r}?" if nearest else ""


def with_suggestion(sentence: str, name: str, candidates: Iterable[str]) -> str:
    """Return a sentence about an unknown name, and at its end the nearest candidate, or what there is.

    >>> with_suggestion("unknown race 'ork'", "ork", ["orcs", "elves"])
    "unknown race 'ork'; did you mean 'orcs'?"
    """
    names = sorted(candidates)
    return "; ".join(filter(None, [sentence, suggest(name, names) or list_names(names)]))


def list_names(names: Sequence[str]) -> str:
    """Return a clause with all names, or with examples where they are too many to list.

    >>> list_names(["a"]), list_names(["a", "b"]), list_names("abcdefghijklmn")
    ('there is only a', 'there are a, b', 'there are 14, for example a, b, c')
    """
    if len(names) > 12:
        return f"there are {len(names)}, for example {', '.join(names[:3])}"
    return f"there {'is only' if len(names) == 1 else 'are'} {', '.join(names)}" if names else ""


_NUMBER = re.compile(r"[0-9]+")


def _nearest(name: str, names: list[str]) -> str:
    """The name that was probably meant; numbers are not compared, because near numbers mean different things."""
    plain = _plain(name)
    same = next((other for other in names if _plain(other) == plain), "")
    letters = _NUMBER.sub("", name)
    candidates = [other for other in names if not _NUMBER.search(name) or _NUMBER.sub("", other) != letters]
    # Long names share many letters by chance, above all those of several words.
    cutoff = 0.6 if len(name) < 10 else 0.74
    return same or next(iter(get_close_matches(name, candidates, n=1, cutoff=cutoff)), "")


def _plain(name: str) -> str:
    """A name without case, separators and leading zeros."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[\W_]+", "", name.lower()))
