"""The environments pass the tests of PettingZoo and OpenSpiel as these publish them."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]

TABLES = [("base", 3), ("base", 5), ("warcraft", 2)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoo(edition: str, players: int) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from smallworld.envs import pettingzoo

    def make(**options: Any) -> Any:
        return pettingzoo.env(variant=edition, players=players, **options)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite.api_test(make(), num_cycles=500)
        suite.seed_test(make, num_cycles=100)
        suite.render_test(make)


def test_an_illegal_action_ends_the_game_with_a_loss() -> None:
    pytest.importorskip("pettingzoo")
    from smallworld.envs import pettingzoo

    env = pettingzoo.env(players=2)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(next(number for number, legal in enumerate(mask) if not legal)))
    assert env.unwrapped.rewards["player_0"] == -1


@pytest.mark.parametrize("reward", ["wins", "coins"])
def test_rewards_and_cut_off_games(reward: str) -> None:
    pytest.importorskip("pettingzoo")
    from smallworld.envs.pettingzoo import SmallWorldEnv

    env = SmallWorldEnv("base", 3, reward=reward)  # type: ignore[arg-type]
    env.reset(seed=2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    rng = random.Random(2)
    begin = dict(zip(env.possible_agents, env.game.state.coins, strict=True))
    for agent in env.agent_iter():
        observation, earned, terminated, truncated, _ = env.last()
        totals[agent] += earned
        legal = [number for number, flag in enumerate(observation["action_mask"]) if flag]
        env.step(None if terminated or truncated else rng.choice(legal))
    scores = env.game.scores()
    winners = env.game.winners()
    for agent, total in totals.items():
        assert total == (scores[agent] - begin[agent] if reward == "coins" else (agent in winners) / len(winners))
    short = SmallWorldEnv("base", 3, max_cycles=1)
    short.reset(seed=2)
    short.step(next(iter(short._legal)))
    assert all(short.truncations.values())


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_openspiel(edition: str, players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from smallworld.envs import openspiel

    game = pyspiel.load_game(openspiel.GAME_TYPE.short_name, {"variant": edition, "players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    observation = pytest.importorskip("open_spiel.python.observation").make_observation(game)
    state = game.new_initial_state()
    state.apply_action(7)
    copy = state.clone()
    for current in (state, copy):
        observation.set_from(current, 0)
        assert set(observation.dict) == set(openspiel.rules_for(edition, players, "").layout.parts)
    rng = random.Random(1)
    assert str(game.deserialize_state(state.serialize())) == str(state)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == str(state._numbered()[action])
        state.apply_action(action)
        copy.apply_action(action)
    assert copy.returns() == state.returns()
    assert sum(state.returns()) == 1.0
