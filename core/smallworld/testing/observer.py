"""Watching the abilities of one plugin while games are played."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from smallworld.ability import Ability
from smallworld.hookinfo import hooks
from smallworld.model.board import Board
from smallworld.rules.answers import Call, checked, named
from smallworld.rules.position import Position
from smallworld.rules.trace import MASKS, PAIRS

Report = Callable[[str, str], None]
"""Takes the name of a promise and how it was broken."""


class Observer:
    """Holds every answer of some abilities against the promises of their hooks.

    Give it to ``new_game(wrap=…)``. The kind of each answer is always checked; while
    ``thorough`` is set every question is put twice and must change nothing.

    :ivar asked: (ability, hook) → how often.
    """

    def __init__(self, abilities: Iterable[str], report: Report) -> None:
        self.abilities = frozenset(abilities)
        self.report = report
        self.thorough = True
        self.asked: Counter[tuple[str, str]] = Counter()
        self._board: Board | None = None

    def __call__(self, ability: Ability, hook: str, call: Call) -> Call:
        """The implementation, watched if it belongs to the plugin."""
        if ability.name not in self.abilities:
            return call
        inner = checked(ability, hook, call)
        question = hooks()[hook].kind == "query" or hook == "offer_actions"

        def ask(*values: Any) -> Any:
            self.asked[ability.name, hook] += 1
            game = next((value for value in values if isinstance(value, Position)), None)
            if not (question and self.thorough and game is not None):
                answer = inner(*values)
            else:
                answer = self._twice(ability, hook, game, lambda: inner(*values))
            if hook in MASKS or hook in PAIRS:
                self._inside(ability, hook, game, values, answer)
            return answer

        return ask

    def _twice(self, ability: Ability, hook: str, game: Position, ask: Callable[[], Any]) -> Any:
        before = game.facts()
        answer = ask()
        if game.facts() != before:
            self.report("queries", f"{named(ability)}: hook {hook} changes the game; a query may only answer")
            return answer
        again = ask()
        if again != answer:
            self.report("determinism", f"{named(ability)}: hook {hook} answers {answer!r}, asked again {again!r}")
        return answer

    def _inside(
        self, ability: Ability, hook: str, game: Position | None, values: tuple[Any, ...], answer: int | Iterable[Any]
    ) -> None:
        """Sets of regions hold only regions of the board."""
        board = game.board if game is not None else next((v for v in values if isinstance(v, Board)), None)
        if board is None:
            return
        masks = [answer] if isinstance(answer, int) else [mask for _, mask in answer]
        for mask in masks:
            if mask < 0 or mask & ~board.all:
                self.report("answers", f"{named(ability)}: hook {hook} names regions that the board does not have")


def snapshot(abilities: Iterable[Ability]) -> dict[str, Any]:
    """All data that abilities and their classes hold, to compare with later."""
    found: dict[str, Any] = {}
    for ability in abilities:
        found[f"{ability.key} of the instance"] = copy.deepcopy(vars(ability))
        for cls in type(ability).__mro__:
            found[f"class {cls.__name__}"] = {
                name: copy.deepcopy(value)
                for name, value in vars(cls).items()
                if isinstance(value, list | dict | set | int | str | tuple) and not name.startswith("__")
            }
    return found


def mutable(value: object) -> object | None:
    """The first part of a remembered value that can be changed in place; None if there is none."""
    if isinstance(value, tuple | frozenset):
        return next((found for part in value if (found := mutable(part)) is not None), None)
    plain = value is None or isinstance(value, bool | int | float | str | bytes)
    return None if plain else value


def memories(game: Position) -> Mapping[str, Any]:
    """Everything that abilities have remembered in a game, by key."""
    return {**game.memory, **game.turn_memory}
