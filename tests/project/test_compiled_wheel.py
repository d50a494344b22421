"""The compiled wheel: every module that is meant to be compiled is, also while games are played.

``tox -e compiled`` builds that wheel and runs these tests against it, with the quick ones of rules, scenarios, recorded
games and bots.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from random import Random

import pytest

import smallworld
from smallworld.plugins.manager import default_plugins
from smallworld_bots import make
from smallworld_native.extensions import installed_build

pytestmark = pytest.mark.compiled


def play(edition: str) -> None:
    variant = smallworld.load_variant(edition)
    game = smallworld.new_game(variant, ["ann", "bob", "cid"], seed=5)
    bot, rng = make("greedy", default_plugins()), Random(5)
    while not game.over:
        game.apply(bot.choose(game.view(game.to_move), game.legal_actions(), rng))


def test_every_meant_module_is_compiled() -> None:
    build = installed_build()
    assert build.interpreted == ()
    assert len(build.compiled) > 30


def test_games_run_compiled_modules_alone() -> None:
    for edition in ("base", "warcraft"):
        play(edition)
    meant = installed_build().compiled
    assert meant
    assert [name for name in meant if name not in sys.modules] == []
    endings = tuple(EXTENSION_SUFFIXES)
    assert [name for name in meant if not str(sys.modules[name].__file__).endswith(endings)] == []


def test_no_compiled_module_is_unlisted() -> None:
    """The list of the build is what ``smallworld doctor`` counts; another list would hide a lost module."""
    packages = ("smallworld.", "smallworld_base.", "smallworld_bots.", "smallworld_primitives.", "smallworld_warcraft.")
    loaded = {name for name, module in sys.modules.items() if name.startswith(packages)
              and str(getattr(module, "__file__", "")).endswith(tuple(EXTENSION_SUFFIXES))}  # fmt: skip
    assert loaded <= set(installed_build().compiled)
