"""The numbering of actions and the observations that learning environments use."""

from __future__ import annotations

from random import Random

import pytest

import smallworld
from smallworld.game import Game

np = pytest.importorskip("numpy")

from smallworld_envs.spaces import ActionSpace, Observation  # noqa: E402

NAMES = ["ann", "bob", "cid"]
EDITIONS = ["base", "warcraft"]


def new_game(edition: str, seed: int = 5) -> Game:
    return smallworld.new_game(smallworld.load_variant(edition), players=NAMES, seed=seed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_action_of_a_game_has_a_number_of_its_own(edition: str) -> None:
    game, rng = new_game(edition), Random(3)
    space = ActionSpace(game)
    while not game.over:
        actions = game.legal_actions()
        numbered = space.number(actions)
        assert sorted(numbered.values()) == sorted(actions)
        assert all(0 <= number < len(space) for number in numbered)
        direct = {number: action for number, action in numbered.items() if "#" not in space.names[number]}
        assert all(space.names[number] == action for number, action in direct.items())
        game.apply(rng.choice(actions))


@pytest.mark.parametrize("edition", EDITIONS)
def test_observations_agree_with_the_view(edition: str) -> None:
    game, rng = new_game(edition), Random(4)
    layout = Observation(game)
    races = {race.name: place for place, race in enumerate(game.variant.races.values(), 1)}
    ids = list(game.variant.races)
    assert len(races) == len(ids)
    while not game.over:
        for seat, name in enumerate(NAMES):
            seen = layout.named(layout.of(game, seat))
            view = game.view(name).as_dict()
            order = [NAMES[(seat + step) % 3] for step in range(3)]
            assert seen["coins"].tolist() == [-1 if view["coins"][n] is None else view["coins"][n] for n in order]
            old = [ids.index(game.state.race_spec(race).id) + 1 for race in game.state.declined_of(seat)]
            assert seen["declined"][0, :, 0].tolist() == [*reversed(old), 0, 0][:2]  # the newest first
            assert seen["column"][:, 2].tolist() == [combo["coins"] for combo in view["column"]]
            for place, region in enumerate(view["regions"].values()):
                owner = region["owner"]
                natives = -1 if region.get("natives") else 0
                assert seen["owner"][place] == (natives if owner is None else 1 + order.index(owner))
                assert seen["race"][place] == (0 if owner is None else 1 + ids.index(region["race"]))
                assert seen["relics"][place] == len(region.get("relics", ()))
                assert seen["pieces"][:, place].sum() == sum(region.get("pieces", {}).values())
        for _ in range(9):
            if not game.over:
                game.apply(rng.choice(game.legal_actions()))


def test_a_question_has_no_phase_of_its_own() -> None:
    game = new_game("base")
    layout = Observation(game)
    game.state.phase = "answer"
    assert layout.named(layout.of(game, 0))["phase"].tolist() == [0] * 6


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_hidden_changes_an_observation(edition: str) -> None:
    game, rng = new_game(edition), Random(6)
    layout = Observation(game)
    for _ in range(60):
        game.apply(rng.choice(game.legal_actions()))
        imagined = game.view("ann").imagine(Random(1))
        imagined.state.coins[1] += 7
        assert np.array_equal(layout.of(game, 0), layout.of(imagined, 0))
