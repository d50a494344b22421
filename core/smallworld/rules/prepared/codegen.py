"""Functions generated as source code, where a loop or a tuple of arguments would take several times as long.

All code that the engine generates comes from here. Names and numbers in it are the engine's own, never text of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Call = Callable[..., Any]


def copier(names: Iterable[str]) -> Callable[[Any, Any], None]:
    """Write a function ``copy(old, new)`` that copies attributes from one object to another.

    A loop takes ten times as long.
    """
    lines = ["def copy(old, new):", *(f" new.{_identifier(name)} = old.{name}" for name in names)]
    function: Callable[[Any, Any], None] = _define("copy", lines)
    return function


@cache
def selector(count: int, positions: tuple[int, ...]) -> Callable[[Call], Call]:
    """Write a function that wraps another: the result takes ``count`` arguments and passes on those at ``positions``.

    Hooks are called at every decision; gathering the arguments and picking from them takes three times as long.
    """
    parameters, passed = (", ".join(f"a{i}" for i in numbers) for numbers in (range(count), positions))
    function: Callable[[Call], Call] = _define(
        "wrap", ["def wrap(function):", f" return lambda {parameters}: function({passed})"]
    )
    return function


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not the name of an attribute")
    return name


def _define(name: str, lines: list[str]) -> Any:
    namespace: dict[str, Any] = {}
    exec("\n".join(lines), namespace)
    return namespace[name]
