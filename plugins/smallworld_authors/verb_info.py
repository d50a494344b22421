"""The queries and verbs of a state, and their text; their source is read: compiled methods have no signature."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any

from smallworld.languages import N_, _
from smallworld.tools import QUERIES, RULES, VERBS
from smallworld_authors import reference_text as texts
from smallworld_authors.reference_text import Example, plain

STATE = "smallworld.rules.game_state"
FIELDS = "smallworld.rules.state.fields"
_HEADING = re.compile(r"    # --- (.+)$")
_FIELD = re.compile(r"(?:^|(?<=\s)):(param \w+|raises \w+|returns?):")

EXAMPLES = {
    "ruling": 'is_open = state.ruling("coins") == "open"',
    "race_spec": "name = state.race_spec(race).name",
    "power_spec": "badge = state.power_spec(race)",
    "reserve_of": "spare = state.hand[race] - state.reserve_of(race)",
    "may_conquer": "is_stuck = not state.may_conquer(state.owner(race))",
    "discard_tokens": "state.discard_tokens(race, action.number)",
    "say": 'state.say(self, "the tide rises at {region}", region=region)',
    "combos": "race, power, coins = state.combos()[0]",
    "turn_order": "first = state.turn_order[0]",
    "rounds": "is_last = state.round == state.rounds",
    "question": "topic = state.question.topic",
    "scoring_of": 'coins = state.scoring_of(player).get("regions", 0)',
}
"""Examples of methods that no shipped ability uses; those of functions in other modules are in their docstrings."""


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """One argument of a query or a verb.

    :ivar default: the value without it, as text; empty if it must be given.
    :ivar limit: which values the check of a verb accepts, as a phrase; empty without a check.
    """

    name: str
    type: str
    default: str
    meaning: str
    limit: str


@dataclass(frozen=True, slots=True, eq=False)
class VerbInfo:
    """A fact, a query or a verb of ``state``.

    :ivar kind: ``fact`` (a field), ``query`` (answers and changes nothing) or ``verb`` (changes the game).
    :ivar group: the heading above it in the source.
    :ivar text: the first paragraph of its docstring.
    :ivar rule: a condition on several arguments, as a phrase; empty without one.
    :ivar errors: (class of the error, when it is raised).
    :ivar is_property: it is read without a call.
    """

    name: str
    kind: str
    group: str
    text: str
    notes: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    keyword_only: int = 0
    returns: str = "None"
    rule: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    example: str = ""
    is_property: bool = False

    def signature(self, *, with_types: bool = False) -> str:
        """Return it as it is called: ``pay(player, coins, to=-1) -> Coins``."""
        if self.is_property:
            return f"{self.name} -> {self.returns}"
        parts = []
        for number, argument in enumerate(self.arguments):
            if self.keyword_only and number == len(self.arguments) - self.keyword_only:
                parts.append("*")
            kind = f": {argument.type}" if with_types and argument.type else ""
            sign = " = " if kind else "="
            parts.append(argument.name + kind + (f"{sign}{argument.default}" if argument.default else ""))
        return f"{self.name}({', '.join(parts)}) -> {self.returns}"


@cache
def state_reference() -> Mapping[str, VerbInfo]:
    """Return every fact, query and verb of a state by name: first facts, then by the headings of the source."""
    return {info.name: info for info in chain(_facts(), _methods())}


def _facts() -> Iterator[VerbInfo]:
    for field, text in pairwise(_class(FIELDS, "Fields").body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(field.target, ast.Name):
            assert isinstance(text.value, ast.Constant)
            summary, kind = " ".join(str(text.value.value).split()), ast.unparse(field.annotation)
            yield VerbInfo(field.target.id, "fact", "facts", summary, returns=kind, is_property=True)


def _methods() -> Iterator[VerbInfo]:
    for function in _class(FIELDS, "Fields").body:
        if isinstance(function, ast.FunctionDef):
            yield _info(function.name, "copies and comparison", function)
    tree, lines = _tree(STATE), _source(STATE).splitlines()
    headings = {number: match[1] for number, line in enumerate(lines, 1) if (match := _HEADING.match(line))}
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 0]
    modules = {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    for node in _class(STATE, "GameState").body:
        heading = next((text for number, text in reversed(headings.items()) if number < node.lineno), "")
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield _info(node.name, heading, node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            assert isinstance(node.targets[0], ast.Name) and isinstance(node.value.value, ast.Name)
            functions, name = _tree(modules[node.value.value.id]).body, node.value.attr
            function = next(each for each in functions if isinstance(each, ast.FunctionDef) and each.name == name)
            yield _info(node.targets[0].id, heading, function)


def _info(name: str, group: str, function: ast.FunctionDef) -> VerbInfo:
    """Describe a method, or a function of ``rules`` that is one."""
    paragraphs, fields = _parts_of(ast.get_docstring(function) or "")
    examples = [text.removeprefix("Example:").strip() for text in paragraphs if text.startswith("Example:")]
    notes = [text for text in paragraphs[1:] if not text.startswith("Example:")]
    errors = tuple((key.split()[1], text) for key, text in fields.items() if key.startswith("raises"))
    rule = RULES.get(name)
    return VerbInfo(
        name,
        "verb" if (name in VERBS and name not in QUERIES) or name == "say" else "query",
        group,
        paragraphs[0] if paragraphs else "",
        tuple(notes),
        tuple(_arguments(name, function, fields)),
        len(function.args.kwonlyargs) + (function.args.kwarg is not None if function.args.kwonlyargs else 0),
        ast.unparse(function.returns) if function.returns else "None",
        _phrase(rule) if rule is not None else "",
        errors,
        "".join(examples) or EXAMPLES.get(name, ""),
        any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list),
    )


def _arguments(verb: str, function: ast.FunctionDef, fields: Mapping[str, str]) -> Iterator[Argument]:
    """List the arguments but the first, which is the state; defaults that are names of constants as their numbers."""
    args = function.args
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    pairs = [*zip(plain[1:], defaults[1:], strict=True), *zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    kinds = VERBS.get(verb, {})
    for node, default in pairs:
        kind, written = ast.unparse(node.annotation).strip("'") if node.annotation else "", ""
        if default is not None:
            written = ast.unparse(default).replace("NOBODY", "-1")
        limit = _phrase(kinds[node.arg]) if node.arg in kinds else ""
        yield Argument(node.arg, kind, written, fields.get(f"param {node.arg}", ""), limit)
    if args.kwarg is not None:
        yield Argument(f"**{args.kwarg.arg}", "object", "", fields.get(f"param {args.kwarg.arg}", ""), "")


def _phrase(check: object) -> str:
    """Return what a check accepts, from its docstring: 'Accept a set of regions.' is 'a set of regions'."""
    text = " ".join((inspect.getdoc(check) or "").split()).rstrip(".")
    return text.removeprefix("Accept ")


def _parts_of(docstring: str) -> tuple[list[str], dict[str, str]]:
    """Split a docstring into paragraphs and fields, each as one line."""
    first, *rest = _FIELD.split(docstring)
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", first) if part.strip()]
    fields = {}
    for key, text in zip(rest[::2], rest[1::2], strict=True):
        text, *more = re.split(r"\n\s*\n", text.strip())
        fields[key] = " ".join(text.split())
        paragraphs += [" ".join(part.split()) for part in more if part.strip()]
    return paragraphs, fields


# --- source


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_source(module))


def _source(module: str) -> str:
    package, _, name = module.rpartition(".")
    return (files(package) / f"{name}.py").read_text("utf-8")


def _class(module: str, name: str) -> ast.ClassDef:
    return next(node for node in _tree(module).body if isinstance(node, ast.ClassDef) and node.name == name)


# --- as text


@cache
def verb_examples() -> Mapping[str, Example]:
    """Return name → the shortest statement of a shipped ability that uses ``state.NAME``."""
    shortest: dict[str, Example] = {}
    for module in dict.fromkeys(sys.modules[cls.__module__] for cls in texts.shipped().listed_abilities().values()):
        nodes = ast.walk(ast.parse(texts.source_of(module)))
        for statement in (node for node in nodes if isinstance(node, ast.stmt) and not hasattr(node, "body")):
            code = ast.unparse(statement)
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "state":
                    best = shortest.get(node.attr)
                    if best is None or len(code) < len(best.code):
                        shortest[node.attr] = Example(code, module.__name__)
    return shortest


CALLERS: Mapping[str, str] = {
    "fact": N_("every hook may read it; nobody may write it"),
    "query": N_("every hook with state, at any time"),
    "verb": N_("events and perform; never a query or an offer"),
}
"""Kind → who may use it."""


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
        **texts.types_of([*(argument.type for argument in info.arguments), info.returns]),
        "example": info.example.strip("`") or (example.code if example else ""),
        "shipped_example": example._asdict() if example else None,
    }  # fmt: skip


def errors_of(info: VerbInfo) -> list[str]:
    """Return when a call is refused, as sentences without a full stop."""
    errors = [f"{name}: {plain(text).rstrip('.')}" for name, text in info.errors]
    limits = [f"{argument.name} is {plain(argument.limit)}" for argument in info.arguments if argument.limit]
    limits += [f"they are {info.rule}"] if info.rule else []
    if limits:
        errors.append(f"PluginError: unless {'; '.join(limits)}")
    return errors


def verb_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of a fact, a query or a verb as lines for people."""
    yield f"{data['name']}: {data['text']}"
    yield from data["notes"]
    yield from texts.code_lines("", data["signature"])
    yield ""
    rows = [(_("kind"), _(VERB_KINDS[data["kind"]])), (_("used by"), _(data["may_be_called"]))]
    yield from texts.row_lines([*rows, *((_("error"), error) for error in data["errors"])])
    if data["arguments"]:
        yield from ("", _("Arguments"))
        for argument in data["arguments"]:
            need = _("default {value}", value=argument["default"]) if argument["default"] else _("required")
            if argument["name"].startswith("**"):
                need = _("any number of them")
            meaning = argument["meaning"] or argument["accepted"]
            yield f"  {argument['name']} ({argument['type']}, {need})" + (f": {meaning}" if meaning else "")
    yield from texts.type_lines(data)
    if data["example"]:
        yield from texts.code_lines(_("Example"), data["example"])


VERB_KINDS: Mapping[str, str] = {
    "fact": N_("a fact of the position"),
    "query": N_("a query: it answers and changes nothing"),
    "verb": N_("a verb: it changes the game"),
}
"""Kind → what that means."""
