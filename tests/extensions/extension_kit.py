"""Tiny plugins for tests: the code of some abilities, and races and powers that use them."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import smallworld
from quick_events import quick_reading
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_testing.invariants import check, step_violations
from smallworld_testing.random_games import any_action, probe
from smallworld_validate.check_settings import kit_boards

HEAD = "from smallworld.api import *\n"
TAIL = """

@hookimpl
def smallworld_abilities():
    return [cls for cls in list(globals().values())
            if isinstance(cls, type) and issubclass(cls, Ability) and cls.__module__ == __name__]
"""
TINY = kit_boards()["tiny"]
NAMES = ("ann", "bob", "cid", "dot", "eve")


class Extension:
    """A variant of the base game with abilities of its own."""

    def __init__(self, variant: Variant, plugins: Plugins) -> None:
        self.variant, self.plugins = variant, plugins

    def new(self, players: int = 2, **more: Any) -> Game:
        """Begin a game."""
        more.setdefault("seed", 7)
        more.setdefault("options", {"first_player": 1})
        return smallworld.new_game(self.variant, NAMES[:players], plugins=self.plugins, **more)

    def lay(self, *seats: PlayerPosition, dice: tuple[int, ...] = (), script: Mapping[str, Any] | None = None,
            options: Mapping[str, Any] | None = None, **more: Any) -> Game:  # fmt: skip
        """Begin in a position on the tiny board; it is Ann's turn unless ``turn`` names another."""
        names = NAMES[: max(2, len(seats))]
        filled = [*seats, *[PlayerPosition()] * (len(names) - len(seats))]
        position = PositionSpec(players=dict(zip(names, filled, strict=True)), **more)
        return smallworld.new_game(
            self.variant, names, board=TINY, given=position,
            plugins=self.plugins, script={"die": list(dice), **(script or {})},
            options={"first_player": 1, **(options or {})},
        )  # fmt: skip

    def play_random(
        self, games: int = 4, players: int = 3, seed: int = 0, prefer: str | tuple[str, ...] = ""
    ) -> list[Game]:
        """Play random games under all laws; their records have to play again to the same end.

        :param prefer: verbs, or beginnings of actions, that are chosen whenever they are legal.
        """
        ended = []
        for number in range(games):
            rng = random.Random(seed + number)
            game = self.new(players, seed=seed + number)
            for _ in range(5000):
                check(game)
                if game.over:
                    break
                if rng.random() < 0.1:
                    probe(game, any_action(game, rng))
                liked = [action for action in game.legal_actions() if prefer and action.startswith(prefer)]
                before = game.copy()
                game.apply(rng.choice(liked or game.legal_actions()))
                assert not step_violations(before, game)
                if rng.random() < 0.02 and not game.over:
                    imagined = game.view(game.to_move or "").imagine(random.Random(1))
                    imagined.apply(rng.choice(imagined.legal_actions()))
            assert game.over
            assert Game.loads(game.dumps(), plugins=self.plugins, variant=self.variant) == game
            ended.append(game)
        return ended


def race(combo: str, hand: int = 0, **regions: int) -> RacePosition:
    """A race as ``"humans merchant"``; a declined one as ``"humans"``."""
    name, _, power = combo.partition(" ")
    return RacePosition(name, power, hand, regions)


def seat(active: RacePosition | None = None, *decline: RacePosition, coins: int = 5) -> PlayerPosition:
    """A player with an active race and declined ones."""
    return PlayerPosition(coins, active, decline)


def play(game: Game, actions: str) -> Game:
    """Play actions that are separated by semicolons, and check the laws after each."""
    for action in actions.split(";"):
        before = game.copy()
        game.apply(action.strip())
        check(game)
        assert not step_violations(before, game)
    return game


Extend = Callable[[str, str], Extension]


def make(folder: Path, code: str, content: str) -> Extension:
    """Make an extension of code and of YAML for the keys of a variant of the base game."""
    file = folder / "extras.py"
    file.write_text(HEAD + textwrap.dedent(code) + TAIL, "utf-8")
    plugins = Plugins([str(file)])
    plugin = plugins.plugin("extras")
    assert plugin is not None
    assert not plugin.problem, plugin.problem
    text = "variant: extended\nname: Extended\nextends: base\n" + textwrap.dedent(content)
    (folder / "variant.yaml").write_text(text, "utf-8")
    with quick_reading():
        return Extension(smallworld.load_variant(str(folder / "variant.yaml"), plugins=plugins), plugins)
