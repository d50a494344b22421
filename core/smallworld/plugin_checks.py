"""What can be said about a plugin without playing: spelling, signatures, kinds of answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from smallworld.ability import MATTERS, PHASES, USERS, Ability
from smallworld.errors import PluginError, suggest
from smallworld.hookinfo import HookInfo, hooks, implemented, is_marked, rule_hooks
from smallworld.hookspecs import API_LEVEL, OLDEST_API_LEVEL
from smallworld.notation import CORE_VERBS
from smallworld.plugin_parameters import parameter_problems

OPERANDS = ("REGION", "PIECE", "PLAYER", "N", "WORD", "PAIR")
"""What the pattern of a verb may hold; ``?`` after it makes it optional."""
VERB = re.compile(r"[a-z][a-z_]*\Z")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}\Z")
"""What variant files may call an ability; the pattern of ids in their schema."""


def check_module(module: object) -> tuple[str, ...]:
    """The program hooks that a plugin module implements.

    :raises PluginError: it needs another API level, or a hook is misspelt, unmarked or takes a wrong argument.
    """
    level = getattr(module, "SMALLWORLD_API", API_LEVEL)
    if type(level) is not int:
        raise PluginError(f"SMALLWORLD_API must be a whole number, not {level!r}; write SMALLWORLD_API = {API_LEVEL}")
    if not OLDEST_API_LEVEL <= level <= API_LEVEL:
        remedy = "upgrade smallworld" if level > API_LEVEL else "ask its author for a newer version"
        raise PluginError(f"it is made for API level {level}, this program has {API_LEVEL}; {remedy}")
    known = {name: info for name, info in hooks().items() if info.kind == "program"}
    problems = list(_methods(module, known, prefix="smallworld_"))
    if problems:
        raise PluginError(problems[0])
    return tuple(name for name in known if is_marked(getattr(module, name, None)))


def check_ability(cls: object) -> None:
    """Check one class that a plugin brings.

    :raises PluginError: with the first thing that is wrong.
    """
    if not (isinstance(cls, type) and issubclass(cls, Ability)):
        raise PluginError(f"hook smallworld_abilities: {cls!r} is not a subclass of Ability")
    for problem in ability_problems(cls):
        raise PluginError(problem)


def ability_problems(cls: type[Ability]) -> Iterator[str]:
    """Everything that is wrong with an ability class, one sentence each."""
    unusable = list(_head(cls))
    if unusable:
        yield from unusable
        return  # the rest cannot be told without a name
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
    if cls.verbs and "perform" not in implemented(cls):
        yield f"ability {cls.name!r}: it has the verb {next(iter(cls.verbs))!r}, but no hook perform to carry it out"


def _head(cls: type[Ability]) -> Iterator[str]:
    """Class attributes that nobody could use."""
    where = f"class {cls.__name__} in {cls.__module__}"
    if not isinstance(cls.name, str) or not NAME.match(cls.name):
        yield f"{where} has the name {cls.name!r}; a name is a text of letters, digits, _ and -, at most 64"
    for word in ("rule", "label"):
        if not isinstance(getattr(cls, word), str):
            yield f"{where} has the {word} {getattr(cls, word)!r}; it is a text"
    if not isinstance(cls.verbs, Mapping) or not all(
        isinstance(part, str) for pair in cls.verbs.items() for part in pair
    ):
        yield f'{where} has the verbs {cls.verbs!r}; write words with their operands: verbs = {{"ally": "PLAYER"}}'


def _narrowed(cls: type[Ability]) -> Iterator[str]:
    """Users, phases and matters that do not exist: the ability could not be had, or would never be asked."""
    for name, known in (
        ("users", USERS),
        ("offers_in", PHASES),
        ("refuses", MATTERS),
        ("refuses_in", Ability.refuses_in),
    ):
        words = getattr(cls, name)
        if not isinstance(words, tuple):
            example = words if isinstance(words, str) else next(iter(known))
            yield f"{name} is {words!r}; write a tuple: {name} = ({example!r},)"
            continue
        for word in words:
            if word not in known:
                yield f"{name} has {word!r}; known: {', '.join(known)}"


def _methods(holder: object, known: Mapping[str, HookInfo], prefix: str = "") -> Iterator[str]:
    """Hooks that are misspelt, unmarked or take wrong arguments."""
    for name in dir(holder):
        function = inspect.getattr_static(holder, name, None)
        if name in known and inspect.isroutine(function) and not is_marked(function):
            yield f"hook {name} is not marked; write @hookimpl above it"
        elif callable(function) and is_marked(function):
            if name not in known:
                yield f"hook {name!r} does not exist{suggest(name, known)}"
            else:
                yield from _arguments(known[name], function, method=not prefix)
        elif prefix and name.startswith(prefix) and inspect.isfunction(function):
            yield f"hook {name!r} does not exist{suggest(name, known)}"


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
        elif parameter.name not in info.arguments:
            wanted = suggest(parameter.name, info.arguments) or "; it takes none"
            yield f"hook {info.name} takes no argument {parameter.name!r}{wanted}"


def _verb_problems(verb: str, pattern: str) -> Iterator[str]:
    if not VERB.match(verb):
        yield f"the verb {verb!r} must be one word in lower case"
    elif verb in CORE_VERBS:
        yield f"the verb {verb!r} belongs to the engine; choose another word"
    for word in pattern.split():
        if word.removesuffix("?") not in OPERANDS:
            yield f"the verb {verb!r} has an operand {word!r}; known: {', '.join(OPERANDS)}, each with ? if optional"
