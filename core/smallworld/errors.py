"""The exceptions of the package. Every message is one sentence that names the place and the remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.languages import N_, LazyText, for_reader, lazy, lazy_and, lazy_join, lazy_n, lazy_or

if TYPE_CHECKING:
    from smallworld_editions.problem import Problem


MOST_SEPARATE = 2
"""Equal mistakes of a file that are still shown one by one."""
MOST_LINES = 12
"""Most numbers of lines in a note; programs get every place."""


def group_repeated(problems: Iterable[Problem]) -> list[tuple[Problem, list[Problem]]]:
    """Group problems, in order: each with its repetitions in other places of the file, if they are many."""
    groups: dict[tuple[str, str, str, str, str], list[Problem]] = {}
    grouped: list[tuple[Problem, list[Problem]]] = []
    for problem in (in_order := list(problems)):
        groups.setdefault(_mistake(problem), []).append(problem)
    for problem in in_order:
        first, *repetitions = groups[_mistake(problem)]
        if len(repetitions) < MOST_SEPARATE:
            grouped.append((problem, []))
        elif problem is first:
            grouped.append((first, repetitions))
    return grouped


def _mistake(problem: Problem) -> tuple[str, str, str, str, str]:
    """Return the parts of a problem that are equal in its repetitions."""
    return problem.file, problem.code, problem.severity, problem.mistake or problem.message, problem.hint


def repetition_note(repetitions: Sequence[Problem]) -> str:
    """Write in how many further places, and in which lines, a file has the same mistake; empty without any."""
    if not repetitions:
        return ""
    lines = list(dict.fromkeys(problem.range.line for problem in repetitions if problem.range))
    numbers = ", ".join([*map(str, lines[:MOST_LINES]), *(["…"] if len(lines) > MOST_LINES else [])])
    return lazy_n(
        "the same mistake is in {count} more place: {lines}", "the same mistake is in {count} more places: {lines}",
        len(repetitions), lines=lazy_n("line {numbers}", "lines {numbers}", len(lines), numbers=numbers),
    )  # fmt: skip


# --- the exceptions of the package::


class SmallWorldError(Exception):
    """Root of all errors that a user may see. Every error can be pickled, so that a worker process can return it.

    ``str`` writes the message in the language of the reader. The errors::

        SmallWorldError                 every error of this package
        ├── ContentError                a file cannot be used; carries its problems
        ├── UnknownName                 no variant, board, race, player … has this name
        ├── PluginError                 a plugin is missing, broken or breaks a promise
        ├── ArgumentError               a function was called with something that it cannot use
        ├── ActionError                 an action that was not carried out
        │   ├── NotationError           the text is not an action
        │   └── IllegalAction           an action, but not now; carries the reasons
        └── ReplayError                 a record that cannot be read or does not verify
            └── ChanceError             a recorded result of chance that cannot be
    """

    def __str__(self) -> str:
        return str(for_reader(self.sentence))

    @property
    def sentence(self) -> str:
        """The message; a program that keeps it can write it in any language later."""
        text = self.args[0] if len(self.args) == 1 else super().__str__()
        return text if isinstance(text, str) else str(text)

    def __reduce__(self) -> tuple[Callable[..., SmallWorldError], tuple[object, ...]]:
        return _error_again, (type(self), self.args, self.__dict__)


def _error_again(kind: type[SmallWorldError], args: tuple[object, ...], fields: dict[str, object]) -> SmallWorldError:
    """Rebuild a pickled error without its constructor, which has other parameters."""
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
        super().__init__(LazyText(_lines, self.problems))


def _lines(problems: Iterable[Problem]) -> str:
    lines = [(str(first), for_reader(repetition_note(repetitions))) for first, repetitions in group_repeated(problems)]
    return "\n".join("; ".join(filter(None, line)) for line in lines)


class UnknownName(SmallWorldError):
    """A name that does not exist, with the nearest names that do.

    :ivar fault: the sentence without advice. :ivar advice: the nearest name, or the names that exist.
    """

    def __init__(self, kind: str, name: str, names: Iterable[str], fault: str = "", advice: str = "") -> None:
        self.kind, self.name, self.names = kind, name, sorted(names)
        self.fault = fault or (lazy(_UNKNOWN[kind], name=name) if kind in _UNKNOWN else f"unknown {kind} {name!r}")
        self.advice = advice or suggest(name, self.names) or list_names(self.names)
        super().__init__(lazy_join("; ", [self.fault, self.advice]))


_UNKNOWN = {
    "ability": N_("unknown ability {name!r}"),
    "attribute": N_("state has no attribute {name!r}"),
    "board": N_("unknown board {name!r}"),
    "bot": N_("unknown bot {name!r}"),
    "code": N_("unknown code {name!r}"),
    "hook": N_("unknown hook {name!r}"),
    "observer": N_("unknown observer {name!r}"),
    "option": N_("unknown option {name!r}"),
    "piece": N_("unknown piece {name!r}"),
    "player": N_("unknown player {name!r}"),
    "race or power": N_("unknown race or power {name!r}"),
    "race, power or relic": N_("unknown race, power or relic {name!r}"),
    "renderer": N_("unknown renderer {name!r}"),
    "ruling": N_("unknown ruling {name!r}"),
    "variant": N_("unknown variant {name!r}"),
}
"""Kind of thing → the sentence about a name that none of that kind has."""


class SharedName(UnknownName):
    """The name of variants of several plugins."""

    def __init__(self, name: str, full_names: Iterable[str]) -> None:
        names = sorted(full_names)
        plugins = lazy_and(full_name.partition(":")[0] for full_name in names)
        fault = lazy("the variant {name!r} is in the plugins {plugins}", name=name, plugins=plugins)
        super().__init__("variant", name, names, fault, lazy("write {names}", names=lazy_or(names)))


class NoVariantFile(UnknownName):
    """A folder that was named as a variant, without the file of one."""

    def __init__(self, folder: str, file_name: str, ids: Iterable[str]) -> None:
        fault = lazy("the folder {folder!r} has no {file}", folder=folder, file=file_name)
        advice = lazy("name a folder with this file, or one of the variants: {ids}", ids=", ".join(sorted(ids)))
        super().__init__("variant", folder, ids, fault, advice)


class NoSuchVariantFile(UnknownName):
    """A path that was named as a variant, and does not exist."""

    def __init__(self, name: str, path: str, ids: Collection[str], *, is_in_file: bool) -> None:
        fault = lazy("the file {path!r} does not exist", path=path)
        advice = lazy("name another file, or one of the variants: {ids}", ids=", ".join(sorted(ids)))
        variant = next((part for part in Path(name).parts if part in ids), None)
        if variant is not None:
            advice = lazy("write {name} for the variant with this id", name=variant)
        elif is_in_file:
            advice = lazy("a path counts from the folder of this file")
        super().__init__("variant", name, ids, fault, advice)


class PluginError(SmallWorldError):
    """A plugin is missing, broken or breaks a promise of a hook."""


class PluginFaults(PluginError):
    """A plugin cannot be used.

    :ivar problems: everything that is wrong with it, a sentence each.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(lazy_join("; ", self.problems))


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
        message = lazy("{action}: refused [{code}]: {reason}", action=action, code=first.code, reason=first.reason)
        super().__init__(message)


