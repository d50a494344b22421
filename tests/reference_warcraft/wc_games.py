"""Random Warcraft games played on the engine and on the reference model side by side, compared at every decision.

Chance is the engine's: the model is told what was drawn, in order, and asks for it where its own rules
need it. All else the model works out for itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random

from wc_actions import legal
from wc_comparison import differences
from wc_rulings import Rulings, complete, some_options
from wc_setup import Drawn, set_up
from wc_table import Table
from wc_turn import apply, start_game
from wc_wishes import kind_of, wish, wish_for_kind

import smallworld

PLAYERS = ("ann", "bob", "cid", "dot", "eve")
MOST_ACTIONS = 5_000


@dataclass(frozen=True)
class Setting:
    """What a game is made of; enough to play it again."""

    seed: int
    players: tuple[str, ...]
    options: Rulings


@dataclass
class Pair:
    """One game on the engine and on the model.

    :ivar actions: what was done so far. :ivar read: events of the engine's log that the model has seen.
    """

    setting: Setting
    game: smallworld.Game
    table: Table
    read: int = 0
    actions: list[str] = field(default_factory=list)


class Mismatch(AssertionError):
    """Engine and model disagree; the message has everything that is needed to look at it."""


@cache
def warcraft() -> smallworld.Variant:
    return smallworld.load_variant("warcraft")


def setting_of(seed: int) -> Setting:
    """A game of two to five; two of three with a mix of rulings."""
    rng = Random(f"warcraft {seed}")
    return Setting(seed, PLAYERS[: 2 + seed % 4], some_options(rng) if rng.random() < 2 / 3 else {})


def begin(setting: Setting) -> Pair:
    """The engine's new game, and a table set up with what it drew."""
    game = smallworld.new_game(warcraft(), setting.players, seed=setting.seed, options=setting.options)
    found = {event["chance"]: event["result"] for event in game.log if "chance" in event}
    first = setting.players[int(found["first_player"]) - 1]
    drawn = Drawn(first, list(found["banners"]), list(found["badges"]), list(found["relics"]))
    boards = game.view(setting.players[0]).as_dict()["boards"]
    faces = [warcraft().board_files[name] for name in boards]
    table = set_up(faces, setting.players, complete(setting.options), drawn)
    start_game(table)
    return Pair(setting, game, table, read=len(game.log))


def play_side_by_side(setting: Setting) -> Pair:
    """Play a game to its end.

    :raises Mismatch: as soon as engine and model disagree.
    """
    rng = Random(setting.seed)
    pair = begin(setting)
    for _ in range(MOST_ACTIONS):
        agree(pair, "\n".join(differences(pair.game, pair.table)))
        if pair.game.over:
            return pair
        step(pair, choose(rng, pair.table))
    raise Mismatch(f"{setting} is not over after {MOST_ACTIONS} actions")


def choose(rng: Random, table: Table) -> str:
    """First the kind of action, then the action: there are far more conquests than anything else."""
    actions = sorted(legal(table))
    kinds = sorted({kind_of(action) for action in actions})
    kind = rng.choices(kinds, [wish_for_kind(one) for one in kinds])[0]
    actions = [action for action in actions if kind_of(action) == kind]
    return rng.choices(actions, [wish(table, action) for action in actions])[0]


def step(pair: Pair, action: str) -> None:
    """Carry out an action on both sides."""
    pair.actions.append(f"{pair.game.round} {pair.game.to_move}: {action}")
    pair.game.apply(action)
    log = pair.game.log
    pair.table.chance.extend((event["chance"], event["result"]) for event in log[pair.read :] if "chance" in event)
    pair.read = len(log)
    try:
        apply(pair.table, action)
    except AssertionError as error:
        agree(pair, str(error))
    agree(pair, "\n".join(f"the rules need no chance ({kind})" for kind, _ in pair.table.chance))


def agree(pair: Pair, difference: str) -> None:
    """:raises Mismatch: there is a difference; with the setting and all actions so far."""
    if difference:
        actions = "\n  ".join(pair.actions)
        raise Mismatch(
            f"{pair.setting}\nactions (round, player):\n  {actions}\ndifference (engine, rules):\n{difference}"
        )
