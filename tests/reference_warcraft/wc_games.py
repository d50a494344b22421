"""Warcraft games on the engine and on the reference model side by side: start and moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from shared_games import PLAYERS, Model, Pair, drawn_at_setup
from shared_rulings import Rulings, complete, some_options
from wc_actions import legal
from wc_comparison import view_differences
from wc_rulings import ANSWERS
from wc_scoring import winners
from wc_setup import Drawn, set_up
from wc_table import Table
from wc_turn import apply, start_game
from wc_wishes import kind_of, wish, wish_for_kind

import smallworld


@dataclass(frozen=True)
class Setting:
    """The settings of a game; enough to play it again."""

    seed: int
    players: tuple[str, ...]
    options: Rulings


@cache
def warcraft() -> smallworld.Variant:
    return smallworld.load_variant("warcraft")


def setting_of(seed: int) -> Setting:
    """A game of two to five; two of three with a mix of rulings."""
    rng = Random(f"warcraft {seed}")
    return Setting(seed, PLAYERS[: 2 + seed % 4], some_options(ANSWERS, rng) if rng.random() < 2 / 3 else {})


def begin(setting: Setting) -> Pair[Table]:
    """The engine's new game, and a table set up with what it drew."""
    game = smallworld.new_game(warcraft(), setting.players, seed=setting.seed, options=setting.options)
    results = drawn_at_setup(game)
    first = setting.players[int(results["first_player"]) - 1]
    drawn = Drawn(first, list(results["banners"]), list(results["badges"]), list(results["relics"]))
    boards = game.view(setting.players[0]).as_dict()["boards"]
    faces = [warcraft().board_files[name] for name in boards]
    table = set_up(faces, setting.players, complete(ANSWERS, setting.options), drawn)
    start_game(table)
    return Pair(MODEL, setting, game, table)


def choose(rng: Random, table: Table) -> str:
    """First the kind of action, then the action: there are far more conquests than anything else."""
    actions = sorted(legal(table))
    kinds = sorted({kind_of(action) for action in actions})
    kind = rng.choices(kinds, [wish_for_kind(one) for one in kinds])[0]
    actions = [action for action in actions if kind_of(action) == kind]
    return rng.choices(actions, [wish(table, action) for action in actions])[0]


MODEL = Model(legal, apply, winners, choose, view_differences)