class ReplayError(SmallWorldError):
    """A record that cannot be read or that does not verify."""


class ChanceError(ReplayError):
    """A recorded result of chance that cannot be.

    :ivar kind: the kind of the event in the record.
    :ivar result: the result in the record.
    """

    def __init__(self, message: str, kind: str, result: object) -> None:
        self.kind, self.result = kind, result
        super().__init__(message)


class SaveError(SmallWorldError):
    """The file of a game that is played cannot be opened, locked or written.

    :ivar path: the file with which the game can go on, if there is one.
    """

    path: Path | None = None


class SaveLostError(SaveError):
    """The file of a game was removed, replaced or changed by another program while it was played."""


@dataclass(slots=True, repr=False, unsafe_hash=True)
class Refusal:
    """Why an action is not legal: a code for programs, a sentence for people."""

    code: str
    reason: str

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.reason!r})"


MOST_LETTERS = 4_000
"""Letters of the sentence of an error; a plugin may raise one with a text of megabytes."""


def sentence_of(error: BaseException) -> str:
    """Describe an exception in a sentence; one of another package is named, even if it has no text.

    A sentence without an end is cut.

    >>> sentence_of(KeyError("r01")), sentence_of(SmallWorldError("the board is full"))
    ("KeyError: 'r01'", 'the board is full')
    """
    try:
        text = error.sentence if type(error).__str__ is SmallWorldError.__str__ else str(error)  # type: ignore[attr-defined]
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # code of others, SystemExit too
        names = {"error": type(error).__name__, "failure": type(failure).__name__}
        return lazy("{error}, without a text: its __str__ raises {failure}", **names)
    if len(text) > MOST_LETTERS:
        text = LazyText(_cut, text)
    return text if isinstance(error, SmallWorldError) else f"{type(error).__name__}: {text}"


