"""Check the hooks and the parameters of a plugin when it is loaded."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from inspect import get_annotations
from typing import Any
from weakref import WeakSet

from smallworld.abilities.base import USERS, Ability
from smallworld.errors import PluginError, list_names, suggest, with_suggestion
from smallworld.hooks.decorators import API_LEVEL, MATTERS, OFFER_PHASES, OLDEST_API_LEVEL, PROJECT
from smallworld.hooks.hook_info import HookInfo, hooks, implemented, is_marked, program_hooks_of, rule_hooks
from smallworld.languages import N_, lazy, lazy_or
from smallworld.notation import CORE_VERBS

KINDS: Mapping[str, type] = {"integer": int, "string": str, "boolean": bool, "null": type(None), "array": list}
"""Type in a schema → type in Python."""


def parameter_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield the problems of the parameters of an ability class, without its name.

    :raises PluginError: a parameter is of a type that no variant file can give.
    """
    properties: Mapping[str, Any] = cls.schema()["properties"]
    yield from reserved_names(cls)
    for name, entry in properties.items():
        if "default" in entry and not _fits(entry["default"], entry):
            sentence = N_("the default {value} of its parameter {name!r} is not {type}")
            yield lazy(sentence, value=repr(entry["default"]), name=name, type=_describe_type(entry))
    explained = re.findall(r":param (\w+):", cls.__dict__.get("__doc__") or "")
    inherited = {item.name for item in fields(cls)} - get_annotations(cls).keys()
    for name in dict.fromkeys((*explained, *sorted(inherited))):
        if name in cls.__dict__ and (name in inherited or name not in properties):
            value = cls.__dict__[name]
            sentence = N_("its parameter {name!r} has no type; write {name}: {type} = {value}")
            yield lazy(sentence, name=name, type=type(value).__name__, value=repr(value))


def reserved_names(cls: type[Ability]) -> Iterator[str]:
    """Yield a problem for each parameter with a name that the engine gives an ability, or that is a method of it."""
    parameters = {item.name for item in fields(Ability) if item.init}
    reserved = ({name for name in dir(Ability) if not name.startswith("_")} | {*get_annotations(Ability)}) - parameters
    for item in fields(cls):
        if item.name in reserved and item.name in _own_annotations(cls):
            yield lazy("its parameter {name!r} has a name that every ability has already; rename it", name=item.name)


def _own_annotations(cls: type[Ability]) -> set[str]:
    """Return the names that a class and its bases below Ability annotate."""
    bases = cls.__mro__[: cls.__mro__.index(Ability)]
    return {name for base in bases for name in get_annotations(base)}


def _fits(value: object, schema: Mapping[str, Any]) -> bool:
    """Return whether the schema of a parameter allows a value."""
    if "anyOf" in schema:
        return any(_fits(value, part) for part in schema["anyOf"])
    if "enum" in schema:
        return any(value == word and type(value) is type(word) for word in schema["enum"])
    if type(value) is not KINDS[schema["type"]]:
        return False
    return not isinstance(value, list) or all(_fits(part, schema["items"]) for part in value)


def _describe_type(schema: Mapping[str, Any]) -> str:
    """Describe the values that the schema of a parameter allows."""
    if "anyOf" in schema:
        return lazy_or(map(_describe_type, schema["anyOf"]))
    if "enum" in schema:
        return lazy("one of {names}", names=", ".join(map(repr, schema["enum"])))
    phrases = {
        "integer": lazy("a whole number"),
        "string": lazy("a text"),
        "boolean": lazy("True or False"),
        "null": "None",
    }
    return phrases.get(schema["type"], "") or lazy("a tuple, each part {type}", type=_describe_type(schema["items"]))


# --- checks of a plugin without a game: spelling, signatures, types of answers


OPERANDS = ("REGION", "PIECE", "PLAYER", "N", "WORD", "PAIR")
"""Words that the pattern of a verb may contain; ``?`` after it makes it optional."""
VERB = re.compile(r"[a-z][a-z_]*\Z")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}\Z")
"""Pattern of the name of an ability, that of ids in the schema of variant files."""
RENAMED_HOOKS: Mapping[str, str] = {
    "decline_garrison": "traits: return Traits(decline_garrison=…)",
    "forbids": 'bars, with bars_for = "own"',
    "protection": "bars",
    "spared_tokens": "losses: return Loss(tokens, spared)",
    "special_conquest_started": "special_conquest_tried",
    "toll": "bars: return Bar(regions, code, reason, coins, to)",
}
"""Earlier hook → its present form."""
_CORRECT: WeakSet[type[Ability]] = WeakSet()
"""Classes without problems; each is checked once, however often a program loads its plugins."""


