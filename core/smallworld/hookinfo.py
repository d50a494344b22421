"""The hooks as facts: what tools, checks and the reference page need to know of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from smallworld.hookspecs import PROJECT, ProgramHooks, RuleHooks

OFFERS = ("offer_actions", "perform")
KINDS = ("program", "query", "offer", "event")


@dataclass(frozen=True, slots=True)
class HookInfo:
    """One hook.

    :ivar kind: ``program`` (asked once, when plugins are loaded), ``query``, ``offer`` or ``event``.
    :ivar arguments: names that an implementation may take, in the order of the specification.
    :ivar signature: as an author writes it, ``score(game, race) -> int``.
    :ivar returns: annotation of the answer, as text; ``None`` for events.
    :ivar moment: when it is asked and what the answer means.
    :ivar combination: how several answers become one; empty for events.
    :ivar example: one use, as the specification gives it.
    :ivar notes: what the specification says beyond that, paragraphs.
    :ivar since: API level that brought it.
    """

    name: str
    kind: str
    arguments: tuple[str, ...]
    signature: str
    returns: str
    moment: str
    combination: str
    example: str
    notes: tuple[str, ...]
    since: int


@cache
def hooks() -> dict[str, HookInfo]:
    """Every hook by name, in the order of ``hookspecs.py``."""
    found = {}
    for holder in (ProgramHooks, RuleHooks):
        for name, function in vars(holder).items():
            if not name.startswith("_"):
                found[name] = _info(name, function, program=holder is ProgramHooks)
    return found


def rule_hooks() -> dict[str, HookInfo]:
    """The hooks that abilities implement."""
    return {name: info for name, info in hooks().items() if info.kind != "program"}


def implemented(cls: type) -> tuple[str, ...]:
    """Names of the marked methods of an ability class, in the order of ``hookspecs.py``."""
    marked = {name for name in dir(cls) if is_marked(getattr(cls, name, None))}
    known = [name for name in hooks() if name in marked]
    return (*known, *sorted(marked - set(known)))


def is_marked(function: object) -> bool:
    """Whether a function carries the mark of ``@hookimpl``."""
    return callable(function) and getattr(function, f"{PROJECT}_impl", None) is not None


def _info(name: str, function: Callable[..., Any], *, program: bool) -> HookInfo:
    signature = inspect.signature(function)
    arguments = tuple(signature.parameters)[1:]
    returns = str(signature.return_annotation)
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.getdoc(function) or "")]
    moment, combination, example, notes = "", "", "", []
    for number, text in enumerate(paragraphs):
        text, combined = _split(text, "Combined:")
        combination = combined or combination
        if text.startswith("Example:"):
            example = text.removeprefix("Example:").strip()
        elif number == 0:
            moment = text
        elif text:
            notes.append(text)
    kind = "program" if program else "offer" if name in OFFERS else "event" if returns == "None" else "query"
    shown = f"{name}({', '.join(arguments)}) -> {returns}"
    since = int(getattr(function, "since", 1))
    return HookInfo(name, kind, arguments, shown, returns, moment, combination, example, tuple(notes), since)


def _split(text: str, word: str) -> tuple[str, str]:
    before, _, after = text.partition(word)
    return before.strip(), after.strip()
