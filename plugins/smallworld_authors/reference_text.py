"""Hooks, and the facts, queries and verbs of state as text, with records and examples of the shipped abilities."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from smallworld import Plugins, api
from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.hook_info import HookInfo, hooks, implemented
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.languages import N_, _, pgettext
from smallworld.languages.messages import HOOK
from smallworld.model import aliases
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.tools import RETURN_TYPES, RelicPlaces
from smallworld_authors.verb_info import VerbInfo, state_reference

VALUES = (api.Traits, api.Travel, api.SpecialConquest, api.Bar, api.Loss, api.Columns, api.Conquest, api.Question)
"""The records that hooks take or return, as the page of the game lists them."""
_SPECS = (api.Board, RegionSpec, BoardFile, RelicPlaces, api.RaceSpec, api.PowerSpec, api.PieceSpec)
RECORDS: Mapping[str, type] = {cls.__name__: cls for cls in (*VALUES, *_SPECS)}
"""Name in an annotation → class with documented attributes."""


class Attribute(NamedTuple):
    """One attribute of a record; several that share a meaning have their names in one text."""

    names: str
    default: str
    """Empty if the value must be given, or is never given."""
    meaning: str


def record_summary(cls: type) -> str:
    """Return the paragraphs of a docstring before its attributes, as one line."""
    return _plain(inspect.getdoc(cls) or "").partition(":ivar ")[0].strip()


def record_attributes(cls: type) -> list[Attribute]:
    """Return the attributes that the docstring of a class explains, in its order."""
    defaults: Mapping[str, Any] = getattr(cls, "_field_defaults", {})
    attributes = []
    for part in re.split(r":ivar ", _plain(inspect.getdoc(cls) or ""))[1:]:
        names, _, meaning = part.partition(": ")
        default = repr(defaults[names]) if names in defaults else ""
        attributes.append(Attribute(names, default, meaning.strip().rstrip(".;")))
    return attributes


@cache
def numbers() -> Mapping[str, str]:
    """Return the names of numbers, such as ``Race``, and what each counts or points to."""
    source = inspect.getsource(aliases)
    pairs = re.findall(r'^(\w+): TypeAlias = int\n"""(.+?)"""', source, re.MULTILINE | re.DOTALL)
    return {name: _plain(text.partition("\n\n")[0]) for name, text in pairs}


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


EDITIONS = ("smallworld_base", "smallworld_primitives", "smallworld_warcraft")
"""The plugins that come with the program and bring abilities."""


class Example(NamedTuple):
    """Some lines of an ability."""

    code: str
    place: str
    """The ability, or the module."""


@cache
def shipped() -> Plugins:
    """Return the abilities that come with the program, and no others."""
    return Plugins(installed=False, named=EDITIONS)


@cache
def hook_users() -> Mapping[str, Sequence[str]]:
    """Return the abilities, or for hooks of the program the plugins, that implement each hook."""
    users: dict[str, list[str]] = {name: [] for name in hooks()}
    owners = [(plugin.name, plugin.hooks) for plugin in shipped().entries]
    owners += [(name, implemented(cls)) for name, cls in sorted(shipped().listed_abilities().items())]
    for name, hook in ((name, hook) for name, names in owners for hook in names):
        users[hook].append(name)
    return users


def hook_example(hook: str) -> Example | None:
    """Return the shortest method of a shipped ability that implements a hook."""
    classes = {name: shipped().abilities.get(name) for name in hook_users()[hook]}
    sources = {name: _source(vars(cls).get(hook)) for name, cls in classes.items() if cls is not None}
    examples = [Example(source, name) for name, source in sources.items() if source]
    return min(examples, key=lambda example: (len(example.code), example.place), default=None)


@cache
def verb_examples() -> Mapping[str, Example]:
    """Return name → the shortest statement of a shipped ability that uses ``state.NAME``."""
    shortest: dict[str, Example] = {}
    for module in dict.fromkeys(sys.modules[cls.__module__] for cls in shipped().listed_abilities().values()):
        nodes = ast.walk(ast.parse(_source(module)))
        for statement in (node for node in nodes if isinstance(node, ast.stmt) and not hasattr(node, "body")):
            code = ast.unparse(statement)
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "state":
                    best = shortest.get(node.attr)
                    if best is None or len(code) < len(best.code):
                        shortest[node.attr] = Example(code, module.__name__)
    return shortest


def _source(part: object) -> str:
    try:
        return textwrap.dedent(inspect.getsource(part)).rstrip()  # type: ignore[arg-type]
    except (OSError, TypeError):
        return ""


# --- hooks


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


def grouped_hooks() -> Iterator[tuple[str, list[HookInfo]]]:
    """Yield each group of hooks, in the order of a list."""
    for group in GROUPS:
        yield group, [info for info in hooks().values() if group == ("edition" if info.edition else info.kind)]


def hook_data(info: HookInfo) -> dict[str, Any]:
    """Describe a hook as plain data."""
    example, types = hook_example(info.name), argument_types(info)
    arguments = [*([] if info.kind == "program" else ["self"]), *(f"{name}: {kind}" for name, kind in types.items())]
    return {
        "hook": info.name,
        "kind": info.kind,
        "edition": info.edition,
        "signature": info.signature,
        "code": f"@hookimpl\ndef {info.name}({', '.join(arguments)}) -> {info.returns}:",
        "text": plain(info.moment),
        "notes": [plain(note) for note in info.notes],
        "also_takes": [name for name in info.accepted if name not in info.arguments],
        "abilities_of": "" if info.kind == "program" else info.declaration.whom.value,
        "asked": plain(info.declaration.frequency.value),
        "combined": plain(info.combination),
        **types_of([*types.values(), info.returns]),
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


def types_of(annotations: Sequence[str]) -> dict[str, Any]:
    """Describe the numbers and records that annotations name, as plain data."""
    named = dict.fromkeys(word for text in annotations for word in re.findall(r"\w+", text))
    return {
        "types": {name: numbers()[name] for name in named if name in numbers()},
        "records": [
            {
                "name": name, "text": record_summary(RECORDS[name]),
                "attributes": [each._asdict() for each in record_attributes(RECORDS[name])],
            }
            for name in named if name in RECORDS
        ],
    }  # fmt: skip


def refused_answers(info: HookInfo) -> list[str]:
    """Return which answers the engine refuses, as phrases; empty for hooks of the program."""
    if info.kind == "program" or info.returns not in RETURN_TYPES:
        return []
    if info.returns == "None":
        return ["an answer: it returns nothing"]
    phrases = [f"anything but {RETURN_TYPES[info.returns].name}"]
    limit = info.declaration.limit
    if limit is not None:
        phrases.append(" ".join((inspect.getdoc(limit) or "").split()).removeprefix("Refuse ").rstrip("."))
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
    yield from code_lines("", data["code"])
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
        place, code = data["shipped_example"]["place"], data["shipped_example"]["code"]
        yield from code_lines(_("In the ability {ability}", ability=place), code)
    yield from ("", _("Used by"), f"  {', '.join(data['used_by']) or _('nobody yet')}")
    if data["kind"] in ("offer", "event"):
        yield from ("", _("smallworld verb list shows the verbs of state"))


def code_lines(title: str, code: str) -> Iterator[str]:
    """Yield an empty line, a title if there is one, and indented code."""
    yield from ("", title) if title else ("",)
    yield from (f"    {line}" for line in code.splitlines())


def row_lines(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each row with a value: a title, then the value."""
    shown = [(title, value) for title, value in rows if value]
    width = max(len(title) for title, _value in shown)
    yield from (f"  {title:<{width}}  {value}" for title, value in shown)


