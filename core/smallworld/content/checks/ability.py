"""The abilities that a variant names: do they exist, do their parameters fit?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from smallworld.content.checks.pieces import check_traits
from smallworld.content.report.problem import Problem
from smallworld.content.schema.phrasing import one_of, shown
from smallworld.content.schema.schema import check_part
from smallworld.content.schema.uniqueness import FastValidator
from smallworld.content.variants.merging import Merged
from smallworld.errors import suggest
from smallworld.model.content import Ruling

Schemas = Mapping[str, Mapping[str, Any]]
"""Ability name → JSON schema of its parameters. ``x-names: terrain`` marks a
parameter that names a terrain of the variant; so do ``symbol`` and ``piece``;
``x-trait: token`` that this has to be true of it, ``x-never: [own]`` that this must not,
``x-placed: true`` that the owner places such pieces.
``x-users`` lists the kinds of users that it is for, if not all may have it."""

Use = tuple[tuple[str | int, ...], str, dict[str, Any]]
"""Path, name and parameters of one use of an ability."""

_A = {"race": "a race", "power": "a power", "relic": "a relic", "edition": "the edition"}
"""Kind of user → its noun with an article."""

_BY_NAME = {"terrain": "terrain", "symbol": "symbol", "piece": "piece", "blocked_by": "piece"}
"""Well-known parameter → the kind of thing that it names, for abilities without a schema."""


MOST_NAMED = 8
"""So many names fit into a hint."""


def check_abilities(merged: Merged, rulings: Mapping[str, Ruling], schemas: Schemas | None) -> Iterator[Problem]:
    """Everything that is wrong with the abilities of a variant."""
    for path, name, parameters in uses_of(merged.data):
        schema = schemas.get(name) if schemas is not None else None
        if schemas is not None and schema is None:
            yield _unknown(merged, path, name, schemas)
            continue
        if schema is not None and _kind_of_user(path) not in schema.get("x-users", _A):
            yield _wrong_user(merged, path, name, schema["x-users"])
            continue
        yield from _ruled(merged, path, parameters, rulings)
        yield from _names(merged, path, parameters, schema)
        yield from _named_by_rulings(merged, path, parameters, rulings, schema)
        if schema is not None:
            yield from check_traits(merged, path, name, parameters, schema)
            yield from _nameless(merged, path, name, parameters, schema)
            yield from _answers(merged, path, name, parameters, rulings, schema)
            yield from _parameters(merged, path, name, _with_answers(parameters, rulings, schema), schema)


def check_lone_abilities(merged: Merged, schemas: Schemas | None) -> Iterator[Problem]:
    """List the mistakes of abilities without their variant: terrains, pieces and rulings may be anything."""
    for path, name, parameters in uses_of(merged.data) if schemas is not None else ():
        schema = schemas.get(name) if schemas is not None else None
        if schema is None:
            yield _unknown(merged, path, name, schemas or {})
        elif _kind_of_user(path) not in schema.get("x-users", _A):
            yield _wrong_user(merged, path, name, schema["x-users"])
        elif all(ruling_key(value) is None for value in parameters.values()):
            yield from _parameters(merged, path, name, parameters, schema)


def uses_of(data: Mapping[str, Any]) -> Iterator[Use]:
    """Every use of an ability in a variant; the path ends at its parameters."""
    holders: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    for users in ("races", "powers", "relics"):
        entries = data.get(users)
        holders += [((users, key), entry) for key, entry in (entries.items() if isinstance(entries, dict) else ())]
    for path, holder in holders:
        if isinstance(holder, dict):
            yield from (((*path, *place_path), name, parameters) for place_path, name, parameters in uses_in(holder))


def uses_in(holder: Mapping[str, Any]) -> Iterator[Use]:
    """The abilities of one race, power, relic or edition; paths begin at the holder."""
    listed = holder.get("abilities")
    for index, item in enumerate(listed if isinstance(listed, list) else []):
        if isinstance(item, str):
            yield ("abilities", index), item, {}
        # Several keys in one item are a mistake of form, reported by the schema.
        for name, parameters in item.items() if isinstance(item, dict) and len(item) == 1 else ():
            if parameters is None or isinstance(parameters, dict):
                yield ("abilities", index, name), name, parameters or {}


def ruling_key(value: object) -> str | None:
    """The key of ``{ruling: KEY}``; None for any other value."""
    if isinstance(value, dict) and set(value) == {"ruling"} and isinstance(value["ruling"], str):
        return value["ruling"]
    return None


def _unknown(merged: Merged, path: tuple[str | int, ...], name: str, schemas: Schemas) -> Problem:
    hint = suggest(name, schemas).removeprefix("; ") or "smallworld ability list shows all there are"
    return merged.problem("unknown-ability", path, f"there is no ability {name!r}", hint, at_key=True)


def _kind_of_user(path: tuple[str | int, ...]) -> str:
    """Return the kind of user that has the ability at a path."""
    return str(path[0]).removesuffix("s") if path[0] != "abilities" else "edition"


def _wrong_user(merged: Merged, path: tuple[str | int, ...], name: str, users: Sequence[str]) -> Problem:
    meant = one_of(_A[user] for user in users)
    message = f"the ability {name!r} is for {meant}, not for {_A[_kind_of_user(path)]}"
    hint = f"give it to {meant}, or remove it"
    return merged.problem("ability-user", path, message, hint, at_key=True)


def _ruled(
    merged: Merged, path: tuple[str | int, ...], parameters: Mapping[str, Any], rulings: Mapping[str, Ruling]
) -> Iterator[Problem]:
    for parameter, value in parameters.items():
        key = ruling_key(value)
        if key is not None and key not in rulings:
            hint = suggest(key, rulings).removeprefix("; ") or "declare it under rulings"
            yield merged.problem("unknown-ruling", (*path, parameter, "ruling"), f"no ruling is called {key!r}", hint)


def _answers(
    merged: Merged,
    path: tuple[str | int, ...],
    name: str,
    parameters: Mapping[str, Any],
    rulings: Mapping[str, Ruling],
    schema: Mapping[str, Any],
) -> Iterator[Problem]:
    """Answers of a ruling that the parameter cannot take, while it can take others."""
    for parameter, value in parameters.items():
        ruling = rulings.get(ruling_key(value) or "")
        entry = schema.get("properties", {}).get(parameter)
        if ruling is None or entry is None or not _fitting(ruling, entry):
            continue
        declares = isinstance(merged.data.get("rulings", {}).get(ruling.key), dict)
        for index, answer in enumerate(ruling.values):
            place_path = ("rulings", ruling.key, "values", index) if declares else (*path, parameter)
            document, inner = merged.find(place_path)
            for problem in check_part(document, inner, answer, dict(entry)):
                message = f"{parameter!r} of the ability {name!r} cannot be {shown(answer)}, an answer to this ruling"
                hint = problem.hint or "remove this answer, or give the parameter another ruling"
                yield merged.problem("ability-parameter", place_path, message, hint)


def _fitting(ruling: Ruling, entry: Mapping[str, Any]) -> list[Any]:
    """The answers that a parameter can take, the default first."""
    validator = FastValidator(dict(entry))
    return [answer for answer in (ruling.default, *ruling.values) if validator.is_valid(answer)]


def _with_answers(
    parameters: Mapping[str, Any], rulings: Mapping[str, Ruling], schema: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters with an answer in the place of each ruling: one that fits, if there is one."""
    answered = {}
    for parameter, value in parameters.items():
        key = ruling_key(value)
        if key is None:
            answered[parameter] = value
        elif key in rulings:
            fitting = _fitting(rulings[key], schema.get("properties", {}).get(parameter, {}))
            answered[parameter] = fitting[0] if fitting else rulings[key].default
    return answered


