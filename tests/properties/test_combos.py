"""Every race with every power is played: picked, sent out, into decline, and watched all the time."""

from __future__ import annotations

import random
from itertools import product

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_testing.invariants import check, step_violations
from tiers import quick_first

VARIANTS = {name: smallworld.load_variant(name) for name in ("base", "warcraft")}
TURNS = 5
SHARES = 20
"""Parts of the pairs; the quick tests play one."""


def table(variant: Variant, race: str, power: str, seed: int) -> Game:
    """Three players; the combo is on top of the column, Ann is to pick, the others are on the map."""
    races = [name for name in variant.races if name != race]
    badges = [name for name in variant.powers if name != power]
    rng = random.Random(f"{race} {power} {seed}")
    rng.shuffle(races)
    rng.shuffle(badges)
    seats = {
        name: PlayerPosition(active=RacePosition(races[seat], badges[seat], 7))
        for seat, name in enumerate(("bob", "cid"))
    }
    position = PositionSpec(players=seats, natives="printed", column=((race, power, 0),))
    return smallworld.new_game(variant, ["ann", "bob", "cid"], seed=seed, given=position)


def choose(game: Game, rng: random.Random) -> str:
    """Random, but eager to conquer, so that regions change hands."""
    legal = game.legal_actions()
    eager = [action for action in legal if action.verb not in ("done", "decline", "abandon")]
    return rng.choice(eager if eager and rng.random() < 0.85 else legal)


@pytest.mark.parametrize("part", quick_first(product(range(2), range(SHARES))), ids=str)
@pytest.mark.parametrize(("name", "race"), [(v.id, race) for v in VARIANTS.values() for race in v.races])
def test_every_pair_is_played(name: str, race: str, part: tuple[int, int]) -> None:
    """280 pairs of the base game, 320 of the Warcraft edition; a share of them has each race and each power."""
    variant, (seed, share) = VARIANTS[name], part
    for power in list(variant.powers)[(list(variant.races).index(race) + share) % SHARES :: SHARES]:
        game = table(variant, race, power, seed)
        game.apply("pick 1")
        rng = random.Random(seed)
        end = game.round + TURNS
        while not game.over and game.round < end:
            before = game.copy()
            action = choose(game, rng)
            game.apply(action)
            check(game)
            assert step_violations(before, game) == [], f"{race} {power} {seed} {action}"
