"""Random games, watched at every action: the promises of the README as laws."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.rulings import rulings_of
from smallworld.model.variant import Scalar, Variant
from smallworld_editions.load import load_board
from smallworld_testing.invariants import check
from smallworld_testing.random_games import play, watched_game
from tiers import one_in, quick_first

PLAYERS = ("ann", "bob", "cid", "dot", "eve")
DEEP_GAMES = int(os.environ.get("SMALLWORLD_DEEP_GAMES", "20000"))


@pytest.fixture(scope="module", params=["base", "warcraft"])
def variant(request: pytest.FixtureRequest) -> Variant:
    return smallworld.load_variant(request.param)


@pytest.fixture(scope="module")
def base() -> Variant:
    return smallworld.load_variant("base")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", quick_first(range(12)))
def test_laws_hold_and_refusals_agree(variant: Variant, count: int, seed: int) -> None:
    game = watched_game(variant, PLAYERS[:count], seed=seed, probes=3)
    assert game.round == game.rounds
    assert game.winners()
    assert game.legal_actions() == ()


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("seed", quick_first(range(8)))
def test_laws_hold_on_the_board_of_the_scenarios(base: Variant, boards: object, count: int, seed: int) -> None:
    """The small board has a lake at a shore and every terrain, so odd things happen more often."""
    watched_game(base, PLAYERS[:count], seed=seed, board=load_board(f"{boards}/mini.yaml"))


def other_answers(variant: Variant) -> Iterator[tuple[str, Scalar]]:
    """Every ruling with each answer that is not its default."""
    for key, ruling in rulings_of(variant).items():
        for value in ruling.values:
            if value != ruling.default and not (key == "first_player" and value not in (1, 2, 3)):
                yield key, value


def every_answer() -> Iterator[tuple[str, str, Scalar]]:
    """Edition, ruling, answer."""
    for name in ("base", "warcraft"):
        for key, value in other_answers(smallworld.load_variant(name)):
            yield name, key, value


@pytest.mark.parametrize("seeds", quick_first([range(1), range(1, 4)]), ids=str)
@pytest.mark.parametrize("answer", one_in(12, every_answer()), ids=str)
def test_laws_hold_under_every_ruling(answer: tuple[str, str, Scalar], seeds: range) -> None:
    """In the quick tier, the test below has the other answers."""
    name, key, value = answer
    variant = smallworld.load_variant(name)
    for seed in seeds:
        watched_game(variant, PLAYERS[: 2 + seed % 2 + (key == "first_player")], seed=seed, options={key: value})


@pytest.mark.parametrize("seeds", quick_first([range(1), range(1, 12)]), ids=str)
def test_laws_hold_with_every_ruling_turned_round(variant: Variant, seeds: range) -> None:
    options = dict(other_answers(variant))
    for seed in seeds:
        watched_game(variant, PLAYERS[:3], seed=seed, options=options)


@pytest.mark.parametrize("combine", quick_first([partial(zip, strict=True), product]), ids=["each face", "each pair"])
def test_laws_hold_on_every_combination_of_islands(combine: Callable[..., Iterator[tuple[str, str]]]) -> None:
    """Each pair of a large and a small face, and all twelve faces at once two by two; quickly, each face once."""
    variant = smallworld.load_variant("warcraft")
    faces = sorted(variant.board_files)
    by_size = {size: [face for face in faces if face[0] == size] for size in "lms"}
    for number, (large, small) in enumerate(combine(by_size["l"], by_size["s"])):
        watched_game(variant, PLAYERS[:2], seed=number, board=[large, small])
        watched_game(variant, PLAYERS[:3], seed=number, board=[large, by_size["m"][number % 4], small])


def test_earlier_positions_stay_as_they_were(variant: Variant) -> None:
    """Promise 1, and TAG's check: no action changes a copy made before it."""
    game = smallworld.new_game(variant, PLAYERS[:3], seed=5)
    rng = random.Random(5)
    past = []
    while not game.over:
        past.append((game.copy(), game.state.facts()))
        game.apply(rng.choice(game.legal_actions()))
    assert all(kept.state.facts() == facts for kept, facts in past)
    again = past[0][0]
    for event in game.log[len(again.log) :]:
        if "do" in event:
            assert again.to_move == event["by"]
            again.apply(event["do"])
    assert again == game


def test_an_action_kept_from_another_phase_acts_by_its_text(base: Variant) -> None:
    """``done`` of the conquests, applied in redeployment, ends the redeployment."""
    game = smallworld.new_game(base, PLAYERS[:2], seed=7)
    game.apply("pick 1")
    kept = next(action for action in game.legal_actions() if action == "done")
    by_text = game.copy()
    for _ in range(2):
        game.apply(kept)
        by_text.apply("done")
    assert game == by_text


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_written_games_read_back_as_they_were(variant: Variant, count: int) -> None:
    """Promise 4: at the start, in the middle of a turn, and at the end; they also go on alike."""
    game = smallworld.new_game(variant, PLAYERS[:count], seed=count)
    rng = random.Random(count)
    for actions in (0, 37, 10_000):
        for _ in range(actions):
            if not game.over:
                game.apply(rng.choice(game.legal_actions()))
        read = Game.loads(game.dumps())
        assert (read, read.log, read.legal_actions()) == (game, game.log, game.legal_actions())
        assert read.dumps() == game.dumps()


@pytest.mark.deep
def test_thousands_of_games_end_without_an_error(variant: Variant) -> None:
    """20,000 random games (``SMALLWORLD_DEEP_GAMES`` of them); the last position of each obeys the laws."""
    for seed in range(DEEP_GAMES):
        game = smallworld.new_game(variant, PLAYERS[: 2 + seed % 4], seed=seed)
        play(game, random.Random(seed))
        if seed % 50 == 0:
            check(game)


@pytest.mark.deep
def test_hundreds_of_games_under_watch(variant: Variant) -> None:
    for seed in range(DEEP_GAMES // 20):
        assert isinstance(watched_game(variant, PLAYERS[: 2 + seed % 4], seed=seed + 10_000, probes=5), Game)