def _cut(text: str) -> str:
    return f"{text[:MOST_LETTERS]}…"


def reason_of(error: OSError) -> str:
    """Return why the system refuses something, to continue a sentence: ``permission denied``."""
    return (error.strerror or str(error)).lower()


_NUMBER = re.compile(r"[0-9]+")


def suggest(name: str, candidates: Iterable[str]) -> str:
    """Return the advice about an unknown name: the nearest candidate, or all, unless they are too many to list."""
    names = sorted(candidates)
    if nearest := did_you_mean(name, names):
        return nearest
    if len(names) <= 12:
        return list_names(names)
    is_numbered = len({_NUMBER.sub("", other) for other in names}) == 1
    is_numbered = is_numbered and not names[0] < name < names[-1]  # a gap in the numbers is the fault
    return lazy("there are {first} to {last}", first=names[0], last=names[-1]) if is_numbered else ""


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return the question for the nearest candidate, or "" where none is near."""
    nearest = nearest_name(name, candidates)
    return lazy("did you mean {name!r}?", name=nearest) if nearest else ""


LONGEST_NAME = 200
"""The most letters of a name for which a near one is searched."""


def nearest_name(name: str, candidates: Iterable[str]) -> str:
    """Return the candidate that was probably meant; empty where none is near.

    Numbers are not compared, because near numbers mean different things. Thousands of letters are not a name, and
    to compare them takes seconds.
    """
    if len(name) > LONGEST_NAME:
        return ""
    names, plain, letters = sorted(candidates), _plain(name), _NUMBER.sub("", name)
    same = next((other for other in names if _plain(other) == plain), "")
    similar = [other for other in names if not _NUMBER.search(name) or _NUMBER.sub("", other) != letters]
    from difflib import get_close_matches  # not for correct input

    # Long names share many letters by chance, above all those of several words.
    cutoff = 0.6 if len(name) < 10 else 0.74
    return same or next(iter(get_close_matches(name, similar, n=1, cutoff=cutoff)), "")


def with_suggestion(sentence: str, name: str, candidates: Iterable[str]) -> str:
    """Return a sentence about an unknown name, and at its end the nearest candidate, or what there is.

    >>> with_suggestion("unknown race 'orcz'", "orcz", ["orcs", "elves"])
    "unknown race 'orcz'; did you mean 'orcs'?"
    """
    names = sorted(candidates)
    return lazy_join("; ", [sentence, suggest(name, names) or list_names(names)])


def list_names(names: Sequence[str]) -> str:
    """Return a clause with all names, or with examples where they are too many to list.

    >>> list_names(["a"]), list_names(["a", "b"]), list_names("abcdefghijklmn")
    ('there is only a', 'there are a, b', 'there are 14, for example a, b, c')
    """
    if len(names) > 12:
        return lazy_n(
            "there is {count}, for example {names}", "there are {count}, for example {names}", len(names),
            names=", ".join(names[:3]),
        )  # fmt: skip
    if len(names) == 1:
        return lazy("there is only {name}", name=names[0])
    return lazy("there are {names}", names=", ".join(names)) if names else ""


def _plain(name: str) -> str:
    """Return a name without case, separators and leading zeros."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[\W_]+", "", name.lower()))
