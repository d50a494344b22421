"""A door to ``smallworld_lab``, which is imported when one of its functions is asked for: many games from Python.

>>> from smallworld import lab
>>> games = lab.play("base", "random", games=4, seed=1, players=2)
>>> games.num_rows, sorted(lab.first_combos(games).column_names)[:3]
(4, ['against_even', 'against_even_high', 'against_even_low'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from smallworld.versions import extra, package_function

if TYPE_CHECKING:
    from smallworld_lab.api import compare, first_combos, play, read, sweep, tables

__all__ = ["compare", "first_combos", "play", "read", "sweep", "tables"]
PACKAGE = "smallworld_lab.api"


def _load(name: str) -> Any:
    """Import a function when it is first asked for.

    :raises SmallWorldError: the packages that it needs are not installed.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = package_function(PACKAGE, name, public="smallworld.lab", libraries=["pyarrow"], requirement=extra("sim"))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a checker would believe that there is every name
    __getattr__ = _load
