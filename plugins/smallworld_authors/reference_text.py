"""Hooks and abilities as text: from signatures, schemas and docstrings, with examples of shipped abilities."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from smallworld import Plugins, api
from smallworld.abilities.base import USERS, Ability
from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.hook_info import HookInfo, hooks, implemented
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.languages import ABILITY, HOOK, N_, _, and_list, for_reader, lazy, lazy_join, or_list, pgettext
from smallworld.model import aliases
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.variant import Variant
from smallworld.tools import RETURN_TYPES, RelicPlaces
from smallworld_editions.reading.scalars import write_yaml

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
    sources = {name: source_of(vars(cls).get(hook)) for name, cls in classes.items() if cls is not None}
    examples = [Example(source, name) for name, source in sources.items() if source]
    return min(examples, key=lambda example: (len(example.code), example.place), default=None)


def source_of(part: object) -> str:
    """Return the source of a module, a class or a function; empty for anything else."""
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
    group = PluginHooks if info.kind == "program" else EditionHooks if info.edition else AbilityHooks
    parameters = inspect.signature(getattr(group, info.name)).parameters
    example, types = hook_example(info.name), {name: str(parameters[name].annotation) for name in info.arguments}
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


def types_of(annotations: Sequence[str]) -> dict[str, Any]:
    """Describe the numbers and records that annotations name, as plain data."""
    named = dict.fromkeys(word for text in annotations for word in re.findall(r"\w+", text))
    return {
        "types": {name: numbers()[name] for name in named if name in numbers()},
        "records": [
            {"name": name, "text": record_summary(cls), "attributes": [e._asdict() for e in record_attributes(cls)]}
            for name, cls in ((name, RECORDS[name]) for name in named if name in RECORDS)
        ],
    }


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


# --- abilities

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
