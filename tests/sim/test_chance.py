"""The seeds that a run derives give fair dice and fair stacks: chi-square at 0.1 %."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from statistics import NormalDist

import smallworld
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import open_game

VARIANT = smallworld.load_variant("base")
RUN = Run("base", VARIANT.digest, (("random", "random"),), (2, 3, 4, 5), 1000, seed=12)


def critical(degrees: int) -> float:
    """The 99.9 % point of chi-square (Wilson and Hilferty; within 2 % from 3 degrees on)."""
    z = NormalDist().inv_cdf(0.999)
    return degrees * (1 - 2 / (9 * degrees) + z * (2 / (9 * degrees)) ** 0.5) ** 3


def chi_square(counts: Mapping[object, int], expected: Mapping[object, float]) -> float:
    return sum((counts.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())


def test_the_approximation_of_the_critical_point() -> None:
    assert abs(critical(5) - 20.515) < 0.3  # tables: 20.515
    assert abs(critical(100) - 149.449) < 0.5  # tables: 149.449


def test_dice_of_a_run_are_fair() -> None:
    """R-COMP-7, over the games of a run; also from one roll to the next."""
    rolls: list[int] = []
    for number in range(150):
        game, rng = open_game(RUN, number), random.Random(number)
        while legal := game.legal_actions():
            dice = [action for action in legal if " by die" in action]
            game.apply((dice or legal)[int(rng.random() * len(dice or legal))])
        rolls += [event["result"] for event in game.log if event.get("chance") == "die"]
    assert len(rolls) > 1500
    faces = {face: VARIANT.die.count(face) / 6 for face in set(VARIANT.die)}
    assert chi_square(Counter(rolls), {face: share * len(rolls) for face, share in faces.items()}) < critical(3)
    pairs = {(a, b): faces[a] * faces[b] * (len(rolls) - 1) for a in faces for b in faces}
    assert chi_square(Counter(pairwise(rolls)), pairs) < critical(15)


def test_stacks_and_first_players_of_a_run_are_fair() -> None:
    """R-SETUP-3: every banner and badge is as often in every place of its stack."""
    games = 600
    places: dict[str, Counter[object]] = {"banners": Counter(), "badges": Counter()}
    first: Counter[object] = Counter()
    for number in range(games):
        for event in open_game(RUN, number).log:
            if event.get("chance") in places:
                places[event["chance"]].update((name, place) for place, name in enumerate(event["result"]))
            elif event.get("chance") == "first_player" and number % 4 == 3:
                first[event["result"]] += 1
    for kind, names in (("banners", VARIANT.races), ("badges", VARIANT.powers)):
        size = len(names)
        expected = {(name, place): games / size for name in names for place in range(size)}
        assert sum(places[kind].values()) == games * size
        assert chi_square(places[kind], expected) < critical((size - 1) ** 2)
    assert chi_square(first, {str(seat): games / 4 / 5 for seat in range(1, 6)}) < critical(4)


def test_an_unfair_die_would_be_noticed() -> None:
    loaded = Counter({0: 480, 1: 190, 2: 160, 3: 170})
    expected = {0: 500.0, 1: 1000 / 6, 2: 1000 / 6, 3: 1000 / 6}
    assert chi_square(loaded, expected) < critical(3)
    worse = Counter({0: 430, 1: 230, 2: 170, 3: 170})
    assert chi_square(worse, expected) > critical(3)
