"""Abilities as text: parameters, rule, users, hooks and an example, from their schema and docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from smallworld.abilities.base import USERS, Ability
from smallworld.content.schema.phrasing import in_yaml
from smallworld.hooks.reference import hooks, implemented
from smallworld.model.content import Variant

IDS = {"terrain": "moor", "symbol": "spring", "piece": "cairn", "race": "herons", "power": "misty", "relic": "horn"}
"""Kind of name → a name for examples of abilities that no variant uses."""


@dataclass(frozen=True, slots=True)
class User:
    """A race, power, relic or edition that uses an ability."""

    kind: str
    """``race``, ``power``, ``relic`` or ``edition``."""
    id: str
    variant: str
    example: str
    """The use as it is written in a variant file."""


def users_of(variants: Iterable[Variant]) -> dict[str, list[User]]:
    """Return ability name → its users, in the order of the files."""
    users: dict[str, list[User]] = {}
    for variant in variants:
        for kind, name, use in variant.uses():
            user = User(kind, name, variant.id, use_text(use.ability, use.parameters))
            users.setdefault(use.ability, []).append(user)
    return users


def use_text(name: str, parameters: Mapping[str, Any]) -> str:
    """Write a use as a line of a variant file: ``terrain_bonus: {terrain: hill}``."""
    text = ", ".join(f"{key}: {in_yaml(value)}" for key, value in parameters.items())
    return f"{name}: {{{text}}}" if text else name


def ability_data(cls: type[Ability], users: Iterable[User] = ()) -> dict[str, Any]:
    """Describe an ability as plain data."""
    users = list(users)
    schema = cls.schema()
    return {
        "ability": cls.name,
        "text": cls.summary(),
        "notes": _notes(cls),
        "rule": cls.rule,
        "module": cls.__module__,
        "for": list(cls.users),
        "parameters": schema["properties"],
        "required": schema.get("required", []),
        "verbs": dict(cls.verbs),
        "hooks": list(implemented(cls)),
        "asked": _conditions(cls),
        "example": _example(cls.name, schema, users),
        "users": [{"kind": user.kind, "id": user.id, "variant": user.variant} for user in users],
    }


def ability_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of an ability as lines for people."""
    yield f"{data['ability']}: {data['text']}"
    yield from data["notes"]
    yield ""
    yield f"  rule     {data['rule'] or 'none cited'}"
    yield f"  from     {data['module']}"
    if set(data["for"]) != set(USERS):
        yield f"  for      {' and '.join(f'{kind}s' for kind in data['for'])} only"
    for verb, pattern in data["verbs"].items():
        yield f"  action   {verb} {pattern}".rstrip()
    yield ""
    yield "Parameters"
    for name, entry in data["parameters"].items():
        need = "required" if name in data["required"] else f"default {in_yaml(entry.get('default'))}"
        yield f"  {name} ({kind_text(entry)}, {need})"
        if "description" in entry:
            yield f"      {entry['description']}"
    yield ""
    yield "In a variant file"
    yield "  abilities:"
    yield f"    - {data['example']}"
    yield ""
    yield "Used by"
    yield f"  {', '.join(_user(user) for user in data['users']) or 'nobody yet'}"
    yield ""
    yield "Hooks that it answers"
    for hook in data["hooks"]:
        condition = data["asked"].get(hook)
        only = f" Asked only {condition}." if condition else ""
        yield f"  {hook:<18} {hooks()[hook].moment.replace('``', '')}{only}"


def kind_text(entry: Mapping[str, Any]) -> str:
    """Write the kind of a parameter, from its schema."""
    if "x-names" in entry:
        return f"id of a {entry['x-names']}"
    if "enum" in entry:
        return " or ".join(in_yaml(value) for value in entry["enum"])
    if "anyOf" in entry:
        return " or ".join(kind_text(part) for part in entry["anyOf"])
    if entry.get("type") == "array":
        return f"list: {kind_text(entry['items'])}"
    names = {"integer": "whole number", "boolean": "true or false", "string": "text", "null": "nothing"}
    least = f" of {entry['minimum']} or more" if entry.get("minimum", -1) >= 0 else ""
    return names[entry["type"]] + least


def _conditions(cls: type[Ability]) -> dict[str, str]:
    """Return hook → the phases or actions to which the ability restricts it."""
    conditions, hooks_answered = {}, implemented(cls)
    if "offer_actions" in hooks_answered and cls.offers_in != Ability.offers_in:
        conditions["offer_actions"] = f"in {', '.join(cls.offers_in)}"
    about = [f"about {', '.join(cls.refuses)}"] if cls.refuses != Ability.refuses else []
    when = [f"in {', '.join(cls.refuses_in)}"] if cls.refuses_in != Ability.refuses_in else []
    if "veto" in hooks_answered and about + when:
        conditions["veto"] = ", ".join(about + when)
    return conditions


def _notes(cls: type[Ability]) -> list[str]:
    """Return the paragraphs of the docstring after its first line, without the parameters."""
    rest = inspect.getdoc(cls) or ""
    paragraphs = re.split(r"\n\s*\n", re.split(r"(?m)^:", rest.partition("\n")[2])[0])
    return [text for part in paragraphs if (text := " ".join(part.split()))]


def _example(name: str, schema: Mapping[str, Any], users: Iterable[User]) -> str:
    used = sorted((user.example for user in users), key=lambda example: "ruling" in example)
    if used:
        return used[0]
    return use_text(name, {key: _sample(schema["properties"][key]) for key in schema.get("required", ())})


def _sample(entry: Mapping[str, Any]) -> Any:
    if "enum" in entry:
        return entry["enum"][0]
    if "x-names" in entry:
        return IDS.get(entry["x-names"], entry["x-names"])
    if "anyOf" in entry:
        return _sample(entry["anyOf"][0])
    if entry["type"] == "array":
        return [_sample(entry["items"])]
    return {"integer": 1, "boolean": True, "string": "word", "null": None}[entry["type"]]


def _user(user: Mapping[str, str]) -> str:
    return f"{user['id']} ({user['kind']}, {user['variant']})"
