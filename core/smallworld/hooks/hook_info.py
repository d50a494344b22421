"""The hooks as facts for tools, checks and the reference page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.decorators import HOLDER, PROJECT, Declaration, declaration_of
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.plugin_hooks import PluginHooks

KINDS = ("program", "query", "offer", "event")
MASKS = frozenset({"terrain_access", "adjacency", "conquest_reach"})
"""Hooks that answer a set of regions."""
PAIRS = frozenset({"conquest_cost"})
"""Hooks that answer pairs of a number and a set of regions."""


@dataclass(frozen=True, slots=True, eq=False)
class HookInfo:
    """One hook.

    :ivar arguments: names that an implementation may take, in the order of the specification.
    :ivar signature: as an author writes it, ``score(state, race) -> int``.
    :ivar returns: annotation of the answer, as text; ``None`` for events.
    :ivar moment: the first paragraph: when it is asked and what the answer means.
    :ivar example: one use, as the specification gives it.
    :ivar notes: further paragraphs of the specification.
    :ivar edition: it belongs to the rules of a whole edition.
    """

    name: str
    declaration: Declaration
    arguments: tuple[str, ...]
    signature: str
    returns: str
    moment: str
    example: str
    notes: tuple[str, ...]
    edition: bool

    @property
    def accepted(self) -> tuple[str, ...]:
        """Every argument that an implementation may take: those of the specification, and perhaps ``holder``."""
        with_holder = "state" in self.arguments and "race" in self.arguments
        return (*self.arguments, HOLDER) if with_holder else self.arguments

    @property
    def kind(self) -> str:
        """``program`` (asked once, when plugins are loaded), ``query``, ``offer`` or ``event``."""
        return self.declaration.kind

    @property
    def combination(self) -> str:
        """How several answers become one; empty for events."""
        return self.declaration.combine.text if self.declaration.combine is not None else ""


@cache
def hooks() -> dict[str, HookInfo]:
    """Return every hook by name, in the order of ``ability_hooks.py``."""
    return {
        name: _info(name, function, edition=group is EditionHooks)
        for group in (PluginHooks, AbilityHooks, EditionHooks)
        for name, function in vars(group).items()
        if not name.startswith("_")
    }


@cache
def rule_hooks() -> dict[str, HookInfo]:
    """Return the hooks that abilities implement."""
    return {name: info for name, info in hooks().items() if info.kind != "program"}


def implemented(cls: type) -> tuple[str, ...]:
    """List the names of the marked methods of an ability class, in the order of ``ability_hooks.py``."""
    marked = marked_names(cls)
    declared = [name for name in hooks() if name in marked]
    return (*declared, *sorted(marked - set(declared)))


@cache
def marked_names(cls: type) -> frozenset[str]:
    """Return the names of the marked methods of a class."""
    return frozenset(name for name in dir(cls) if is_marked(getattr(cls, name, None)))


def program_hooks_of(module: object) -> tuple[str, ...]:
    """List the hooks of a plugin that a module implements."""
    names = (name for name, info in hooks().items() if info.kind == "program")
    return tuple(name for name in names if is_marked(getattr(module, name, None)))


def is_marked(function: object) -> bool:
    """Return whether a function carries the mark of ``@hookimpl``."""
    return callable(function) and getattr(function, f"{PROJECT}_impl", None) is not None


def _info(name: str, function: Callable[..., Any], *, edition: bool) -> HookInfo:
    signature = inspect.signature(function)
    arguments = tuple(signature.parameters)[1:]
    returns = str(signature.return_annotation)
    moment, *paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.getdoc(function) or "")]
    examples = [text.removeprefix("Example:").strip() for text in paragraphs if text.startswith("Example:")]
    notes = tuple(text for text in paragraphs if not text.startswith("Example:"))
    shown = f"{name}({', '.join(arguments)}) -> {returns}"
    return HookInfo(
        name, declaration_of(function), arguments, shown, returns, moment, "".join(examples), notes, edition
    )