def check_module(module: object) -> tuple[tuple[str, ...], list[str]]:
    """List the program hooks that a plugin module implements, and hooks that are misspelt, unmarked or wrong.

    :raises PluginError: it needs another API level.
    """
    _require_level(getattr(module, "SMALLWORLD_API", API_LEVEL))
    program_hooks = {name: info for name, info in hooks().items() if info.kind == "program"}
    problems = list(_hook_problems(module, program_hooks, prefix="smallworld_"))
    faulty = {name for name in program_hooks for problem in problems if problem.startswith(f"hook {name} ")}
    return tuple(name for name in program_hooks_of(module) if name not in faulty), problems


def _require_level(level: object) -> None:
    """Refuse a plugin that is made for another API level.

    :raises PluginError: the level is not a whole number, or not supported.
    """
    if type(level) is not int:
        sentence = N_("SMALLWORLD_API must be a whole number, not {level}; write SMALLWORLD_API = {number}")
        raise PluginError(lazy(sentence, level=repr(level), number=API_LEVEL))
    if not OLDEST_API_LEVEL <= level <= API_LEVEL:
        remedy = lazy("upgrade smallworld") if level > API_LEVEL else lazy("ask its author for a newer version")
        sentence = N_("it is made for API level {level}, this program has {number}; {remedy}")
        raise PluginError(lazy(sentence, level=level, number=API_LEVEL, remedy=remedy))


def class_problems(cls: object) -> Iterator[str]:
    """Yield everything that is wrong with one class that a plugin brings."""
    if isinstance(cls, type) and issubclass(cls, Ability):
        if cls not in _CORRECT:
            problems = list(ability_problems(cls))
            if not problems:
                _CORRECT.add(cls)
            yield from problems
    else:
        yield lazy("hook smallworld_abilities: {value} is not a subclass of Ability", value=repr(cls))


def ability_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield the problems of an ability class, one sentence each."""
    unusable = list(_attribute_problems(cls))
    if unusable:
        yield from unusable
        return  # other problems need the name
    for fault in _ability_faults(cls):
        yield lazy("ability {name!r}: {fault}", name=cls.name, fault=fault)


def _ability_faults(cls: type[Ability]) -> Iterator[str]:
    """Yield the problems of an ability class, without its name."""
    yield from _hook_problems(cls, rule_hooks())
    try:
        yield from parameter_problems(cls)
    except PluginError as error:
        yield error.sentence
    except NameError as error:
        yield lazy("the annotation of a parameter cannot be read: {fault}", fault=str(error))
    for verb, pattern in cls.verbs.items():
        yield from _verb_problems(verb, pattern)
    yield from _narrowing_problems(cls)
    if cls.verbs and "perform" not in implemented(cls):
        yield lazy("it has the verb {verb!r}, but no hook perform to carry it out", verb=next(iter(cls.verbs)))


def _attribute_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield problems of class attributes that every other check needs."""
    label = lazy("class {name} in {module}", name=cls.__name__, module=cls.__module__)
    if not isinstance(cls.name, str) or not NAME.match(cls.name):
        sentence = N_("{label} has the name {name}; a name is a text of letters, digits, _ and -, at most 64")
        yield lazy(sentence, label=label, name=repr(cls.name))
    for name in ("rule", "label"):
        value = getattr(cls, name)
        if not isinstance(value, str):
            sentence = N_("{label} has the {attribute} {value}; it is a text")
            yield lazy(sentence, label=label, attribute=name, value=repr(value))
    texts = [text for pair in cls.verbs.items() for text in pair] if isinstance(cls.verbs, Mapping) else [None]
    if not all(isinstance(text, str) for text in texts):
        sentence = N_('{label} has the verbs {verbs}; write words with their operands: verbs = {{"ally": "PLAYER"}}')
        yield lazy(sentence, label=label, verbs=repr(cls.verbs))