def _names(
    merged: Merged, path: tuple[str | int, ...], parameters: Mapping[str, Any], schema: Mapping[str, Any] | None
) -> Iterator[Problem]:
    for parameter, value in parameters.items():
        kind = _kind(parameter, schema)
        if kind is None:
            continue
        names = merged.names(f"{kind}s")
        if names is None:
            continue
        listed = isinstance(value, list)
        for index, name in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(name, str) and name and name not in names:
                place_path = (*path, parameter, index) if listed else (*path, parameter)
                hint = suggest(name, names).removeprefix("; ") or f"define it under {kind}s"
                yield merged.problem(f"unknown-{kind}", place_path, f"the variant has no {kind} {name!r}", hint)


def _nameless(
    merged: Merged, path: tuple[str | int, ...], name: str, parameters: Mapping[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """An empty text for a terrain, a symbol or a piece where the ability cannot do without one."""
    for parameter, value in parameters.items():
        kind, entry = _kind(parameter, schema), schema.get("properties", {}).get(parameter, {})
        if kind is not None and value == "" and entry.get("default") != "":
            names = merged.names(f"{kind}s")
            hint = f"name one: {one_of(names)}" if names and len(names) <= MOST_NAMED else f"name one of the {kind}s"
            message = f"{parameter!r} of the ability {name!r} is empty, so it names no {kind}"
            yield merged.problem("ability-parameter", (*path, parameter), message, hint)


def _named_by_rulings(
    merged: Merged,
    path: tuple[str | int, ...],
    parameters: Mapping[str, Any],
    rulings: Mapping[str, Ruling],
    schema: Mapping[str, Any] | None,
) -> Iterator[Problem]:
    """Answers of a ruling that should name a terrain, a symbol or a piece, and name none."""
    for parameter, value in parameters.items():
        kind, ruling = _kind(parameter, schema), rulings.get(ruling_key(value) or "")
        names = merged.names(f"{kind}s")
        if kind is None or ruling is None or names is None:
            continue
        for answer in ruling.values:
            if isinstance(answer, str) and answer and answer not in names:
                hint = suggest(answer, names).removeprefix("; ") or f"let every answer name one of the {kind}s"
                message = f"the variant has no {kind} {answer!r}, an answer to the ruling {ruling.key!r}"
                yield merged.problem(f"unknown-{kind}", (*path, parameter), message, hint)


def _kind(parameter: str, schema: Mapping[str, Any] | None) -> str | None:
    if schema is None:
        return _BY_NAME.get(parameter)
    entry = schema.get("properties", {}).get(parameter, {})
    kind = entry.get("x-names") or entry.get("items", {}).get("x-names")
    return kind if kind in ("terrain", "symbol", "piece") else None


def _parameters(
    merged: Merged, path: tuple[str | int, ...], name: str, parameters: dict[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    document, inner = merged.find(path)
    for problem in check_part(document, inner, parameters, dict(schema)):
        said = problem.message.removeprefix(f"{name!r} ").removeprefix("this item of 'abilities' ")
        message = f"ability {name!r}{' ' if said != problem.message else ': '}{said.replace(' key ', ' parameter ')}"
        yield Problem("ability-parameter", "error", problem.file, problem.range, message, problem.hint)