def type_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the types in a signature mean: numbers, then records with their attributes."""
    if data["types"] or data["records"]:
        yield from ("", _("Types"))
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
    example = verb_examples().get(info.name)
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
        "example": info.example.strip("`") or (example.code if example else ""),
        "shipped_example": example._asdict() if example else None,
    }  # fmt: skip


def errors_of(info: VerbInfo) -> list[str]:
    """Return when a call is refused, as sentences without a full stop."""
    errors = [f"{name}: {plain(text).rstrip('.')}" for name, text in info.errors]
    limits = [f"{argument.name} is {plain(argument.limit)}" for argument in info.arguments if argument.limit]
    limits += [f"they are {info.rule}"] if info.rule else []
    if limits:
        errors.append(f"{WRONG_CALL}: unless {'; '.join(limits)}")
    return errors


# --- verbs for people


def verb_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of a fact, a query or a verb as lines for people."""
    yield f"{data['name']}: {data['text']}"
    yield from data["notes"]
    yield from code_lines("", data["signature"])
    yield ""
    rows = [(_("kind"), _(VERB_KINDS[data["kind"]])), (_("used by"), _(data["may_be_called"]))]
    yield from row_lines([*rows, *((_("error"), error) for error in data["errors"])])
    if data["arguments"]:
        yield from ("", _("Arguments"))
        for argument in data["arguments"]:
            need = _("default {value}", value=argument["default"]) if argument["default"] else _("required")
            if argument["name"].startswith("**"):
                need = _("any number of them")
            meaning = argument["meaning"] or argument["accepted"]
            yield f"  {argument['name']} ({argument['type']}, {need})" + (f": {meaning}" if meaning else "")
    yield from type_lines(data)
    if data["example"]:
        yield from code_lines(_("Example"), data["example"])


VERB_KINDS: Mapping[str, str] = {
    "fact": N_("a fact of the position"),
    "query": N_("a query: it answers and changes nothing"),
    "verb": N_("a verb: it changes the game"),
}
"""Kind → what that means."""
