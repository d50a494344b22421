"""Random games played on the engine and on a reference model side by side, compared at every decision.

Chance is the engine's: the model gets the results in order, and asks for them where its own rules
need them. All else the model works out for itself. This module knows no edition: a :class:`Model` brings
its rules, and looks at that part of a position which only its edition has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from shared_table import AnyTable

import smallworld

PLAYERS = ("ann", "bob", "cid", "dot", "eve")
MOST_ACTIONS = 10_000

TableT = TypeVar("TableT", bound=AnyTable)


class Setting(Protocol):
    """The settings of a game; printed, they are enough to play the game again."""

    @property
    def seed(self) -> int:
        """Decides all chance, and what the players choose."""


@dataclass(frozen=True)
class Model(Generic[TableT]):
    """The functions with which a model plays a game.

    :ivar legal: every legal action of the player to move, in the notation of docs/notation.md.
    :ivar apply: carries an action out. :ivar winners: of a finished game.
    :ivar choose: which legal action a random player takes.
    :ivar view_differences: between the table and :meth:`smallworld.Game.view`, a line each; column,
        tray and scorings are compared already.
    :ivar price_difference: between the prices that engine and table have for an action before it is taken.
    """

    legal: Callable[[TableT], set[str]]
    apply: Callable[[TableT, str], None]
    winners: Callable[[TableT], list[str]]
    choose: Callable[[Random, TableT], str]
    view_differences: Callable[[TableT, dict[str, Any]], Iterator[str]]
    price_difference: Callable[[smallworld.Game, TableT, str], str] = lambda game, table, action: ""


@dataclass
class Pair(Generic[TableT]):
    """One game on the engine and on the model.

    :ivar read: events of the engine's log that the model has seen. :ivar actions: what was done so far.
    """

    model: Model[TableT]
    setting: Setting
    game: smallworld.Game
    table: TableT
    read: int = field(init=False)
    actions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.read = len(self.game.log)


class Mismatch(AssertionError):
    """Engine and model disagree; the message has everything that is needed to look at it."""


# --- the games


def drawn_at_setup(game: smallworld.Game) -> dict[str, Any]:
    """Return the chance results before the first turn, by kind; they set up the model."""
    return {event["chance"]: event["result"] for event in game.log if "chance" in event}


def play(pair: Pair[TableT]) -> Pair[TableT]:
    """Play a game to its end.

    :raises Mismatch: as soon as engine and model disagree.
    """
    rng = Random(pair.setting.seed)
    try:
        while len(pair.actions) < MOST_ACTIONS:
            agree(pair, "\n".join(differences(pair)))
            if pair.game.over:
                return pair
            action = pair.model.choose(rng, pair.table)
            agree(pair, pair.model.price_difference(pair.game, pair.table, action))
            step(pair, action)
    except Mismatch:
        raise
    except Exception as error:
        error.add_note(history(pair))
        raise
    raise Mismatch(f"{pair.setting} is not over after {MOST_ACTIONS} actions")


def step(pair: Pair[TableT], action: str) -> None:
    """Carry out an action on both sides."""
    pair.actions.append(f"{pair.game.round} {pair.game.to_move}: {action}")
    pair.game.apply(action)
    log = pair.game.log
    pair.table.chance.extend((event["chance"], event["result"]) for event in log[pair.read :] if "chance" in event)
    pair.read = len(log)
    try:
        pair.model.apply(pair.table, action)
    except AssertionError as error:
        agree(pair, str(error) or repr(error))
    agree(pair, "\n".join(f"the rules need no chance ({kind})" for kind, _ in pair.table.chance))


def agree(pair: Pair[TableT], difference: str) -> None:
    """:raises Mismatch: there is a difference; with the setting and all actions so far."""
    if difference:
        raise Mismatch(f"{history(pair)}\ndifference (engine, rules):\n{difference}")


def history(pair: Pair[TableT]) -> str:
    """How to get there again: the setting and every action so far."""
    return "\n  ".join((f"{pair.setting}\nactions (round, player):", *pair.actions))


# --- the comparison


def differences(pair: Pair[TableT]) -> Iterator[str]:
    """Everything in which the two sides differ, a line each."""
    game, table = pair.game, pair.table
    yield from differences_of_turn(pair)
    offered, allowed = {str(action) for action in game.legal_actions()}, pair.model.legal(table)
    if offered != allowed:
        yield f"legal: only the engine {sorted(offered - allowed)}, only the rules {sorted(allowed - offered)}"
    seen = game.view(table.players[0]).as_dict()
    column = [{"race": combo.banner, "power": combo.badge, "coins": combo.coins} for combo in table.column]
    yield from unequal("", {"column": seen["column"]}, {"column": column})
    yield from unequal("tray ", seen["tray"], table.tray)
    yield from unequal("scored ", seen["scored"], {name: table.scored.get(name, {}) for name in table.players})
    yield from pair.model.view_differences(table, seen)


def differences_of_turn(pair: Pair[TableT]) -> Iterator[str]:
    """How far the game is, the coins, and in the end the winners."""
    game, table = pair.game, pair.table
    engine: dict[str, Any] = {"phase": game.phase, "to_move": game.to_move, "coins": game.scores()}
    rules: dict[str, Any] = {"phase": table.phase, "to_move": table.mover, "coins": table.coins}
    if game.over and table.mover is None:
        engine["winners"], rules["winners"] = game.winners(), pair.model.winners(table)
    else:
        engine |= {"round": game.round, "turn": game.turn}
        rules |= {"round": table.round, "turn": table.turn.player}
    yield from unequal("", engine, rules)


def unequal(prefix: str, engine: dict[str, Any], rules: dict[str, Any]) -> Iterator[str]:
    """A line for every key under which the two sides have something else."""
    for key in sorted({*engine, *rules}):
        if engine.get(key) != rules.get(key):
            yield f"{prefix}{key}: {engine.get(key)}, {rules.get(key)}"
