"""The opponents by strength: greedy with more or less haste, a search above them, each better than the one below."""

from __future__ import annotations

from random import Random

import pytest

import smallworld
from smallworld.errors import SmallWorldError
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_bots import make
from smallworld_bots.bot_description import seat_generator
from smallworld_lab.analysis.stats import wilson

GAMES = 60


def play_match(variant: str, players: int, stronger: str, weaker: str, games: int) -> float:
    """Games that the stronger bot wins, on half of the seats, which change; a shared victory counts in parts."""
    wins = 0.0
    for seed in range(games):
        kinds = [(stronger, weaker)[(seat + seed) % 2] for seat in range(players)]
        game = smallworld.new_game(smallworld.load_variant(variant), list("abcdef"[:players]), seed=seed)
        bots = [make(kind) for kind in kinds]
        generators = [seat_generator(seed, seat) for seat in range(players)]
        while not game.over:
            player = str(game.to_move)
            seat = game.players.index(player)
            game.apply(bots[seat].choose(game.view(player), game.legal_actions(), generators[seat]))
        winners = game.winners()
        wins += sum(kinds[game.players.index(name)] == stronger for name in winners) / len(winners)
    return wins


def test_opponents_have_names_that_people_understand() -> None:
    assert list(Plugins().bots)[:3] == ["easy", "normal", "hard"]


def test_haste_alone_makes_the_difference() -> None:
    """Without haste both opponents choose as greedy does; with it, in some of many positions, they do not."""
    game, rng = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3), Random(3)
    differences = {"easy": 0, "normal": 0, "easy:haste=0": 0, "normal:haste=0": 0}
    decisions = 0
    while not game.over:
        view, legal = game.view(str(game.to_move)), game.legal_actions()
        expected = make("greedy").choose(view, legal, _after_one(decisions) if len(legal) > 1 else Random(0))
        for kind in differences:
            differences[kind] += make(kind).choose(view, legal, Random(decisions)) != expected
        decisions += len(legal) > 1
        game.apply(rng.choice(legal))
    assert differences["easy:haste=0"] == differences["normal:haste=0"] == 0
    assert differences["easy"] > differences["normal"] > 0


def _after_one(seed: int) -> Random:
    """Return a generator from which the number that decides about haste was drawn."""
    generator = Random(seed)
    generator.random()
    return generator


@pytest.mark.parametrize(("haste", "problem"), [("-0.1", "must be at least 0"), ("1.5", "must be at most 1")])
def test_haste_is_a_share(haste: str, problem: str) -> None:
    with pytest.raises(SmallWorldError, match=problem):
        make(f"easy:haste={haste}")


@pytest.mark.parametrize("power", ["underworld", "merchant"])
def test_amazons_do_not_attack_only_to_abandon(power: str) -> None:
    """Ten tokens hold six regions at the end of the turn, because four come off the map (R-AMAZON-3)."""
    regions = dict.fromkeys(("r02", "r03", "r04", "r05"), 1)
    ann = RacePosition("amazons", power, 4, regions)
    position = PositionSpec(round=10, turn="ann", players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition()})
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position, seed=3)
    assert any(action.startswith("conquer") for action in game.legal_actions())
    for bot in ("hard", "greedy", "normal:haste=1"):
        assert make(bot).choose(game.view("ann"), game.legal_actions(), Random(1)) == "done"


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("stronger", "weaker"), [("normal", "easy"), ("greedy", "normal"), ("hard", "greedy")])
def test_each_opponent_beats_the_one_below(variant: str, players: int, stronger: str, weaker: str) -> None:
    """Most games, but not all: the interval of the rate meets 65 to 85 %."""
    rate, low, high = wilson(play_match(variant, players, stronger, weaker, GAMES), GAMES)
    assert 0.5 < low < rate
    assert low <= 0.85
    assert high >= 0.65
