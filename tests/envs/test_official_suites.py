"""The environments pass the tests of PettingZoo and OpenSpiel as these publish them."""

from __future__ import annotations

import random
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import smallworld
from smallworld.tools import Source, below

np = pytest.importorskip("numpy")

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(1800)]

FAN_VARIANT = str(Path(__file__).parents[2] / "docs/examples/traditions")
TABLES = [("base", 3), ("base", 5), ("warcraft", 2), (FAN_VARIANT, 4)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoo(edition: str, players: int) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from smallworld_envs import pettingzoo

    def make(**options: Any) -> Any:
        return pettingzoo.env(variant=edition, players=players, **options)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite.api_test(make(), num_cycles=500)
        suite.seed_test(make, num_cycles=100)
        suite.render_test(make)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoo_in_parallel(edition: str, players: int) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from pettingzoo.utils.conversions import parallel_to_aec

    from smallworld_envs import pettingzoo

    def make(**options: Any) -> Any:
        return pettingzoo.parallel_env(variant=edition, players=players, **options)

    suite.max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **options: parallel_to_aec(make(**options))))
    suite.parallel_api_test(make(), num_cycles=500)
    suite.parallel_seed_test(make, num_cycles=100)


@pytest.mark.parametrize("illegal", ["lose", "ignore"])
def test_an_illegal_action_costs_a_point(illegal: str) -> None:
    pytest.importorskip("pettingzoo")
    from smallworld_envs import pettingzoo

    env = pettingzoo.env(players=2, illegal=illegal)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(next(number for number, legal in enumerate(mask) if not legal)))
    assert env.unwrapped.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values()) == (illegal == "lose")
    observation, reward, ended, _, _ = env.last()
    assert (reward, ended) == (-1, illegal == "lose")
    assert np.array_equal(observation["action_mask"], 0 * mask if ended else mask)
    env.step(None if ended else int(mask.argmax()))
    assert ended or env.unwrapped.rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.parametrize("action", [-1, 10**6, None])
def test_an_action_that_does_not_exist_is_an_error(action: int | None) -> None:
    pytest.importorskip("pettingzoo")
    from smallworld_envs import pettingzoo

    env = pettingzoo.env(players=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="does not exist; choose one that has 1 in action_mask"):
        env.step(action)


def test_wrong_options_are_errors() -> None:
    pytest.importorskip("pettingzoo")
    from smallworld_envs.pettingzoo import SmallWorldEnv

    with pytest.raises(ValueError, match="reward must be 'wins' or 'coins'"):
        SmallWorldEnv(reward="points")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="illegal must be 'lose' or 'ignore'"):
        SmallWorldEnv(illegal="repeat")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode must be 'human', 'ansi', 'rgb_array' or None, not 'picture'"):
        SmallWorldEnv(render_mode="picture")


def test_environments_without_a_seed_play_different_games() -> None:
    """Copies that learn side by side would learn from the same set-ups."""
    pytest.importorskip("pettingzoo")
    from smallworld_envs.pettingzoo import SmallWorldEnv

    def set_ups(seed: int | None) -> list[int]:
        env = SmallWorldEnv("base", 2)
        env.reset(seed=seed)
        first = env.game.origin["seed"]
        env.reset()
        return [first, env.game.origin["seed"]]

    assert len({*set_ups(None), *set_ups(None), *set_ups(None)}) == 6
    assert set_ups(5) == set_ups(5) != set_ups(6)


def test_islands_are_the_same_in_every_environment() -> None:
    pytest.importorskip("pettingzoo")
    from smallworld_envs.pettingzoo import SmallWorldEnv

    boards = {tuple(face.id for face in SmallWorldEnv("warcraft", 2).game.state.board.faces) for _ in range(3)}
    assert len(boards) == 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_both_standards_have_the_same_actions(edition: str, players: int) -> None:
    """Also in an edition that draws its islands."""
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    from smallworld_envs.openspiel import rules_for
    from smallworld_envs.pettingzoo import SmallWorldEnv

    assert SmallWorldEnv(edition, players).numbering.names == rules_for(edition, players, "").numbering.names


@pytest.mark.parametrize("reward", ["wins", "coins"])
def test_rewards_and_cut_off_games(reward: str) -> None:
    pytest.importorskip("pettingzoo")
    from smallworld_envs.pettingzoo import SmallWorldEnv

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
    from smallworld_envs import openspiel

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


def test_players_have_no_actions_at_the_root_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from smallworld_envs import openspiel

    state = pyspiel.load_game(openspiel.GAME_TYPE.short_name).new_initial_state()
    assert state.legal_actions(0) == state.legal_actions(1) == []
    assert len(state.legal_actions()) == len(state.legal_actions(pyspiel.PlayerId.CHANCE)) == openspiel.SEEDS
    state.apply_action(3)
    mover = state.current_player()
    assert state.legal_actions(mover) == state.legal_actions() and state.legal_actions(1 - mover) == []


