"""Checks of a plugin without a game: spelling, signatures, types of answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from smallworld.abilities.base import USERS, Ability
from smallworld.errors import PluginError, list_names, suggest, with_suggestion
from smallworld.hooks.declare import API_LEVEL, MATTERS, OLDEST_API_LEVEL, PHASES, PROJECT
from smallworld.hooks.reference import HookInfo, hooks, implemented, is_marked, rule_hooks
from smallworld.notation import CORE_VERBS
from smallworld.plugins.parameters import parameter_problems

OPERANDS = ("REGION", "PIECE", "PLAYER", "N", "WORD", "PAIR")
"""Words that the pattern of a verb may contain; ``?`` after it makes it optional."""
VERB = re.compile(r"[a-z][a-z_]*\Z")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}\Z")
"""Pattern of the name of an ability, that of ids in the schema of variant files."""
OLD_ATTRIBUTES: Mapping[str, str] = {
    "boxes": "discards_pieces",
    "places": "place_words",
    "text": "summary",
    "told": "ledger_text",
    "unavailable": "why_unavailable",
    "words": "ledger_label",
}
"""Earlier name of an attribute of abilities → its present name."""


def check_module(module: object) -> tuple[tuple[str, ...], list[str]]:
    """List the program hooks that a plugin module implements, and hooks that are misspelt, unmarked or wrong.

    :raises PluginError: it needs another API level.
    """
    level = getattr(module, "SMALLWORLD_API", API_LEVEL)
    if type(level) is not int:
        raise PluginError(f"SMALLWORLD_API must be a whole number, not {level!r}; write SMALLWORLD_API = {API_LEVEL}")
    if not OLDEST_API_LEVEL <= level <= API_LEVEL:
        remedy = "upgrade smallworld" if level > API_LEVEL else "ask its author for a newer version"
        raise PluginError(f"it is made for API level {level}, this program has {API_LEVEL}; {remedy}")
    program_hooks = {name: info for name, info in hooks().items() if info.kind == "program"}
    problems = list(_methods(module, program_hooks, prefix="smallworld_"))
    faulty = {name for name in program_hooks for problem in problems if problem.startswith(f"hook {name} ")}
    marked = (name for name in program_hooks if is_marked(getattr(module, name, None)))
    return tuple(name for name in marked if name not in faulty), problems


def class_problems(cls: object) -> Iterator[str]:
    """Yield everything that is wrong with one class that a plugin brings."""
    if isinstance(cls, type) and issubclass(cls, Ability):
        yield from ability_problems(cls)
    else:
        yield f"hook smallworld_abilities: {cls!r} is not a subclass of Ability"


def ability_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield the problems of an ability class, one sentence each."""
    unusable = list(_head(cls))
    if unusable:
        yield from unusable
        return  # other problems need the name
    for problem in _methods(cls, rule_hooks()):
        yield f"ability {cls.name!r}: {problem}"
    try:
        yield from (f"ability {cls.name!r}: {problem}" for problem in parameter_problems(cls))
    except PluginError as error:
        yield f"ability {cls.name!r}: {error}"
    except NameError as error:
        yield f"ability {cls.name!r}: the annotation of a parameter cannot be read: {error}"
    for verb, pattern in cls.verbs.items():
        yield from (f"ability {cls.name!r}: {problem}" for problem in _verb_problems(verb, pattern))
    yield from (f"ability {cls.name!r}: {problem}" for problem in _narrowed(cls))
    yield from (f"ability {cls.name!r}: {problem}" for problem in _renamed(cls))
    if cls.verbs and "perform" not in implemented(cls):
        yield f"ability {cls.name!r}: it has the verb {next(iter(cls.verbs))!r}, but no hook perform to carry it out"


def _head(cls: type[Ability]) -> Iterator[str]:
    """Yield problems of class attributes that every other check needs."""
    label = f"class {cls.__name__} in {cls.__module__}"
    if not isinstance(cls.name, str) or not NAME.match(cls.name):
        yield f"{label} has the name {cls.name!r}; a name is a text of letters, digits, _ and -, at most 64"
    for word in ("rule", "label"):
        if not isinstance(getattr(cls, word), str):
            yield f"{label} has the {word} {getattr(cls, word)!r}; it is a text"
    if not isinstance(cls.verbs, Mapping) or not all(
        isinstance(part, str) for pair in cls.verbs.items() for part in pair
    ):
        yield f'{label} has the verbs {cls.verbs!r}; write words with their operands: verbs = {{"ally": "PLAYER"}}'


