"""Settings of the reference games: board, players, rulings, and combos with interacting rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from reference_rulings import ANSWERS
from reference_table import POWERS, RACES
from shared_games import PLAYERS
from shared_rulings import Rulings, some_options

import smallworld
from smallworld.model.board import BoardFile
from smallworld_editions.load import load_board

TESTS = Path(__file__).parent.parent
SMALL_BOARDS = {"mini": TESTS / "boards" / "mini.yaml", "shores": TESTS / "reference" / "boards" / "shores.yaml"}

MEETING = (
    ("sorcerers", "berserk"), ("sorcerers", "flying"), ("sorcerers", "underworld"), ("giants", "underworld"),
    ("halflings", "seafaring"), ("halflings", "spirit"), ("ghouls", "spirit"), ("ghouls", "stout"),
    ("ghouls", "seafaring"), ("ghouls", "fortified"), ("amazons", "fortified"), ("amazons", "heroic"),
    ("amazons", "bivouacking"), ("elves", "bivouacking"), ("skeletons", "dragon_master"), ("trolls", "berserk"),
    ("dwarves", "spirit"), ("tritons", "commando"), ("orcs", "pillaging"), ("ratmen", "diplomat"),
)  # fmt: skip
"""Combos of which one half changes what the other does; by chance alone they meet far too seldom."""


@dataclass(frozen=True)
class Setting:
    """Enough to play a game again.

    :ivar rounds: 0 = the number in the rules, for an official board (R-COMP-8).
    :ivar combos: the first of the column; the other banners and badges are shuffled by the seed.
    """

    seed: int
    board: str
    players: tuple[str, ...]
    options: Rulings
    rounds: int = 0
    combos: tuple[tuple[str, str], ...] = ()


def official(seed: int) -> Setting:
    """A game of two to five on the board printed for them; every other one with a mix of rulings."""
    rng = Random(f"official {seed}")
    players = PLAYERS[: 2 + seed % 4]
    return Setting(seed, f"base-{len(players)}p", players, some_options(ANSWERS, rng) if rng.random() < 0.5 else {})


def small(seed: int) -> Setting:
    """A game on a small board, where players meet at once, with a mix of rulings.

    Races die out fast there, so banners return to a short column; in a long game badges are shuffled again.
    """
    rng = Random(f"small {seed}")
    players = PLAYERS[: rng.choice((2, 2, 3, 3, 4, 5))]
    combos = meeting_combos(rng) if rng.random() < 0.7 else ()
    board, options = rng.choice(sorted(SMALL_BOARDS)), some_options(ANSWERS, rng)
    return Setting(seed, board, players, options, rng.choice((12, 12, 12, 12, 40)), combos)


def brief(seed: int) -> Setting:
    """A game of a few rounds on a small board: more of them end level, and tokens decide, also those in decline."""
    return dataclasses.replace(small(seed), rounds=2 + seed % 3)


def meeting_combos(rng: Random) -> tuple[tuple[str, str], ...]:
    """Draw combos for one column: every banner and badge at most once."""
    combos: list[tuple[str, str]] = []
    for banner, badge in rng.sample(MEETING, len(MEETING)):
        if all(banner != other and badge != power for other, power in combos):
            combos.append((banner, badge))
    return tuple(combos[:4])


@cache
def base() -> smallworld.Variant:
    return smallworld.load_variant("base")


@cache
def small_board(name: str) -> BoardFile:
    return load_board(SMALL_BOARDS[name])


def board_of(setting: Setting) -> BoardFile:
    """A small board, which serves any number of players, or an official one."""
    if setting.board not in SMALL_BOARDS:
        return base().board_files[setting.board]
    return dataclasses.replace(small_board(setting.board), players=(), rounds=setting.rounds)


def new_game(setting: Setting) -> smallworld.Game:
    """The game on the engine."""
    script = {}
    if setting.combos:
        rng = Random(setting.seed)
        first_banners, first_badges = zip(*setting.combos, strict=True)
        script = {"banners": [stack(first_banners, RACES, rng)], "badges": [stack(first_badges, POWERS, rng)]}
    return smallworld.new_game(
        base(), setting.players, seed=setting.seed, board=board_of(setting), options=setting.options, script=script
    )


def stack(first: tuple[str, ...], names: Iterable[str], rng: Random) -> list[str]:
    """All banners, or badges: those on top first, the others in any order."""
    rest = sorted(set(names) - set(first))
    return [*first, *rng.sample(rest, len(rest))]