def test_an_observer_of_openspiel_shows_what_its_type_asks_for() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from smallworld_envs import openspiel

    game = pyspiel.load_game(openspiel.GAME_TYPE.short_name)
    state = game.new_initial_state()
    state.apply_action(3)
    kinds = pyspiel.PrivateInfoType

    def coins(private: Any) -> list[int]:
        observer = game.make_py_observer(pyspiel.IIGObservationType(True, False, private))
        observer.set_from(state, 0)
        return [int(number) for number in observer.dict["coins"]]

    assert (
        coins(kinds.NONE) == [-1, -1] and coins(kinds.SINGLE_PLAYER) == [5, -1] and coins(kinds.ALL_PLAYERS) == [5, 5]
    )
    private = game.make_py_observer(pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    private.set_from(state, 0)
    assert private.dict["coins"].tolist() == [5, 0] and private.tensor.sum() == 5
    assert game.make_py_observer(pyspiel.IIGObservationType(True, True, kinds.NONE)) is None
    with pytest.raises(ValueError, match="have no parameters; remove \\['size'\\]"):
        game.make_py_observer(None, {"size": 1})
    with pytest.raises(NotImplementedError, match="no information states"):
        state.information_state_string(0)


def test_a_resampled_state_of_openspiel_agrees_with_what_the_player_sees() -> None:
    """Searches on it do not see the dice and stacks of the game in advance."""
    pyspiel = pytest.importorskip("pyspiel")
    from smallworld_envs import openspiel

    state = pyspiel.load_game(openspiel.GAME_TYPE.short_name).new_initial_state()
    rng = random.Random(1)
    with pytest.raises(ValueError, match="before chance has chosen the set-up"):
        state.resample_from_infostate(0, rng.random)
    state.apply_action(3)
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    player, real = state.current_player(), state.game
    samples = [state.resample_from_infostate(player, rng.random) for _ in range(5)]
    for other in samples:
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({tuple(other.game.state.banners) for other in samples}) > 1
    assert len({other.game.state.random for other in samples} | {real.state.random}) == 6
    assert state.game is real


def test_later_chance_is_drawn_at_nodes_of_openspiel() -> None:
    """Clones of one state meet different chance; without chance they go on alike."""
    pyspiel = pytest.importorskip("pyspiel")
    from smallworld_envs import openspiel

    game = pyspiel.load_game(openspiel.GAME_TYPE.short_name, {"players": 3, "chance_nodes": True})
    state, rng = game.new_initial_state(), random.Random(2)
    state.apply_action(7)
    kinds, faces = set(), {}
    while not state.is_terminal():
        if state.is_chance_node():
            assert len(state.chance_outcomes()) == 720 and state.legal_actions(0) == []
            before = str(state._rules.numbering.names[state._pending])
            kinds.add(before.split()[0] + (" by die" if before.endswith("by die") else ""))
            if before.startswith("pick") and "pick" not in faces:
                columns = set()
                for outcome in range(0, 720, 90):
                    other = state.child(outcome)
                    columns.add(tuple(other.game.state.column))
                    assert other.game.state.coins[1:] is not None and not other.is_chance_node()
                faces["pick"] = len(columns)
            state.apply_action(rng.randrange(720))
        else:
            mover = state.current_player()
            child = state.child(rng.choice(state.legal_actions(mover)))
            action = child.history()[-1]
            state.apply_action(action)
            assert str(child) == str(state)
    assert faces["pick"] > 4 and "pick" in kinds and sum(state.returns()) == 1.0
    with pytest.raises(smallworld.ReplayError, match="an imagined game has no record"):
        state.game.__reduce__()


def test_the_odds_of_a_die_at_a_node_are_exact() -> None:
    pytest.importorskip("pyspiel")
    from smallworld_envs.openspiel import OUTCOMES, generator_state

    rolls = [below(Source(generator_state(outcome), {}), 6) for outcome in range(OUTCOMES)]
    assert [rolls.count(face) for face in range(6)] == [OUTCOMES // 6] * 6


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("chance_nodes", [False, True])
def test_openspiel_suites(edition: str, players: int, chance_nodes: bool, tmp_path: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    flags = pytest.importorskip("absl.flags")
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.algorithms import generate_playthrough
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    from smallworld_envs import openspiel

    flags.FLAGS(["pytest"])
    game = pyspiel.load_game(
        openspiel.GAME_TYPE.short_name, {"variant": edition, "players": players, "chance_nodes": chance_nodes}
    )
    suite = type("Suite", (EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": str(game)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert (result.testsRun, result.errors, result.failures) == (5, [], [])
    GamesSimTest().sim_game(game)

    played = tmp_path / "playthrough.txt"
    played.write_text(generate_playthrough.playthrough(str(game), None, seed=1), "utf-8")
    expected, actual = generate_playthrough.replay(str(played))
    assert expected == actual
