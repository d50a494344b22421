"""Hooks, and the facts, queries and verbs of state as text: signatures, who is asked or may call, errors, examples."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.hook_info import HookInfo, hooks
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.languages import N_, _, pgettext
from smallworld.languages.messages import HOOK
from smallworld.tools import RETURN_TYPES
from smallworld_authors.reference_facts import (
    RECORDS,
    hook_example,
    hook_users,
    numbers,
    record_attributes,
    record_summary,
    verb_example,
)
from smallworld_authors.verb_info import VerbInfo, state_reference

HOOK_KINDS: Mapping[str, str] = {
    "query": N_("a query: it answers and changes nothing"),
    "offer": N_("an offer: it adds actions, or carries one out"),
    "event": N_("an event: it has happened; react with the verbs of state"),
    "program": N_("a hook of a plugin module"),
}
"""Kind of a hook → what that means."""
GROUPS: Mapping[str, str] = {
    "query": N_("Queries of races, powers and relics"),
    "offer": N_("Offers"),
    "event": N_("Events of races, powers and relics"),
    "edition": N_("Rules of a whole edition"),
    "program": N_("Hooks of a plugin module"),
}
"""Group of a list of hooks → its heading."""


def group_of(info: HookInfo) -> str:
    """Return the group of a hook in a list."""
    return "edition" if info.edition else info.kind


def grouped_hooks() -> Iterator[tuple[str, list[HookInfo]]]:
    """Yield each group of hooks, in the order of a list."""
    for group in GROUPS:
        yield group, [info for info in hooks().values() if group_of(info) == group]


def hook_data(info: HookInfo) -> dict[str, Any]:
    """Describe a hook as plain data."""
    example = hook_example(info.name)
    return {
        "hook": info.name,
        "kind": info.kind,
        "edition": info.edition,
        "signature": info.signature,
        "code": method_head(info),
        "text": plain(info.moment),
        "notes": [plain(note) for note in info.notes],
        "also_takes": [name for name in info.accepted if name not in info.arguments],
        "abilities_of": "" if info.kind == "program" else info.declaration.whom.value,
        "asked": plain(info.declaration.frequency.value),
        "combined": plain(info.combination),
        **types_of([*argument_types(info).values(), info.returns]),
        "refused": refused_answers(info),
        "example": plain(info.example),
        "shipped_example": example._asdict() if example else None,
        "used_by": list(hook_users()[info.name]),
    }


def argument_types(info: HookInfo) -> dict[str, str]:
    """Return argument → annotation of a specification."""
    group = PluginHooks if info.kind == "program" else EditionHooks if info.edition else AbilityHooks
    parameters = inspect.signature(getattr(group, info.name)).parameters
    return {name: str(parameters[name].annotation) for name in info.arguments}


def method_head(info: HookInfo) -> str:
    """Return the head of an implementation with types, as an author writes it."""
    arguments = [f"{name}: {kind}" for name, kind in argument_types(info).items()]
    first = [] if info.kind == "program" else ["self"]
    return f"@hookimpl\ndef {info.name}({', '.join([*first, *arguments])}) -> {info.returns}:"


def types_of(annotations: Sequence[str]) -> dict[str, Any]:
    """Describe the numbers and records that annotations name, as plain data."""
    named = dict.fromkeys(word for text in annotations for word in re.findall(r"\w+", text))
    return {
        "types": {name: numbers()[name] for name in named if name in numbers()},
        "records": [_record_data(RECORDS[name]) for name in named if name in RECORDS],
    }


def _record_data(cls: type) -> dict[str, Any]:
    attributes = [each._asdict() for each in record_attributes(cls)]
    return {"name": cls.__name__, "text": record_summary(cls), "attributes": attributes}


def refused_answers(info: HookInfo) -> list[str]:
    """Return which answers the engine refuses, as phrases; empty for hooks of the program."""
    if info.kind == "program" or info.returns not in RETURN_TYPES:
        return []
    if info.returns == "None":
        return ["an answer: it returns nothing"]
    phrases = [f"anything but {RETURN_TYPES[info.returns].name}"]
    limit = info.declaration.limit
    if limit is not None:
        text = " ".join((inspect.getdoc(limit) or "").split()).removeprefix("Refuse ").rstrip(".")
        phrases.append(text)
    if info.name in ("offer_actions", "answers"):
        phrases.append("actions that the ability does not declare in `verbs`, or that cannot be read")
    return phrases


def plain(text: str) -> str:
    """Return a text of a docstring with single backticks and without roles."""
    return re.sub(r":\w+:`", "`", text.replace("``", "`"))


# --- for people


def hook_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of a hook as lines for people."""
    info = hooks()[data["hook"]]
    yield f"{data['hook']}: {plain(pgettext(HOOK, info.moment))}"
    yield from data["notes"]
    yield ""
    yield from (f"    {line}" for line in data["code"].splitlines())
    yield ""
    rows = [
        (_("kind"), _(HOOK_KINDS[data["kind"]])),
        (_("asked of"), data["abilities_of"]),
        (_("also takes"), _("holder, the race that has the ability itself") if data["also_takes"] else ""),
        (_("asked"), data["asked"]),
        (_("combined"), data["combined"]),
        *((_("refused"), phrase) for phrase in data["refused"]),
        (_("example"), data["example"]),
    ]
    yield from row_lines(rows)
    yield from type_lines(data)
    if data["shipped_example"]:
        yield ""
        yield _("In the ability {ability}", ability=data["shipped_example"]["place"])
        yield from (f"    {line}" for line in data["shipped_example"]["code"].splitlines())
    yield ""
    yield _("Used by")
    yield f"  {', '.join(data['used_by']) or _('nobody yet')}"
    if data["kind"] in ("offer", "event"):
        yield ""
        yield _("smallworld verb list shows the verbs of state")


