"""Bots by a text: a name and typed parameters, ``mcts:seconds=1,width=8``."""

from __future__ import annotations

import inspect
import math
import secrets
import shutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

from smallworld.actions import Action
from smallworld.errors import PluginError, SmallWorldError, UnknownName, sentence_of, with_suggestion
from smallworld.languages import N_, lazy
from smallworld.model.aliases import Player
from smallworld.plugins.manager import Plugins, default_plugins

if TYPE_CHECKING:
    from smallworld.player_view import View


KINDS = {int: N_("a whole number"), float: N_("a number"), bool: N_("true or false")}
"""Type of a parameter → its name in messages."""


class Bot(Protocol):
    """The protocol of all bots: they see a view, never the game, and answer with one of the legal actions.

    One that never looks at the view has the attribute ``blind = True``; simulations then make no new views.
    """

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose one of the legal actions of the player of this view."""


def actions_of(view: View, legal: Sequence[str]) -> Sequence[Action]:
    """Return the legal actions with their fields, even if another bot has passed them on as plain texts."""
    if isinstance(legal[0], Action):
        return cast("Sequence[Action]", legal)
    texts = set(legal)
    return [action for action in view.blanked().legal_actions() if action in texts]


def make(spec: str, plugins: Plugins | None = None) -> Bot:
    """Make the bot that a text describes; a name with ``/`` is a program to start.

    :raises UnknownName: no bot has this name.
    :raises SmallWorldError: a parameter is unknown or of the wrong type, or the program cannot be started.
    """
    name, _, rest = spec.partition(":")
    if "/" in name:
        from smallworld_bots.external import External  # starts processes

        program = External(name, **_values("a program", rest, External, {"seconds": _parameters(External)["seconds"]}))
        executable = program.command_line[0]
        if shutil.which(executable) is None:  # checked before the first move
            raise SmallWorldError(
                lazy("cannot start {program!r}: no such program, or it may not be executed", program=executable)
            )
        return program
    kind, values = _kind_and_values(name, rest, plugins or default_plugins())
    try:
        bot: Bot = kind(**values)
    except (SmallWorldError, KeyboardInterrupt):
        raise
    except BaseException as error:  # SystemExit too: a bot may not end the program
        raise PluginError(
            lazy("bot {name!r} cannot be made: {problem}", name=name, problem=sentence_of(error))
        ) from error
    return bot


@lru_cache(maxsize=16)
def _kind_and_values(name: str, text: str, plugins: Plugins) -> tuple[type, dict[str, Any]]:
    """Return the class of a bot and its parameters; many games ask for the same bot."""
    bots = plugins.bots
    if name not in bots:
        raise UnknownName("bot", name, bots)
    return bots[name], _values(name, text, bots[name], _parameters(bots[name]))


def _values(name: str, text: str, kind: type, parameters: Mapping[str, inspect.Parameter]) -> dict[str, Any]:
    """Read the parameters in ``key=value,key=value``, each of its type and within its bound."""
    bounds: Mapping[str, float] = getattr(kind, "bounds", {})
    values: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, sign, value = pair.partition("=")
        if not sign and key in parameters:
            raise SmallWorldError(
                lazy("parameter {key!r} of bot {name!r} needs a value: write {key}=VALUE", key=key, name=name)
            )
        if not sign or key not in parameters:
            raise SmallWorldError(
                with_suggestion(lazy("bot {name!r} has no parameter {key!r}", name=name, key=key), key, parameters)
            )
        if key in values:
            raise SmallWorldError(
                lazy("parameter {key!r} of bot {name!r} is given twice; give it once", key=key, name=name)
            )
        values[key] = _typed_value(name, key, value, parameters[key].annotation)
        if key in bounds and values[key] > bounds[key]:
            raise SmallWorldError(
                lazy("parameter {key!r} of bot {bot!r} must be at most {most:g}, not {value:.15g}",
                     key=key, bot=name, most=bounds[key], value=values[key])
            )  # fmt: skip
    return values


def check_least(bot: str, least: float, **values: float) -> None:
    """Refuse parameters of a bot that are below a bound; the largest values are in its ``bounds``.

    :raises SmallWorldError: one is too small.
    """
    for key, value in values.items():
        if value < least:
            raise SmallWorldError(
                lazy("parameter {key!r} of bot {bot!r} must be at least {least:g}, not {value:.15g}",
                     key=key, bot=bot, least=least, value=value)
            )  # fmt: skip


@lru_cache
def _parameters(kind: type) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a class of bots; cached, because a simulation asks for every bot of every game."""
    return inspect.signature(kind, eval_str=True).parameters


def _typed_value(bot: str, key: str, text: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        value = kind(text) if kind in (int, float, str) else text
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(value)
        return value
    except (ValueError, KeyError):
        expected = lazy(KINDS[kind]) if kind in KINDS else str(kind)
        raise SmallWorldError(
            lazy("parameter {key!r} of bot {bot!r} must be {expected}, not {text!r}",
                 key=key, bot=bot, expected=expected, text=text)
        ) from None  # fmt: skip


# --- the simplest bot


class RandomBot:
    """Every legal action is equally likely."""

    blind = True

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose one of the legal actions."""
        return legal[int(rng.random() * len(legal))]


# --- seeds of games, and random generators of bots, which do not reveal the dice of the game


GAME_BITS = 64
"""Bits of a seed that nobody chose: too many to try all of them."""
RUN_BITS = 63
"""Bits of a seed of simulated games: result files hold it as a signed number of 64 bits."""


def new_seed(bits: int = GAME_BITS) -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(bits)


def seat_generator(seed: int, seat: Player, begin: int = 0) -> Random:
    """Return the generator of the bot on one seat, derived by a hash, so that it reveals no other chance.

    :param seed: that of the game. :param begin: events that the game had when the bot sat down.
    """
    digest = blake2b(f"{seed} {seat} {begin}".encode(), person=b"smallworld bot", digest_size=32).digest()
    return Random(int.from_bytes(digest, "big"))
