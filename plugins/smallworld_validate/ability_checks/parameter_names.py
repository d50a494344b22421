"""Check the names and rulings that the parameters of an ability hold against their variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy
from smallworld.model.variant import Ruling
from smallworld_editions.form import check_part
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath
from smallworld_editions.variants.merging import Merged
from smallworld_validate.ability_checks.parameter_values import fitting_answers, ruling_key
from smallworld_validate.schema.phrasing import list_alternatives, no_such, show_value

NAMED_KINDS = ("terrain", "symbol", "piece", "race", "power", "relic")
"""Kinds of things of a variant that a parameter may name."""

_BY_NAME = {"terrain": "terrain", "symbol": "symbol", "piece": "piece", "blocked_by": "piece"}
"""Well-known parameter → the kind of thing that it names, for abilities without a schema."""

_EMPTY = {
    "piece": N_("{parameter!r} of the ability {name!r} is empty, so it names no piece"),
    "power": N_("{parameter!r} of the ability {name!r} is empty, so it names no power"),
    "race": N_("{parameter!r} of the ability {name!r} is empty, so it names no race"),
    "relic": N_("{parameter!r} of the ability {name!r} is empty, so it names no relic"),
    "symbol": N_("{parameter!r} of the ability {name!r} is empty, so it names no symbol"),
    "terrain": N_("{parameter!r} of the ability {name!r} is empty, so it names no terrain"),
}
"""Kind of thing → the sentence about a parameter that names none."""

MOST_NAMED = 8
"""So many names fit into a hint."""


@dataclass(frozen=True, slots=True)
class NameCheck:
    """The check of one use of an ability against the names and rulings of its variant."""

    merged: Merged
    path: KeyPath
    name: str
    parameters: Mapping[str, Any]
    rulings: Mapping[str, Ruling]
    schema: Mapping[str, Any] | None

    def problems(self) -> Iterator[Problem]:
        """Yield the problems of each parameter."""
        for parameter, value in self.parameters.items():
            key, kind = ruling_key(value), self._named_kind(parameter)
            ruling = self.rulings.get(key or "")
            if key is not None and ruling is None:
                hint = suggest(key, self.rulings) or lazy("declare it under rulings")
                path = (*self.path, parameter, "ruling")
                message = lazy("no ruling is called {key!r}", key=key)
                yield self.merged.problem("unknown-ruling", path, message, hint, names=(key,))
            if ruling is not None:
                yield from self._check_answers(parameter, ruling)
            if kind is not None:
                yield from self._check_names(kind, parameter, value)
                yield from self._check_answer_names(kind, parameter, ruling)

    def _named_kind(self, parameter: str) -> str | None:
        """Return the kind of thing that a parameter names; None if it names nothing."""
        if self.schema is None:
            return _BY_NAME.get(parameter)
        entry = self._entry(parameter) or {}
        kind = entry.get("x-names") or entry.get("items", {}).get("x-names")
        return kind if kind in NAMED_KINDS else None

    def _entry(self, parameter: str) -> dict[str, Any] | None:
        entry: dict[str, Any] | None = (self.schema or {}).get("properties", {}).get(parameter)
        return entry

    def _check_answers(self, parameter: str, ruling: Ruling) -> Iterator[Problem]:
        """Yield the answers of a ruling that the parameter cannot have, if it can have others."""
        entry = self._entry(parameter)
        if entry is None:
            return
        if not fitting_answers(ruling, entry):
            hint = lazy("give the parameter another ruling")
            yield self._wrong_answer((*self.path, parameter, "ruling"), parameter, ruling.default, hint)
            return
        declares = isinstance(self.merged.data.get("rulings", {}).get(ruling.key), dict)
        for index, answer in enumerate(ruling.values):
            place_path = ("rulings", ruling.key, "values", index) if declares else (*self.path, parameter)
            for problem in check_part(*self.merged.find(place_path), answer, entry):
                hint = problem.hint or lazy("remove this answer, or give the parameter another ruling")
                yield self._wrong_answer(place_path, parameter, answer, hint)

    def _wrong_answer(self, path: KeyPath, parameter: str, answer: object, hint: str) -> Problem:
        sentence = N_("{parameter!r} of the ability {name!r} cannot be {answer}, an answer to this ruling")
        message = lazy(sentence, parameter=parameter, name=self.name, answer=show_value(answer))
        return self.merged.problem("ability-parameter", path, message, hint)

    def _check_names(self, kind: str, parameter: str, value: Any) -> Iterator[Problem]:
        """Yield names of a parameter that the variant does not have, and an empty name where one is required."""
        names, path = self.merged.names(f"{kind}s"), (*self.path, parameter)
        entry = self._entry(parameter)
        if value == "" and entry is not None and entry.get("default") != "":
            hint = (
                lazy("name one: {names}", names=list_alternatives(names))
                if names and len(names) <= MOST_NAMED
                else lazy("name one of the {section}", section=f"{kind}s")
            )
            message = lazy(_EMPTY[kind], parameter=parameter, name=self.name)
            yield self.merged.problem("ability-parameter", path, message, hint)
        for index, name in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(name, str) and name and names is not None and name not in names:
                hint = suggest(name, names) or lazy("define it under {section}", section=f"{kind}s")
                place_path = (*path, index) if isinstance(value, list) else path
                message = no_such(kind, repr(name))
                yield self.merged.problem(f"unknown-{kind}", place_path, message, hint, names=(name,))

    def _check_answer_names(self, kind: str, parameter: str, ruling: Ruling | None) -> Iterator[Problem]:
        """Yield answers of a ruling that do not name a terrain, a symbol or a piece, although they should."""
        names = self.merged.names(f"{kind}s")
        if ruling is None or names is None:
            return
        for answer in ruling.values:
            if isinstance(answer, str) and answer and answer not in names:
                hint = suggest(answer, names) or lazy("let every answer name one of the {section}", section=f"{kind}s")
                message = lazy(
                    "{fault}, an answer to the ruling {ruling!r}", fault=no_such(kind, repr(answer)), ruling=ruling.key
                )
                yield self.merged.problem(f"unknown-{kind}", (*self.path, parameter), message, hint, names=(answer,))