def row_lines(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each row with a value: a title, then the value."""
    shown = [(title, value) for title, value in rows if value]
    width = max(len(title) for title, _value in shown)
    yield from (f"  {title:<{width}}  {value}" for title, value in shown)


def type_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the types in a signature mean: numbers, then records with their attributes."""
    if data["types"] or data["records"]:
        yield ""
        yield _("Types")
    for name, meaning in data["types"].items():
        yield f"  {name}: {meaning}"
    for record in data["records"]:
        yield f"  {record['name']}: {record['text']}"
        for each in record["attributes"]:
            default = f" = {each['default']}" if each["default"] else ""
            yield f"      {each['names']}{default}: {each['meaning']}"


CALLERS: Mapping[str, str] = {
    "fact": N_("every hook may read it; nobody may write it"),
    "query": N_("every hook with state, at any time"),
    "verb": N_("events and perform; never a query or an offer"),
}
"""Kind → who may use it."""
WRONG_CALL = "PluginError"
"""The error of a call with wrong arguments."""


def grouped_verbs() -> Iterator[tuple[str, list[VerbInfo]]]:
    """Yield each heading with its facts, queries and verbs, in the order of the page of the game."""
    groups: dict[str, list[VerbInfo]] = {}
    for info in state_reference().values():
        groups.setdefault(info.group, []).append(info)
    yield from groups.items()


def verb_data(info: VerbInfo) -> dict[str, Any]:
    """Describe a fact, a query or a verb as plain data."""
    shipped = verb_example(info.name)
    return {
        "name": info.name,
        "kind": info.kind,
        "group": info.group,
        "signature": f"state.{info.signature(with_types=True)}",
        "text": plain(info.text),
        "notes": [plain(note) for note in info.notes],
        "may_be_called": CALLERS[info.kind],
        "arguments": [
            {
                "name": argument.name, "type": argument.type, "default": argument.default,
                "meaning": plain(argument.meaning), "accepted": plain(argument.limit),
            }
            for argument in info.arguments
        ],
        "returns": info.returns,
        "errors": errors_of(info),
        **types_of([*(argument.type for argument in info.arguments), info.returns]),
        "example": example_of(info),
        "shipped_example": shipped._asdict() if shipped else None,
    }  # fmt: skip


def errors_of(info: VerbInfo) -> list[str]:
    """Return when a call is refused, as sentences without a full stop."""
    errors = [f"{name}: {plain(text).rstrip('.')}" for name, text in info.errors]
    limits = [f"{argument.name} is {plain(argument.limit)}" for argument in info.arguments if argument.limit]
    limits += [f"they are {info.rule}"] if info.rule else []
    if limits:
        errors.append(f"{WRONG_CALL}: unless {'; '.join(limits)}")
    return errors


def example_of(info: VerbInfo) -> str:
    """Return an example: that of the docstring, or the shortest statement of a shipped ability; empty without one."""
    if info.example:
        return info.example.strip("`")
    shipped = verb_example(info.name)
    return shipped.code if shipped else ""


# --- verbs for people


def verb_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of a fact, a query or a verb as lines for people."""
    yield f"{data['name']}: {data['text']}"
    yield from data["notes"]
    yield ""
    yield f"    {data['signature']}"
    yield ""
    rows = [(_("kind"), _(VERB_KINDS[data["kind"]])), (_("used by"), _(data["may_be_called"]))]
    yield from row_lines([*rows, *((_("error"), error) for error in data["errors"])])
    if data["arguments"]:
        yield ""
        yield _("Arguments")
        yield from _argument_lines(data["arguments"])
    yield from type_lines(data)
    if data["example"]:
        yield ""
        yield _("Example")
        yield from (f"    {line}" for line in data["example"].splitlines())


VERB_KINDS: Mapping[str, str] = {
    "fact": N_("a fact of the position"),
    "query": N_("a query: it answers and changes nothing"),
    "verb": N_("a verb: it changes the game"),
}
"""Kind → what that means."""


def _argument_lines(arguments: list[dict[str, str]]) -> Iterator[str]:
    for argument in arguments:
        need = _("default {value}", value=argument["default"]) if argument["default"] else _("required")
        if argument["name"].startswith("**"):
            need = _("any number of them")
        meaning = argument["meaning"] or argument["accepted"]
        yield f"  {argument['name']} ({argument['type']}, {need})" + (f": {meaning}" if meaning else "")
