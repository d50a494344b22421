"""Observe the abilities of one plugin while games are played."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

from smallworld import N_, Ability, Board, GameState, lazy
from smallworld.hooks.hook_info import MASKS, PAIRS, hooks
from smallworld.tools import Call, name_ability, wrap_with_checks

Report = Callable[[str, str], None]
"""Takes the name of a promise and how it was broken."""


class Observer:
    """Holds every answer of some abilities against the promises of their hooks.

    Give it to ``new_game(wrap=…)``. The kind of each answer is always checked; while
    ``thorough`` is set every question is put twice and must change nothing.

    :ivar calls: (ability, hook) → how often.
    """

    def __init__(self, abilities: Iterable[str], report: Report) -> None:
        self.abilities = frozenset(abilities)
        self.report = report
        self.thorough = True
        self.calls: Counter[tuple[str, str]] = Counter()
        self._board: Board | None = None

    def __call__(self, ability: Ability, hook: str, call: Call) -> Call:
        """Return the implementation, with checks if it belongs to the plugin."""
        if ability.name not in self.abilities:
            return call
        inner = wrap_with_checks(ability, hook, call)
        question = hooks()[hook].kind == "query" or hook in ("offer_actions", "answers")

        def ask(*values: Any) -> Any:
            self.calls[ability.name, hook] += 1
            sink = StringIO()
            with redirect_stdout(sink), redirect_stderr(sink):
                answer = watch(*values)
            if sink.getvalue():
                sentence = N_("{ability}: hook {hook} prints {text!r}; remove it")
                self._note("output", ability, hook, sentence, text=sink.getvalue()[:40])
            return answer

        def watch(*values: Any) -> Any:
            game = next((value for value in values if isinstance(value, GameState)), None)
            if question and self.thorough and game is not None:
                answer = self._twice(ability, hook, game, lambda: inner(*values))
            else:
                answer = inner(*values)
            if hook in MASKS or hook in PAIRS:
                self._check_regions(ability, hook, game, values, answer)
            return answer

        return ask

    def _note(self, check: str, ability: Ability, hook: str, sentence: str, **values: object) -> None:
        self.report(check, lazy(sentence, ability=name_ability(ability), hook=hook, **values))

    def _twice(self, ability: Ability, hook: str, state: GameState, ask: Callable[[], Any]) -> Any:
        before, chance = state.facts(), (state.random, state.log)
        answer = ask()
        if state.facts() != before or (state.random, state.log) != chance:
            self._note("queries", ability, hook, N_("{ability}: hook {hook} changes the game; a query may only answer"))
        elif (again := ask()) != answer:
            sentence = N_("{ability}: hook {hook} answers {answer}, asked again {again}")
            self._note("determinism", ability, hook, sentence, answer=repr(answer), again=repr(again))
        return answer

    def _check_regions(
        self, ability: Ability, hook: str, state: GameState | None, values: tuple[Any, ...], answer: int | Iterable[Any]
    ) -> None:
        """Report sets of regions with regions that the board does not have."""
        board = state.board if state is not None else next((v for v in values if isinstance(v, Board)), None)
        if board is None:
            return
        masks = [answer] if isinstance(answer, int) else [mask for _, mask in answer]
        if any(mask < 0 or mask & ~board.all for mask in masks):
            sentence = N_("{ability}: hook {hook} names regions that the board does not have")
            self._note("answers", ability, hook, sentence)


def snapshot(abilities: Iterable[Ability]) -> dict[str, Any]:
    """Copy all data of abilities and their classes, for a later comparison."""
    data: dict[str, Any] = {}
    for ability in abilities:
        data[f"{ability.key} of the instance"] = copy.deepcopy(vars(ability))
        for cls in type(ability).__mro__:
            data[f"class {cls.__name__}"] = {
                name: copy.deepcopy(value)
                for name, value in vars(cls).items()
                if isinstance(value, list | dict | set | int | str | tuple) and not name.startswith("__")
            }
    return data


def mutable(value: object) -> object | None:
    """Return the first part of a remembered value that can be changed in place, or None."""
    if isinstance(value, tuple | frozenset):
        return next((inner for part in value if (inner := mutable(part)) is not None), None)
    return None if isinstance(value, bool | int | float | str | bytes) else value