def _narrowing_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield users, phases and matters that do not exist, with which the engine would never ask the ability."""
    if cls.bars_for not in ("own", "others"):
        yield lazy('bars_for is {value}; write "own" or "others"', value=repr(cls.bars_for))
    if cls.conquests_of not in ("own", "all"):
        yield lazy('conquests_of is {value}; write "own" or "all"', value=repr(cls.conquests_of))
    choices_of = {"users": USERS, "offers_in": OFFER_PHASES, "refuses": MATTERS, "refuses_in": Ability.refuses_in}
    for name, choices in choices_of.items():
        chosen = getattr(cls, name)
        if not isinstance(chosen, tuple):
            example = chosen if isinstance(chosen, str) else next(iter(choices))
            sentence = N_("{name} is {value}; write a tuple: {name} = ({example!r},)")
            yield lazy(sentence, name=name, value=repr(chosen), example=example)
            continue
        for word in chosen:
            if name == "offers_in" and word == "answer":
                yield lazy("offers_in has 'answer'; offer the answers in the hook answers, and leave it out")
            elif word not in choices:
                yield lazy("{name} has {value}; {names}", name=name, value=repr(word), names=list_names(list(choices)))


def _hook_problems(holder: object, infos: Mapping[str, HookInfo], prefix: str = "") -> Iterator[str]:
    """Yield hooks that are misspelt, unmarked or take wrong arguments."""
    for name, function in sorted(_static_attributes(holder).items()):
        if name in infos and isinstance(function, staticmethod | classmethod | property):
            yield lazy("hook {name} is not a plain method; write def {name}(self, …)", name=name)
        elif name in infos and inspect.isroutine(function) and not is_marked(function):
            yield lazy("hook {name} is not marked; write @hookimpl above it", name=name)
        elif callable(function) and is_marked(function):
            if refusals := list(_option_problems(name, function, method=not prefix)):
                yield refusals[0]
            elif prefix and name in rule_hooks():
                yield lazy("hook {name} belongs into an ability; make it a method of a class of Ability", name=name)
            elif name in RENAMED_HOOKS:
                sentence = N_("hook {name!r} is now {present}; smallworld hook show {hook} explains it")
                present = RENAMED_HOOKS[name]
                yield lazy(sentence, name=name, present=present, hook=re.split(r"\W", present)[0])
            elif name not in infos:
                yield with_suggestion(lazy("hook {name!r} does not exist", name=name), name, infos)
            else:
                yield from _arguments(infos[name], function, method=not prefix)
        elif prefix and name.startswith(prefix) and inspect.isfunction(function):
            yield with_suggestion(lazy("hook {name!r} does not exist", name=name), name, infos)


def _static_attributes(holder: object) -> dict[str, Any]:
    """Return the attributes of a class, a module or an object by name, without running any code of theirs."""
    if not isinstance(holder, type):
        return {name: inspect.getattr_static(holder, name, None) for name in dir(holder)}
    return {name: value for base in reversed(holder.__mro__) for name, value in vars(base).items()}


def _option_problems(name: str, function: Callable[..., Any], *, method: bool) -> Iterator[str]:
    """Yield options of ``@hookimpl`` that the engine cannot honour, because it calls implementations directly."""
    options = getattr(function, f"{PROJECT}_impl")
    for option in ("wrapper", "hookwrapper"):
        if options.get(option):
            sentence = N_("hook {name} has the option {option}, which the engine ignores; return the answer instead")
            yield lazy(sentence, name=name, option=option)
    if options.get("specname"):
        sentence = N_("hook {name} has the option specname; name the function {target}")
        if method:
            sentence = N_("hook {name} has the option specname; name the method {target}")
        yield lazy(sentence, name=name, target=options["specname"])
    if options.get("optionalhook"):
        yield lazy(
            "hook {name} has the option optionalhook, which would hide a misspelt name; write @hookimpl alone",
            name=name,
        )
    for option in ("tryfirst", "trylast"):
        if options.get(option) and not method:
            yield lazy(
                "hook {name} has the option {option}, but plugins are asked in the order of loading; write @hookimpl",
                name=name, option=option,
            )  # fmt: skip


def _arguments(info: HookInfo, function: Callable[..., Any], *, method: bool) -> Iterator[str]:
    parameters = list(inspect.signature(function).parameters.values())
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        yield lazy("hook {name} cannot be async; write def instead of async def", name=info.name)
    if method and inspect.isfunction(function) and (not parameters or parameters[0].name in info.arguments):
        yield lazy("hook {name} lacks self; write def {name}(self, …)", name=info.name)
        return
    for parameter in parameters[1:] if method else parameters:
        if parameter.name == "self":
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            names = ", ".join(info.arguments)
            sentence = N_("hook {name} cannot take *{parameter}; name its arguments: {names}")
            yield lazy(sentence, name=info.name, parameter=parameter.name, names=names)
        elif parameter.name not in info.accepted:
            hint = suggest(parameter.name, info.arguments) or lazy("it takes none")
            sentence = N_("hook {name} takes no argument {parameter!r}; {hint}")
            yield lazy(sentence, name=info.name, parameter=parameter.name, hint=hint)


def _verb_problems(verb: str, pattern: str) -> Iterator[str]:
    if not VERB.match(verb):
        yield lazy("the verb {verb!r} must be one word in lower case", verb=verb)
    elif verb in CORE_VERBS:
        yield lazy("the verb {verb!r} belongs to the engine; choose another word", verb=verb)
    for word in pattern.split():
        if word.removesuffix("?") not in OPERANDS:
            sentence = N_("the verb {verb!r} has an operand {word!r}; {names}, each with ? if optional")
            yield lazy(sentence, verb=verb, word=word, names=list_names(OPERANDS))
