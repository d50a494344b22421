"""Players that are programs: one protocol (``bot_description.Bot``), each found by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from smallworld.hooks.decorators import hookimpl

if TYPE_CHECKING:
    from smallworld_bots.bot_description import Bot, RandomBot, make
    from smallworld_bots.greedy import Easy, Greedy, Normal
    from smallworld_bots.mcts import Mcts
    from smallworld_bots.planner import Hard, Planner

BOTS = {
    "easy": "Easy", "normal": "Normal", "hard": "Hard", "random": "RandomBot", "greedy": "Greedy", "mcts": "Mcts",
    "planner": "Planner",
}  # fmt: skip
"""Bot → its class."""
_HOMES = {
    "Bot": "bot_description", "Easy": "greedy", "Greedy": "greedy", "Hard": "planner", "Mcts": "mcts",
    "Normal": "greedy", "Planner": "planner", "RandomBot": "bot_description", "make": "bot_description",
}  # fmt: skip
"""Public name → its module, which is imported when the name is first asked for."""


class _Bots(Mapping[str, type]):
    """The bots of this package; a class is imported when it is looked up: most runs need few of them."""

    def __getitem__(self, name: str) -> type:
        cls: type = globals().get(BOTS[name]) or _load(BOTS[name])
        return cls

    def __iter__(self) -> Iterator[str]:
        return iter(BOTS)

    def __len__(self) -> int:
        return len(BOTS)


@hookimpl
def smallworld_bots() -> Mapping[str, type]:
    """Return the bots of this package."""
    return _Bots()


def _load(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


if not TYPE_CHECKING:  # a checker would believe that there is every name
    __getattr__ = _load

__all__ = ["Bot", "Easy", "Greedy", "Hard", "Mcts", "Normal", "Planner", "RandomBot", "make", "smallworld_bots"]
