"""Abilities as text: parameters, rule, users, hooks and an example, from their schema and docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from smallworld.abilities.base import USERS, Ability
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.languages import N_, _, and_list, for_reader, lazy, lazy_join, or_list, pgettext
from smallworld.languages.messages import ABILITY, HOOK
from smallworld.model.variant import Variant
from smallworld_editions.reading.scalars import write_yaml

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
    text = ", ".join(f"{key}: {write_yaml(value)}" for key, value in parameters.items())
    return f"{name}: {{{text}}}" if text else name


def ability_data(cls: type[Ability], users: Iterable[User] = ()) -> dict[str, Any]:
    """Describe an ability as plain data."""
    users, schema = list(users), cls.schema()
    # The docstring after its first line, without the parameters.
    notes = re.split(r"(?m)^:", (inspect.getdoc(cls) or "").partition("\n")[2])[0]
    examples = sorted((user.example for user in users), key=lambda example: "ruling" in example)
    samples = {key: _sample(schema["properties"][key]) for key in schema.get("required", ())}
    return {
        "ability": cls.name,
        "text": cls.summary(),
        "notes": [text for part in re.split(r"\n\s*\n", notes) if (text := " ".join(part.split()))],
        "rule": cls.rule,
        "module": cls.__module__,
        "for": list(cls.users),
        "parameters": schema["properties"],
        "required": schema.get("required", []),
        "verbs": dict(cls.verbs),
        "hooks": list(implemented(cls)),
        "asked": _conditions(cls),
        "example": examples[0] if examples else use_text(cls.name, samples),
        "users": [{"kind": user.kind, "id": user.id, "variant": user.variant} for user in users],
    }


def summary_of(ability: type[Ability] | Ability) -> str:
    """Return the one line about an ability in the language of the reader."""
    return pgettext(ABILITY, ability.summary())


def ability_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of an ability as lines for people."""
    yield f"{data['ability']}: {pgettext(ABILITY, data['text'])}"
    yield from (pgettext(ABILITY, note) for note in data["notes"])
    yield ""
    yield f"  {_('rule'):<8} {data['rule'] or _('none cited')}"
    yield f"  {_('from'):<8} {data['module']}"
    if set(data["for"]) != set(USERS):
        users = and_list(_(_USERS[kind]) for kind in data["for"])
        yield f"  {pgettext('users of an ability', 'for'):<8} {_('{users} only', users=users)}"
    for verb, pattern in data["verbs"].items():
        yield f"  {_('action'):<8} {verb} {pattern}".rstrip()
    yield from ("", *_parameter_lines(data))
    yield from ("", _("In a variant file"), "  abilities:", f"    - {data['example']}")
    user_texts = (f"{user['id']} ({user['kind']}, {user['variant']})" for user in data["users"])
    yield from ("", _("Used by"), f"  {', '.join(user_texts) or _('nobody yet')}")
    yield from ("", _("Hooks that it answers"))
    for hook in data["hooks"]:
        condition = data["asked"].get(hook)
        only = " " + _("Asked only {condition}.", condition=for_reader(condition)) if condition else ""
        moment = pgettext(HOOK, hooks()[hook].moment).replace("``", "")
        yield f"  {hook:<18} {moment}{only}"


_USERS = {"race": N_("races"), "power": N_("powers"), "relic": N_("relics"), "edition": N_("editions")}
"""Kind of user → the word for several."""


def _parameter_lines(data: Mapping[str, Any]) -> Iterator[str]:
    yield _("Parameters")
    for name, entry in data["parameters"].items():
        need = _("required")
        if name not in data["required"]:
            need = _("default {value}", value=write_yaml(entry.get("default")))
        yield f"  {name} ({kind_text(entry)}, {need})"
        if "description" in entry:
            yield f"      {pgettext(ABILITY, entry['description'])}"


_IDS = {
    "piece": N_("id of a piece"),
    "power": N_("id of a power"),
    "race": N_("id of a race"),
    "relic": N_("id of a relic"),
    "symbol": N_("id of a symbol"),
    "terrain": N_("id of a terrain"),
}
"""Kind of thing that a parameter names → the kind of its value."""
_TYPES = {"integer": N_("whole number"), "boolean": N_("true or false"), "string": N_("text"), "null": N_("nothing")}
"""Type of a parameter in its schema → the kind of its value."""


def kind_text(entry: Mapping[str, Any]) -> str:
    """Write the kind of a parameter, from its schema."""
    if kind := entry.get("x-names"):
        return _(_IDS[kind]) if kind in _IDS else _("id of a {kind}", kind=kind)
    if "enum" in entry:
        return or_list(write_yaml(value) for value in entry["enum"])
    if "anyOf" in entry:
        return or_list(kind_text(part) for part in entry["anyOf"])
    if entry.get("type") == "array":
        return _("list: {kind}", kind=kind_text(entry["items"]))
    kind = _(_TYPES[entry["type"]])
    least = entry.get("minimum", -1)
    return _("{kind} of {least} or more", kind=kind, least=least) if least >= 0 else kind


def _conditions(cls: type[Ability]) -> dict[str, str]:
    """Return hook → the phases or actions to which the ability restricts it."""
    conditions, hooks_answered = {}, implemented(cls)
    if "offer_actions" in hooks_answered and cls.offers_in != Ability.offers_in:
        conditions["offer_actions"] = lazy("in {phases}", phases=", ".join(cls.offers_in))
    about = [lazy("about {verbs}", verbs=", ".join(cls.refuses))] if cls.refuses != Ability.refuses else []
    when = [lazy("in {phases}", phases=", ".join(cls.refuses_in))] if cls.refuses_in != Ability.refuses_in else []
    if "veto" in hooks_answered and about + when:
        conditions["veto"] = lazy_join(", ", about + when)
    return conditions


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