def _narrowed(cls: type[Ability]) -> Iterator[str]:
    """Yield users, phases and matters that do not exist, with which the engine would never ask the ability."""
    if cls.conquests_of not in ("own", "all"):
        yield f'conquests_of is {cls.conquests_of!r}; write "own" or "all"'
    for name, choices in (
        ("users", USERS),
        ("offers_in", PHASES),
        ("refuses", MATTERS),
        ("refuses_in", Ability.refuses_in),
    ):
        chosen = getattr(cls, name)
        if not isinstance(chosen, tuple):
            example = chosen if isinstance(chosen, str) else next(iter(choices))
            yield f"{name} is {chosen!r}; write a tuple: {name} = ({example!r},)"
            continue
        for word in chosen:
            if word not in choices:
                yield f"{name} has {word!r}; {list_names(list(choices))}"


def _renamed(cls: type[Ability]) -> Iterator[str]:
    """Yield attributes with an earlier name, which the engine ignores; a parameter may have any name."""
    for name, present in OLD_ATTRIBUTES.items():
        if any(name in vars(base) and name not in inspect.get_annotations(base) for base in cls.__mro__):
            yield f"the attribute {name!r} is called {present!r} now; rename it"


def _methods(holder: object, infos: Mapping[str, HookInfo], prefix: str = "") -> Iterator[str]:
    """Yield hooks that are misspelt, unmarked or take wrong arguments."""
    for name, function in sorted(_static_attributes(holder).items()):
        if name in infos and inspect.isroutine(function) and not is_marked(function):
            yield f"hook {name} is not marked; write @hookimpl above it"
        elif callable(function) and is_marked(function):
            if refusals := list(_options(name, function, method=not prefix)):
                yield refusals[0]
            elif name not in infos:
                yield with_suggestion(f"hook {name!r} does not exist", name, infos)
            else:
                yield from _arguments(infos[name], function, method=not prefix)
        elif prefix and name.startswith(prefix) and inspect.isfunction(function):
            yield with_suggestion(f"hook {name!r} does not exist", name, infos)


def _static_attributes(holder: object) -> dict[str, Any]:
    """Return the attributes of a class, a module or an object by name, without running any code of theirs."""
    if not isinstance(holder, type):
        return {name: inspect.getattr_static(holder, name, None) for name in dir(holder)}
    return {name: value for base in reversed(holder.__mro__) for name, value in vars(base).items()}


def _options(name: str, function: Callable[..., Any], *, method: bool) -> Iterator[str]:
    """Yield options of ``@hookimpl`` that the engine cannot honour, because it calls implementations directly."""
    options = getattr(function, f"{PROJECT}_impl")
    for option in ("wrapper", "hookwrapper"):
        if options.get(option):
            yield f"hook {name} has the option {option}, which the engine ignores; return the answer instead"
    if options.get("specname"):
        function_kind = "method" if method else "function"
        yield f"hook {name} has the option specname; name the {function_kind} {options['specname']}"
    if options.get("optionalhook"):
        yield f"hook {name} has the option optionalhook, which would hide a misspelt name; write @hookimpl alone"
    for option in ("tryfirst", "trylast"):
        if options.get(option) and not method:
            yield f"hook {name} has the option {option}, but plugins are asked in the order of loading; write @hookimpl"


def _arguments(info: HookInfo, function: Callable[..., Any], *, method: bool) -> Iterator[str]:
    parameters = list(inspect.signature(function).parameters.values())
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        yield f"hook {info.name} cannot be async; write def instead of async def"
    if method and inspect.isfunction(function) and (not parameters or parameters[0].name in info.arguments):
        yield f"hook {info.name} lacks self; write def {info.name}(self, …)"
        return
    for parameter in parameters[1:] if method else parameters:
        if parameter.name == "self":
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            yield f"hook {info.name} cannot take *{parameter.name}; name its arguments: {', '.join(info.arguments)}"
        elif parameter.name not in info.accepted:
            hint = suggest(parameter.name, info.arguments) or "it takes none"
            yield f"hook {info.name} takes no argument {parameter.name!r}; {hint}"


def _verb_problems(verb: str, pattern: str) -> Iterator[str]:
    if not VERB.match(verb):
        yield f"the verb {verb!r} must be one word in lower case"
    elif verb in CORE_VERBS:
        yield f"the verb {verb!r} belongs to the engine; choose another word"
    for word in pattern.split():
        if word.removesuffix("?") not in OPERANDS:
            yield f"the verb {verb!r} has an operand {word!r}; {list_names(OPERANDS)}, each with ? if optional"
