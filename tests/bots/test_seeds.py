"""Seeds cannot be guessed, and no generator of a bot leads to the dice or to another bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from click.testing import CliRunner

import smallworld
from smallworld.player_view import View
from smallworld_bots.bot_description import new_seed, seat_generator
from smallworld_cli import cli
from smallworld_play.session import Session


def test_new_seeds_have_all_their_bits() -> None:
    seen = 0
    for _ in range(200):
        seen |= new_seed()
    assert seen == 2**64 - 1


def test_play_draws_a_seed_of_64_bits() -> None:
    """Of three seeds of 31 bits none would be larger."""
    seeds = []
    for _ in range(3):
        done = CliRunner().invoke(cli, ["play", "base", "--player", "a=random", "--player", "b=random", "--json"])
        assert done.exit_code == 0, done.output
        seeds.append(json.loads(done.stdout.splitlines()[0])["seed"])
    assert max(seeds) >= 1 << 40 and len(set(seeds)) == 3


def test_generators_differ_by_seed_seat_and_beginning() -> None:
    keys = [(7, 0, 0), (7, 1, 0), (8, 0, 0), (7, 0, 5), (70, 0, 0)]
    numbers = {seat_generator(*key).getrandbits(64) for key in keys}
    assert len(numbers) == len(keys)
    assert seat_generator(7, 0).getrandbits(64) == seat_generator(7, 0).getrandbits(64)
    assert Random(7).getrandbits(64) not in numbers


class Keeping:
    """Takes the first action and keeps the generator that it got."""

    def __init__(self) -> None:
        self.generators: list[Random] = []

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        self.generators.append(rng)
        return legal[0]


def test_bots_share_no_generator() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
    bots = {name: Keeping() for name in game.players}
    session = Session(game, bots, seed=7)
    while not all(bot.generators for bot in bots.values()):
        session.play_bot()
    ann, bob = (bot.generators for bot in bots.values())
    assert all(rng is ann[0] for rng in ann)
    assert ann[0] is not bob[0]
    assert ann[0].getstate() != bob[0].getstate()


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_a_view_holds_no_seed(edition: str) -> None:
    seed = 0x1234_5678_9ABC_DEF1
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob"], seed=seed)
    view = game.view("ann")
    inner = view._game
    assert inner.origin["seed"] == 0
    assert str(seed) not in json.dumps(view.as_dict())
    assert inner.state.random == 0
    assert inner.state.log is None
    assert inner._checkpoint is None or inner._checkpoint.random == 0
