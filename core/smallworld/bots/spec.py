"""Bots by a text: a name and typed parameters, ``mcts:seconds=1,width=8``."""

from __future__ import annotations

import inspect
import math
import shutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from smallworld.bots.external import External
from smallworld.errors import SmallWorldError, UnknownName, suggest
from smallworld.plugins import Plugins, default_plugins

if TYPE_CHECKING:
    from smallworld.view import View


KINDS = {int: "a whole number", float: "a number", bool: "true or false"}
"""Types of parameters, as they are told."""


class Bot(Protocol):
    """What every bot can do."""

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """One of the legal actions of the player whose view this is."""


def make(spec: str, plugins: Plugins | None = None) -> Bot:
    """The bot that a text describes; a name with ``/`` in it is a program to start.

    :raises UnknownName: no bot has this name.
    :raises SmallWorldError: a parameter is unknown or of the wrong type, or the program cannot be started.
    """
    name, _, rest = spec.partition(":")
    if "/" in name:
        program = External(name, **_values("a program", rest, {"seconds": _parameters(External)["seconds"]}))
        if shutil.which(program.words[0]) is None:  # told before the first move, not by a bot that is replaced
            raise SmallWorldError(f"cannot start {program.words[0]!r}: no such program, or it may not be executed")
        return program
    known = (plugins or default_plugins()).bots
    if name not in known:
        raise UnknownName("bot", name, known)
    bot: Bot = known[name](**_values(name, rest, _parameters(known[name])))
    return bot


def _values(name: str, text: str, parameters: Mapping[str, inspect.Parameter]) -> dict[str, Any]:
    """The parameters in ``key=value,key=value``, each of its type."""
    values: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, sign, value = pair.partition("=")
        if not sign and key in parameters:
            raise SmallWorldError(f"parameter {key!r} of bot {name!r} needs a value: write {key}=VALUE")
        if not sign or key not in parameters:
            raise SmallWorldError(f"bot {name!r} has no parameter {key!r}{suggest(key, parameters)}")
        if key in values:
            raise SmallWorldError(f"parameter {key!r} of bot {name!r} is given twice; give it once")
        values[key] = _typed(name, key, value, parameters[key].annotation)
    return values


@lru_cache
def _parameters(kind: type) -> Mapping[str, inspect.Parameter]:
    """What the bots of a class can be told; asked for every bot of every game of a simulation."""
    return inspect.signature(kind, eval_str=True).parameters


def _typed(bot: str, key: str, text: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        value = kind(text) if kind in (int, float, str) else text
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(value)
        return value
    except (ValueError, KeyError):
        wanted = KINDS.get(kind, str(kind))
        raise SmallWorldError(f"parameter {key!r} of bot {bot!r} must be {wanted}, not {text!r}") from None
